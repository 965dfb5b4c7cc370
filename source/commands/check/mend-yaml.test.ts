import test from 'ava';
import {readFileSync} from 'node:fs';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';

const pod = [
	'apiVersion: v1',
	'kind: Pod',
	'metadata:',
	'  name: web # kept',
	'spec:',
	'  containers:',
	'    - name: main',
	'      image: nginx',
	'',
];

for (const [slip, at, line] of [
	['a tab', 3, '\tname: web # kept'],
	['an open quote', 7, '      image: "nginx'],
	['a space too much', 7, '       image: nginx'],
	['a colon left out', 6, '    - name main'],
] as const) {
	test(`--fix mends what keeps kubectl from reading a file: ${slip}`, async (t) => {
		const text = pod.join('\r\n');
		const file = put(temporaryFolder(), 'web.yaml', pod.with(at, line).join('\r\n'));
		const {code} = await runCommand(['check', '--fix', '--jobs', '1', file]);
		t.is(code, 0);
		t.is(readFileSync(file, 'utf8').replace(/ +image: "nginx"/, '      image: nginx'), text);
	});
}
