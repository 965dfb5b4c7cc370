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
