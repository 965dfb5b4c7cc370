import test from 'ava';
import {parse} from 'yaml';
import {FakeWorld} from '../../../testing/kubectl-world.js';
import type {Value} from '../../unstructured.js';

const changed = (line: string): {readonly stdout: string; readonly stderr: string; readonly config: Value} => {
	let text = '';
	const {stdout, stderr} = new FakeWorld().run(`config ${line}`, {
		writeKubeconfig(written) {
			text = written;
		},
	});
	return {stdout, stderr, config: parse(text)};
};

const context = 'kubernetes-admin@kubernetes';

const edits: ReadonlyArray<[line: string, stdout: string, look: (config: Value) => unknown, value: unknown]> = [
	['set current-context other', 'Property "current-context" set.\n', (config) => config['current-context'], 'other'],
	['unset current-context', 'Property "current-context" unset.\n', (config) => config['current-context'], ''],
	[
		`set contexts.${context}.namespace shop`,
		`Property "contexts.${context}.namespace" set.\n`,
		(config) => config.contexts[0].context.namespace,
		'shop',
	],
	['unset users.kubernetes-admin', 'Property "users.kubernetes-admin" unset.\n', (config) => config.users, []],
	[
		`rename-context ${context} mine`,
		`Context "${context}" renamed to "mine".\n`,
		(config) => [config.contexts[0].name, config['current-context']],
		['mine', 'mine'],
	],
	[`delete-context ${context}`, `deleted context ${context} from ~/.kube/config\n`, (config) => config.contexts, []],
	[
		'set-cluster two --server=https://two',
		'Cluster "two" set.\n',
		(config) => config.clusters[1],
		{name: 'two', cluster: {server: 'https://two'}},
	],
	[
		'set-credentials jane --token=secret',
		'User "jane" set.\n',
		(config) => config.users[1],
		{name: 'jane', user: {token: 'secret'}},
	],
];

for (const [line, stdout, look, value] of edits) {
	test(`config ${line} changes the file`, (t) => {
		const result = changed(line);
		t.is(result.stdout, stdout);
		t.deepEqual(look(result.config), value);
	});
}

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
