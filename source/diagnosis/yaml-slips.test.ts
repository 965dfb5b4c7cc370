import test from 'ava';
import {yamlSlips} from './yaml-slips.js';

const pod = (line: string): string =>
	`apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n${line}\n    ports: []\n`;

for (const [title, line, meant] of [
	['a tab', '\timage: nginx', '    image: nginx'],
	['an open quote', '    image: "nginx', '    image: "nginx"'],
	['a colon left out', '    image nginx', '    image: nginx'],
	['a space left out', '    image:nginx', '    image: nginx'],
	['a space too much', '     image: nginx', '    image: nginx'],
] as const) {
	test(`a line with ${title} as it is meant`, (t) => {
		t.true(
			yamlSlips(pod(line), 8).some((slip) => slip.line === 8 && slip.text === meant),
			JSON.stringify(yamlSlips(pod(line), 8)),
		);
	});
}

test('a file that can be read has no slips to offer but its own lines', (t) => {
	t.false(yamlSlips(pod('    image: nginx'), 8).some(({text}) => text === '    image: nginx'));
});

test('a quote that is not closed is found above the place where kubectl notices it', (t) => {
	const text = pod('    image: "nginx');
	t.deepEqual(yamlSlips(text, 10)[0], {line: 8, text: '    image: "nginx"'});
});

test('a key with a tab stays above the keys that follow it', (t) => {
	const text = 'spec:\n  podSelector:\n\tmatchLabels:\n      app: back\n';
	t.deepEqual(yamlSlips(text, 3)[0], {line: 3, text: '    matchLabels:'});
});
