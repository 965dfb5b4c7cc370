import path from 'node:path';
import {pathToFileURL} from 'node:url';
import test from 'ava';
import {coverageOf} from './simulate-coverage.js';

const dist = path.join(import.meta.dirname, '..');

const called = (functionName: string, count: number) => ({
	functionName,
	isBlockCoverage: false,
	ranges: [{startOffset: 0, endOffset: 1, count}],
});

test('coverage names the functions of simulated rooms that no seed has run', (t) => {
	const script = (file: string, functions: ReadonlyArray<ReturnType<typeof called>>) => ({
		scriptId: file,
		url: pathToFileURL(path.join(dist, file)).href,
		functions: [...functions],
	});
	const rooms = coverageOf([
		script('etcd/etcd.js', [called('get', 3), called('compact', 0), called('', 0)]),
		script('screen/screen.js', [called('draw', 0)]),
		{scriptId: 'node', url: 'node:fs', functions: [called('open', 0)]},
	]);
	t.deepEqual(
		rooms.filter(({all}) => all > 0),
		[{room: 'etcd', all: 2, idle: ['etcd/etcd.js: compact']}],
	);
});
