import test from 'ava';
import {foldedCommand} from './explanation-lines.js';

const files = (count: number): string => `… (${count} files)`;

test('of many files of a command the first three are named', (t) => {
	const names = (count: number): string => Array.from({length: count}, (_, index) => `-f ${index}.yaml`).join(' ');
	t.is(foldedCommand(`kubectl apply ${names(4)} --server-side`, files), `kubectl apply ${names(4)} --server-side`);
	t.is(foldedCommand(`kubectl apply ${names(12)} -n shop`, files), `kubectl apply ${names(3)} … (12 files) -n shop`);
	t.is(
		foldedCommand("kubectl apply -f 'a b.yaml' -f b -f c -f d -f 'e f'", files),
		"kubectl apply -f 'a b.yaml' -f b -f c … (5 files)",
	);
});
