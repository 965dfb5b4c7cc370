import test from 'ava';
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {runCommand} from '../../testing/command-line.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {changesOfSources} from './rendered-fixes.js';

const folder = temporaryFolder();
const before = process.env['PATH'];

test.afterEach.always(() => {
	process.env['PATH'] = before;
});

const service = `# a comment
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports: [{port: 80}]
  selector: {app: wbe} # stays
`;
const pod =
	'apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec:\n  containers: [{name: main, image: nginx:1.27}]\n';

/** A kustomization of a Service, and a kustomize that prints a Pod and the Service, changed by a command of sed. */
const kustomization = (name: string, change: string, isFixed = false): {app: string; file: string} => {
	const app = path.join(folder, name);
	mkdirSync(app, {recursive: true});
	const file = path.join(app, 'service.yaml');
	writeFileSync(path.join(app, 'kustomization.yaml'), 'resources: [service.yaml]\n');
	writeFileSync(path.join(app, 'pod.yaml'), `${pod}---\n`);
	writeFileSync(file, service);
	const copy = path.join(app, 'copy');
	writeFileSync(copy, service);
	const script = path.join(app, 'kustomize');
	const annotation = String.raw`s|^  name: web$|  name: web\n  annotations:\n    config.kubernetes.io/origin: \|\n      path: ${file}|`;
	writeFileSync(
		script,
		`#!/bin/sh\n/bin/cat ${path.join(app, 'pod.yaml')}\nexec /bin/sed -e '${annotation}' -e '${change}' ${isFixed ? copy : file}\n`,
	);
	chmodSync(script, 0o755);
	process.env['PATH'] = app;
	return {app, file};
};

const mended = service.replace('wbe', 'web');

test.serial('--fix writes into the file from which kustomize makes the line, and checks the new output', async (t) => {
	const {app, file} = kustomization('written', 's/^# a comment$//');
	const patch = await runCommand(['check', '--jobs', '1', '-k', app, '--fix=diff']);
	t.regex(patch.out, /^- {2}selector: \{app: wbe\} # stays\n\+ {2}selector: \{app: web\} # stays$/m);
	t.is(readFileSync(file, 'utf8'), service);
	const {code, out, err} = await runCommand(['check', '--jobs', '1', '-k', app, '--fix']);
	t.is(readFileSync(file, 'utf8'), mended);
	t.is(code, 0, out);
	t.is(err, '1 change written to 1 file\n');
});

test.serial('--fix names the line to change by hand where a transformation has made it', async (t) => {
	const {app, file} = kustomization('by-hand', 's/wbe/weeb/');
	const {code, err} = await runCommand(['check', '--jobs', '1', '-k', app, '--fix']);
	t.is(readFileSync(file, 'utf8'), service);
	t.is(code, 1);
	t.regex(
		err,
		/^W012: not written, because a template or a transformation makes the line: change \S+service\.yaml:8 \(\S+kustomize-build\.yaml:\d+\) by hand\n$/,
	);
});

test.serial('a file has its old text again where the new output is no better', async (t) => {
	const {app, file} = kustomization('undone', 's/^# a comment$//', true);
	const {code, err} = await runCommand(['check', '--jobs', '1', '-k', app, '--fix']);
	t.is(readFileSync(file, 'utf8'), service);
	t.is(code, 1);
	t.is(err, 'the change of 1 file does not help: the old text is back\n');
});

const values = {file: 'values.yaml', text: 'image:\n  name: nginx # from the hub\n  tag: "1.72"\n'};

for (const [title, template, after, expected] of [
	['the part that differs', '"{{ .Values.image.name }}:{{ .Values.image.tag }}"', 'nginx:1.27', ['  tag: "1.27"']],
	[
		'a text without quotes',
		'{{ .Values.image.name }}:{{ .Values.image.tag | quote }}',
		'nginx:stable',
		['  tag: stable'],
	],
	[
		'a name before the tag',
		'{{ .Values.image.name }}:{{ .Values.image.tag }}',
		'httpd:1.72',
		['  name: httpd # from the hub'],
	],
	['nothing where both differ', '{{ .Values.image.name }}:{{ .Values.image.tag }}', 'httpd:2', undefined],
	['nothing where a part is no value', '{{ .Chart.Name }}:{{ .Values.image.tag }}', 'nginx:1.27', undefined],
	[
		'nothing for a value of the command line',
		'{{ .Values.image.name }}:{{ .Values.image.tag }}',
		'nginx:1.27',
		undefined,
	],
] as const) {
	test(`a line that a template makes from values changes ${title}`, (t) => {
		const set = title.endsWith('command line') ? ['image.tag=1.72'] : [];
		const edit = {file: 'out.yaml', line: 9, before: ['  image: nginx:1.72'], after: [`  image: ${after}`]};
		const [change] = changesOfSources(edit, () => ({file: 't.yaml', text: `  image: ${template}\n`, line: 1}), {
			files: [values],
			set,
		});
		t.deepEqual(change?.source ? undefined : change?.after, expected && [...expected]);
	});
}
