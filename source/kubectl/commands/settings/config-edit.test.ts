import test from 'ava';
import {parse} from 'yaml';
import {KubectlWorld} from '../../../testing/kubectl-world.js';
import {nestedField, type FieldPath} from '../../../objects/unstructured.js';

const changed = (line: string): {readonly stdout: string; readonly stderr: string; readonly config: unknown} => {
	let text = '';
	const {stdout, stderr} = new KubectlWorld().run(`config ${line}`, {
		writeKubeconfig(written) {
			text = written;
		},
	});
	return {stdout, stderr, config: parse(text)};
};

const context = 'kubernetes-admin@kubernetes';

const edits: ReadonlyArray<[line: string, stdout: string, field: FieldPath, value: unknown]> = [
	['set current-context other', 'Property "current-context" set.\n', ['current-context'], 'other'],
	['unset current-context', 'Property "current-context" unset.\n', ['current-context'], ''],
	[
		`set contexts.${context}.namespace shop`,
		`Property "contexts.${context}.namespace" set.\n`,
		['contexts', 0, 'context', 'namespace'],
		'shop',
	],
	['unset users.kubernetes-admin', 'Property "users.kubernetes-admin" unset.\n', ['users'], []],
	[`rename-context ${context} mine`, `Context "${context}" renamed to "mine".\n`, ['contexts', 0, 'name'], 'mine'],
	[`rename-context ${context} mine`, `Context "${context}" renamed to "mine".\n`, ['current-context'], 'mine'],
	[`delete-context ${context}`, `deleted context ${context} from ~/.kube/config\n`, ['contexts'], []],
	[
		'set-cluster two --server=https://two',
		'Cluster "two" set.\n',
		['clusters', 1],
		{name: 'two', cluster: {server: 'https://two'}},
	],
	['set-credentials jane --token=secret', 'User "jane" set.\n', ['users', 1], {name: 'jane', user: {token: 'secret'}}],
];

for (const [line, stdout, field, value] of edits) {
	test(`config ${line} changes ${field.join('.')} of the file`, (t) => {
		const result = changed(line);
		t.is(result.stdout, stdout);
		t.deepEqual(nestedField(result.config, ...field), value);
	});
}

test('the file of --kubeconfig is changed, and no other', (t) => {
	const files: Record<string, string> = {other: 'clusters:\n- cluster:\n  name: far\ncontexts: []\n'};
	new KubectlWorld().run('config --kubeconfig=other set-cluster far --server=https://1.2.3.4', {
		files,
		writeKubeconfig(written, file) {
			files[file] = written;
		},
	});
	t.deepEqual(Object.keys(files), ['other']);
	t.deepEqual(nestedField(parse(files['other'] ?? ''), 'clusters', 0), {
		name: 'far',
		cluster: {server: 'https://1.2.3.4'},
	});
});

test('--embed-certs puts the files themselves into the kubeconfig', (t) => {
	let text = '';
	new KubectlWorld().run('config set-credentials jane --client-certificate=a.crt --client-key=a.key --embed-certs', {
		files: {'a.crt': 'certificate', 'a.key': 'key'},
		writeKubeconfig(written) {
			text = written;
		},
	});
	t.deepEqual(nestedField(parse(text), 'users', 1, 'user'), {
		'client-certificate-data': 'Y2VydGlmaWNhdGU=',
		'client-key-data': 'a2V5',
	});
});

const refused: ReadonlyArray<[line: string, stderr: string]> = [
	['delete-cluster none', 'error: cannot delete cluster none, not in ~/.kube/config\n'],
	['delete-user', "error: user to delete is required\nSee 'kubectl config delete-user -h' for help and examples\n"],
	['rename-context a b', 'error: cannot rename the context "a", it\'s not in ~/.kube/config\n'],
	['set foo.bar x', 'error: unable to parse foo.bar after [] at api.Config\n'],
	[
		'set-cluster x --insecure-skip-tls-verify=true --certificate-authority=y',
		'error: you cannot specify a certificate authority and insecure mode at the same time\n',
	],
	[
		'set-credentials x --token=t --username=u',
		'error: you cannot specify more than one authentication method at the same time: --token, --username/--password\n',
	],
];

for (const [line, stderr] of refused) {
	test(`config ${line} is refused`, (t) => {
		t.is(changed(line).stderr, stderr);
	});
}
