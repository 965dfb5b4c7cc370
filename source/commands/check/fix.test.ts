import test from 'ava';
import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {fixedFiles, withChanges, writeFixes} from './fix.js';
import {folderOfPatch, patchOf} from './patch.js';
import {completeScenario} from '../../scenario/scenario.js';
import {runCheck} from './run-check.js';

const folder = temporaryFolder();
const change = {file: 'a.yaml', line: 2, before: ['b: 1'], after: ['b: 2', 'c: 3']};

test('only the changed lines change, whatever the line ends and the mark before the text', (t) => {
	t.is(withChanges('a: 0\nb: 1\n# end', [change]), 'a: 0\nb: 2\nc: 3\n# end');
	t.is(
		withChanges('\uFEFFa: 0\r\nb: 1\r\n# end\r\n', [{...change, before: ['b: 1\r']}]),
		'\uFEFFa: 0\r\nb: 2\r\nc: 3\r\n# end\r\n',
	);
	t.is(withChanges('a: 0\nb: other\n', [change]), undefined);
});

test('a change that only helps is made where no fix makes the run succeed, and not beside a command that does', (t) => {
	const fix = (proof: 'works' | 'helps', more: object) => ({proof, edits: [], commands: [], ...more});
	const madeOf = (...fixes: readonly object[]) => {
		const finding = {id: 'W050', severity: 'error', places: [], fixes};
		const report = JSON.parse(JSON.stringify({files: [{objects: [], findings: [finding]}]}));
		return fixedFiles(report, [{file: 'a.yaml', text: 'a: 0\nb: 1\n', isFound: true}]).length;
	};
	const helps = fix('helps', {edits: [change]});
	t.is(madeOf(helps), 1);
	t.is(madeOf(fix('works', {commands: ['kubectl patch …']}), helps), 0);
	t.is(madeOf(fix('works', {commands: ['kubectl patch …']}), helps, fix('works', {edits: [change]})), 1);
});

test('a patch has lines around each change, and says where the text ends without a line end', (t) => {
	const before = ['1', '2', '3', '4', '5', 'b: 1', '7', '8', '9', '10', '11', '12', '13', 'x', '15'].join('\n');
	const after = before.replace('b: 1', 'b: 2').replace('x', 'y');
	t.is(
		patchOf([{file: 'a.yaml', before, after, fixes: 2}]),
		'--- a/a.yaml\n+++ b/a.yaml\n@@ -3,7 +3,7 @@\n 3\n 4\n 5\n-b: 1\n+b: 2\n 7\n 8\n 9\n@@ -11,5 +11,5 @@\n 11\n 12\n 13\n-x\n+y\n 15\n\\ No newline at end of file\n',
	);
});

test('git applies a patch in the folder of the check, and for files outside it in the nearest one that holds all', (t) => {
	const top = temporaryFolder();
	const below = path.join(top, 'sub folder');
	mkdirSync(path.join(below, 'deep'), {recursive: true});
	const files = [put(below, 'ä b.yaml', 'a: 1\n'), put(path.join(below, 'deep'), 'c.yaml', 'a: 1\n')];
	execFileSync('git', ['init', '-q'], {cwd: top});
	const fixed = files.map((file) => ({file, before: 'a: 1\n', after: 'a: 2\n', fixes: 1}));
	t.is(folderOfPatch(fixed), below);
	execFileSync('git', ['apply'], {cwd: below, input: patchOf(fixed)});
	t.deepEqual(
		files.map((file) => readFileSync(file, 'utf8')),
		['a: 2\n', 'a: 2\n'],
	);
	t.is(folderOfPatch([{file: 'sub/a.yaml'}, {file: path.resolve('..b.yaml')}]), process.cwd());
});

test('a file that changed meanwhile or is read-only stays as it is, and so do the others', (t) => {
	const first = put(folder, 'first.yaml', 'a: 1\n');
	const second = put(folder, 'second.yaml', 'a: 1\n');
	const both = [first, second].map((file) => ({file, before: 'a: 1\n', after: 'a: 2\n', fixes: 1}));
	writeFileSync(second, 'a: 3\n');
	t.throws(() => writeFixes(both), {message: /has changed since/});
	t.is(readFileSync(first, 'utf8'), 'a: 1\n');
	writeFileSync(second, 'a: 1\n');
	chmodSync(second, 0o444);
	t.throws(() => writeFixes(both), {message: /read-only/});
	t.is(readFileSync(first, 'utf8'), 'a: 1\n');
	chmodSync(second, 0o755);
	writeFixes(both);
	t.is(readFileSync(second, 'utf8'), 'a: 2\n');
	t.is(statSync(second).mode & 0o777, 0o755);
});

/** A Deployment of nginx, with further lines of its Pods' spec and of the container. */
const deploymentWith = (spec: string, container: string): string =>
	`apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n${spec}      containers:\n        - name: main\n          image: nginx:1.27\n${container}`;

for (const [mistake, text, patch] of [
	[
		'a label that no node has',
		deploymentWith('      nodeSelector:\n        disktype: ssd # fast\n', ''),
		/^-      nodeSelector:\n-        disktype: ssd # fast$/m,
	],
	[
		'a limit that is too small for its request and the program',
		deploymentWith(
			'',
			'          resources:\n            requests: {memory: 64Mi}\n            limits: {memory: 1Mi}\n',
		),
		/^-            limits: \{memory: 1Mi\}\n\+            limits: \{memory: 64Mi\}$/m,
	],
	[
		'a user that may not write the files of the image',
		deploymentWith('      securityContext: {runAsUser: 1000}\n', ''),
		/^\+          image: nginxinc\/nginx-unprivileged:1\.27$/m,
	],
] as const) {
	test(`--fix mends ${mistake}`, async (t) => {
		const file = put(folder, `${mistake}.yaml`, text);
		const {code, out} = await runCommand(['check', '--jobs', '1', '--fix=diff', file]);
		t.is(code, 1);
		t.regex(out, patch);
	});
}

for (const [answer, code, says, image] of [
	[true, 0, /✓ deployment\/default\/web {2}1\/1 ready[^]*1 change written to 1 file/, 'nginx:1.27'],
	[false, 1, /✗ deployment\/default\/web {2}0\/1 ready[^]*no file was changed/, 'ngnix:1.27'],
] as const) {
	test(`a terminal shows the change before it asks; with ${answer ? 'yes' : 'no'}, the report is about the files as they are then`, async (t) => {
		const text = (name: string): string =>
			`apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n        - name: main\n          image: ${name}\n`;
		const file = put(folder, `asked-${answer}.yaml`, text('ngnix:1.27'));
		const said: string[] = [];
		const say = (words: string) => void said.push(words);
		const streams = {stdout: say, stderr: say, stdin: () => new Uint8Array(), screen: true};
		const agrees = (question: string): Promise<boolean> => {
			t.is(question, 'write 1 change to 1 file?');
			t.regex(said.join(''), /^--- a[^]*\n-          image: ngnix:1\.27\n\+          image: nginx:1\.27\n$/);
			return Promise.resolve(answer);
		};
		const surroundings = {
			scenario: completeScenario(),
			config: undefined,
			language: 'en',
			streams,
			ascii: false,
		} as const;
		t.is(await runCheck([file], {output: 'text', fix: true, jobs: 1}, {...surroundings, agrees}), code);
		t.regex(said.join(''), says);
		t.is(readFileSync(file, 'utf8'), text(image));
	});
}
