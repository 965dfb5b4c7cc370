import test from 'ava';
import {Trial} from '../testing/trial.js';

const refused = 'The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?\n';
const dial = 'dial tcp 10.0.0.1:6443: connect: connection refused';
const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: b}\n';

/** The output of kubectl while the apiserver is down. */
const whileDown: ReadonlyArray<readonly [line: string, stderr: string, stdout?: string]> = [
	['get configmaps', refused],
	['get nothing-known', refused],
	['delete configmap settings', refused],
	['describe configmap settings', refused],
	['get --raw /healthz', refused],
	['version', refused, 'Client Version: v1.36.3\nKustomize Version: v5.8.1\n'],
	['logs web', refused],
	[
		'apply -f manifest.yaml',
		`error: error validating "manifest.yaml": error validating data: failed to download openapi: Get "https://10.0.0.1:6443/openapi/v2?timeout=32s": ${dial}; if you choose to ignore these errors, turn validation off with --validate=false\n`,
	],
	[
		'apply -f manifest.yaml --validate=false',
		`error: error when retrieving current configuration of:\nResource: "/v1, Resource=configmaps", GroupVersionKind: "/v1, Kind=ConfigMap"\nName: "settings", Namespace: "default"\nfrom server for: "manifest.yaml": Get "https://10.0.0.1:6443/api/v1/namespaces/default/configmaps/settings": ${dial}\n`,
	],
	[
		'create configmap other --from-literal=a=1',
		`error: failed to create configmap: Post "https://10.0.0.1:6443/api/v1/namespaces/default/configmaps?fieldManager=kubectl-create&fieldValidation=Strict": ${dial}\n`,
	],
];

test('while nobody listens, kubectl says so, and each refusal is a stop', (t) => {
	const trial = new Trial({nodes: []});
	trial.apply(settings);
	trial.crash('kube-apiserver');
	for (const [line, stderr, stdout = ''] of whileDown) {
		const from = trial.recording.stops.length;
		t.like(trial.kubectl(line, {'manifest.yaml': settings}), {code: 1, stdout, stderr}, line);
		t.like(trial.last('kubectl.request', from), {outcome: 'refused', facts: {case: 'lost', message: dial}}, line);
	}
});

for (const [fault, why] of [
	['partition kubectl kube-apiserver', 'dial tcp 10.0.0.1:6443: i/o timeout'],
	['fail requests kubectl with=lost', 'http2: client connection lost'],
] as const) {
	test(`what else keeps an answer away is said as it is: ${why}`, (t) => {
		const trial = new Trial({nodes: []});
		trial.kubectl('get configmaps');
		trial.recording.submit({fault});
		t.is(trial.kubectl('get configmaps').stderr, `Unable to connect to the server: ${why}\n`);
	});
}
