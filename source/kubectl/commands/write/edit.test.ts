import test from 'ava';
import type {ClosedEditor} from '../../environment.js';
import type {TerminalEntry} from '../../../cluster.js';
import {must} from '../../../testing/must.js';
import {Trial} from '../../../testing/trial.js';

const trial = new Trial();
trial.kubectl('create deployment web --image=nginx:1.27 --replicas=1');
trial.kubectl('create configmap c --from-literal=a=1');
let count = 2;

const file = '/tmp/kubectl-edit-1.yaml';

/** Edits with an editor that leaves these texts in sequence; a function computes the text from the shown one. */
type Closed = ClosedEditor | ((text: string) => string);

const edits = (line: string, ...given: ReadonlyArray<Closed | {readonly files: Readonly<Record<string, string>>}>) => {
	const closed = given.filter((one): one is Closed => !('files' in one));
	const files = given.flatMap((one) => ('files' in one ? [one.files] : []))[0];
	const {recording} = trial;
	const shown: string[] = [];
	const key = `/terminal/${++count}`;
	const entry = () => must(recording.kernel.ledger.read<TerminalEntry>(key), key);
	recording.submit({kubectl: line, editor: true, ...(files && {files})});
	trial.rest();
	for (const one of closed) {
		const {editor} = entry();
		if (editor === undefined) {
			break;
		}

		shown.push(editor);
		recording.submit({edited: line, ...(typeof one === 'function' ? {file, text: one(editor)} : one)});
		trial.rest();
	}

	return {...entry(), shown};
};

const head = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;

test('kubectl edit shows an object with a header, and patches what was changed', (t) => {
	const {shown, stdout, code} = edits('edit deployment web', (text) => text.replace('replicas: 1', 'replicas: 2'));
	t.true(shown[0]?.startsWith(`${head}apiVersion: apps/v1\nkind: Deployment\n`));
	t.false(shown[0]?.includes('managedFields'));
	t.is(stdout, 'deployment.apps/web edited\n');
	t.is(code, 0);
	t.like(trial.read('/registry/deployments/default/web'), {spec: {replicas: 2}});
});

/** The editor's work, and what kubectl prints at the end. */
const endings: ReadonlyArray<
	readonly [
		what: string,
		line: string,
		closed: ReadonlyArray<ClosedEditor | ((text: string) => string)>,
		printed: {readonly stdout?: string; readonly stderr: string; readonly code: number},
	]
> = [
	[
		'no change',
		'edit deployment web',
		[(text) => `# a note\n${text}`],
		{stderr: 'Edit cancelled, no changes made.\n', code: 0},
	],
	[
		'an editor that fails',
		'edit deployment web',
		[{file, failure: 'there was a problem with the editor "false"'}],
		{stderr: 'error: there was a problem with the editor "false"\n', code: 1},
	],
	[
		'a refused value, and no other change',
		'edit deployment web',
		[(text) => text.replace('replicas: 2', 'replicas: -1'), (text) => text],
		{
			stderr: `error: deployments.apps "web" is invalid\nA copy of your changes has been stored to "${file}"\nerror: Edit cancelled, no valid changes were saved.\n`,
			code: 1,
		},
	],
	[
		'a refused value that the next edit mends',
		'edit deployment web',
		[(text) => text.replace('replicas: 2', 'replicas: -1'), (text) => text.replace('replicas: -1', 'replicas: 1')],
		{stdout: 'deployment.apps/web edited\n', stderr: 'error: deployments.apps "web" is invalid\n', code: 0},
	],
	[
		'another name',
		'edit configmap c',
		[(text) => text.replace('name: c', 'name: d')],
		{
			stderr: `A copy of your changes has been stored to "${file}"\nerror: At least one of apiVersion, kind and name was changed\n`,
			code: 1,
		},
	],
	[
		'an unknown field, which the server refuses',
		'edit deployment web',
		[(text) => text.replace('replicas:', 'replica: 3\n  replicas:'), (text) => text],
		{
			stderr: `error: deployments.apps "web" is invalid\nA copy of your changes has been stored to "${file}"\nerror: Edit cancelled, no valid changes were saved.\n`,
			code: 1,
		},
	],
	['one of a list', 'edit configmap', [(text) => text.replace('a: "1"', 'a: "2"')], {stderr: '', code: 0}],
	[
		'the patch, printed',
		'edit configmap c --output-patch',
		[(text) => text.replace('a: "2"', 'a: "3"')],
		{stdout: 'Patch: {"data":{"a":"3"}}\nconfigmap/c edited\n', stderr: '', code: 0},
	],
];

for (const [what, line, closed, printed] of endings) {
	test(`kubectl edit ends as kubectl does: ${what}`, (t) => {
		t.like(edits(line, ...closed), printed);
	});
}

test('a refused text opens again with the reasons above it', (t) => {
	const {shown} = edits(
		'edit deployment web',
		(text) => text.replace('replicas: 1', 'replicas: -1'),
		(text) => text.replace('spec:', 'spec'),
		(text) => text,
	);
	t.true(
		shown[1]?.startsWith(
			`${head}# deployments.apps "web" was not valid:\n# * spec.replicas: Invalid value: -1: must be greater than or equal to 0\n#\napiVersion: apps/v1\n`,
		),
		shown[1]?.slice(0, 600),
	);
	t.regex(
		shown[2] ?? '',
		/^# \* <nil>: Invalid value: "The edited file failed validation": yaml: line \d+: could not find expected ':'$/m,
	);
	t.is(shown[2]?.match(/^# Please edit/gm)?.length, 1);
});

test('an edit of a file that was applied changes its annotation only', (t) => {
	trial.kubectl('apply -f d.yaml', {
		'd.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\ndata: {a: "1"}\n',
	});
	count++;
	const {shown, stdout} = edits('apply edit-last-applied configmap/d', (text) => text.replace('"1"', '"2"'));
	t.regex(shown[0] ?? '', /^# Please edit the 'last-applied-configuration' annotations below\./);
	t.is(stdout, 'configmap/d edited\n');
	t.like(trial.read('/registry/configmaps/default/d'), {data: {a: '1'}});
});

test('without an editor nothing changes', (t) => {
	count++;
	t.like(trial.kubectl('edit deployment web'), {stderr: 'Edit cancelled, no changes made.\n', code: 0});
});

test('kubectl create --edit shows the objects first, and creates them as they were left', (t) => {
	const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: planned\ndata:\n  a: "1"\n';
	const files = {'c.yaml': manifest};
	const cancelled = edits('create -f c.yaml --edit', {files}, (text) => text);
	t.like(cancelled, {stdout: '', stderr: 'Edit cancelled, no changes made.\n', code: 0});
	const {shown, stdout, code} = edits('create -f c.yaml --edit', {files}, (text) => text.replace('a: "1"', 'a: "2"'));
	t.true(shown[0]?.startsWith(`${head}apiVersion: v1\ndata:\n  a: "1"\nkind: ConfigMap\n`), shown[0]);
	t.is(stdout, 'configmap/planned created\n');
	t.is(code, 0);
	t.like(trial.read('/registry/configmaps/default/planned'), {data: {a: '2'}});
});

test('an object that the server refuses to create ends the edit, and the file is kept', (t) => {
	const files = {'c.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other\n'};
	const refused = edits('create -f c.yaml --edit', {files}, (text) => text.replace('name: other', 'name: c'));
	t.like(refused, {
		stdout: '',
		stderr: `A copy of your changes has been stored to "${file}"\nError from server (AlreadyExists): configmaps "c" already exists\n`,
		code: 1,
	});
});
