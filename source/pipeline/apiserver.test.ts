import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {isRecord} from '../kernel/record.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';
import {documents, pod, service} from '../testing/manifests.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import type {Stop} from '../kernel/stop.js';
import {readScenario} from '../scenario/scenario.js';

const users = [{name: 'jane', groups: ['developers'], token: 'secret'}];
const trial = new Trial({nodes: [{name: 'node-a'}], users});

/** The stops of one request by kubectl, from its beginning to its answer. */
const requestsOf = (from: number): ReadonlyArray<readonly Stop[]> => {
	const requests: Stop[][] = [];
	for (const stop of trial.recording.stops.slice(from)) {
		if (stop.process.startsWith('kubectl/')) {
			if (stop.stage === 'kubectl.request' && stop.facts?.request) {
				requests.push([]);
			}

			requests.at(-1)?.push(stop);
		}
	}

	return requests.map((stops) => stops.filter(({component}) => component !== 'kubectl'));
};

const run = (command: string, files: Readonly<Record<string, string>> = {}) => {
	const from = trial.step;
	const entry = trial.kubectl(command, files);
	return {...entry, requests: requestsOf(from)};
};

const created = run('apply -f all.yaml', {'all.yaml': documents(pod, service)});
/** The request of `apply` that creates an object of a resource. */
const creationOf = (plural: string) =>
	must(
		created.requests.find((stops) => {
			const {method, path} = stops.find(({stage}) => stage === 'apiserver.route')?.facts ?? {};
			return method === 'POST' && String(path).endsWith(`/${plural}`);
		}),
		`POST of ${plural}`,
	);

const post = creationOf('pods');
const stagesOf = (stops: readonly Stop[]) => stops.map(({stage}) => stage);

test('A1: the apiserver starts with a chain of three servers, their filters, OpenAPI, and one stop for each group version', (t) => {
	const start = trial.at('apiserver.start');
	t.deepEqual(start[0]?.facts?.chain, ['kube-aggregator', 'kube-apiserver', 'apiextensions-apiserver', 'not found']);
	t.regex(sentenceOf(must(start[1], 'second stop of the start')), /generic apiserver/);
	t.deepEqual(start[2]?.facts?.paths, ['/openapi/v2', '/openapi/v3']);
	const core = trial.first('apiserver.start', 0, ({facts}) => facts?.group === 'v1');
	t.regex(sentenceOf(core), /REST storage/);
	t.true(JSON.stringify(core.facts?.resources).includes('"pods"'));
	t.true(start.every(({step}) => step < trial.first('apiserver.route').step));
});

test('A1: an apiserver that starts again builds its chain and installs its groups anew, on the state that etcd has kept', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}], authorization: {modes: ['Node', 'ABAC', 'RBAC']}});
	const before = own.step;
	own.crash('kube-apiserver');
	own.restart('kube-apiserver');
	own.kubectl('get nodes');
	const start = own.at('apiserver.start', before);
	t.deepEqual(start[0]?.facts?.chain, ['kube-aggregator', 'kube-apiserver', 'apiextensions-apiserver', 'not found']);
	t.deepEqual(start[1]?.facts?.authorizers, ['SystemMasters', 'Node', 'ABAC', 'RBAC']);
	t.true(start.some(({facts}) => facts?.group === 'apps/v1'));
	t.regex(
		sentenceOf(must(start.at(-1), 'end of the start')),
		/^kube-apiserver starts again and finds its state in etcd/,
	);
});

test('A2: a registered route, a handler of the whole path, and a 404 for anything else', (t) => {
	const routeOf = (path: string) => {
		const [stops] = run(`get --raw ${path}`).requests;
		return [stops?.find(({stage}) => stage === 'apiserver.route')?.facts?.route, stops?.at(-1)?.facts?.code];
	};

	t.deepEqual(routeOf('/api/v1/namespaces/default/pods/web'), ['resource', 200]);
	t.deepEqual(routeOf('/apis/apps'), ['path', 200]);
	t.deepEqual(routeOf('/nosuch'), ['none', 404]);
});

test('A3: each way to say who one is: certificate, token, nothing, and a bad token; the header is dropped for a user', (t) => {
	const authenticated = (flags: string) =>
		run(`get --raw /version ${flags}`)
			.requests.slice(0, 1)
			.flat()
			.filter(({stage}) => stage === 'apiserver.authenticate')
			.map(({facts}) => [facts?.authenticator, facts?.verdict]);
	t.deepEqual(authenticated(''), [['x509', 'authenticated']]);
	t.deepEqual(authenticated('--context=jane@kubernetes'), [['token file', 'authenticated']]);
	t.deepEqual(authenticated('--context=jane@kubernetes --token=wrong').slice(0, 2), [
		['token file', 'not mine'],
		['service account token', 'refused'],
	]);
	const [stops = []] = run('get --raw /version --context=jane@kubernetes').requests;
	const named = must(
		stops.find(({stage}) => stage === 'apiserver.authenticate'),
		'authentication',
	);
	t.regex(sentenceOf(named), /The Authorization header is dropped; the request carries the user instead/);
	t.like(named.facts?.user, {username: 'jane', groups: ['developers', 'system:authenticated']});
	t.like(stops.find(({stage}) => stage === 'apiserver.audit')?.facts?.event, {user: 'jane'});
	t.false(JSON.stringify(stops.slice(1).map(({facts}) => facts)).includes('secret'));
});

test('A4: authorization is a stop that says who may do what, or ends the request with 403', (t) => {
	const [allowed] = post.filter(({stage}) => stage === 'apiserver.authorize');
	t.like(allowed?.facts, {verdict: 'allowed', request: {verb: 'create', resource: 'pods', namespace: 'default'}});
	const stops = run('delete pod web --context=jane@kubernetes').requests.at(-1) ?? [];
	t.deepEqual(stagesOf(stops).slice(-2), ['apiserver.authorize', 'apiserver.respond']);
	t.like(stops.at(-1), {outcome: 'refused', facts: {code: 403, reason: 'Forbidden'}});
	t.is(
		stops.at(-1)?.facts?.message,
		'pods "web" is forbidden: User "jane" cannot delete resource "pods" in API group "" in the namespace "default"',
	);
});

test('A5: RBAC names the binding that allows it; the Node authorizer knows the kubelet of each node', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}], users});
	own.kubectl('create role reader --verb=get,list --resource=pods');
	own.kubectl('create rolebinding readers --role=reader --group=developers');
	const from = own.step;
	t.is(own.kubectl('get pods --context=jane@kubernetes').code, 0);
	const decided = own.first(
		'apiserver.authorize',
		from,
		({facts}) => isRecord(facts?.request) && facts.request.resource === 'pods',
	);
	t.like(decided.facts, {
		verdict: 'allowed',
		authorizer: 'RBAC',
		reason: 'RBAC: allowed by RoleBinding "readers/default" of Role "reader" to Group "developers"',
	});
	const kubelet = trial.first(
		'apiserver.authorize',
		0,
		({facts}) => isRecord(facts?.user) && facts.user.username === 'system:node:node-a',
	);
	t.is(kubelet.facts?.authorizer, 'Node');
});

test('A6: admission is a chain after authorization and before storage; it mutates, then validates; one refusal ends it; reads have none', (t) => {
	const stages = stagesOf(post);
	const phases = stages.flatMap(
		(stage) => /^apiserver\.(?:authorize|admit\.mutate|admit\.validate|validate|store)/.exec(stage) ?? [],
	);
	t.deepEqual(
		phases.filter((phase, index) => phase !== phases[index - 1]),
		[
			'apiserver.authorize',
			'apiserver.admit.mutate',
			'apiserver.validate',
			'apiserver.admit.validate',
			'apiserver.store',
		],
	);

	trial.apply(`apiVersion: v1
kind: LimitRange
metadata: {name: small}
spec: {limits: [{type: Container, default: {cpu: 200m}, defaultRequest: {cpu: 100m}}]}
`);
	const limited = run('run limited --image=nginx:1.27');
	const mutated = limited.requests.at(-1)?.find(({stage}) => stage === 'apiserver.admit.mutate.LimitRanger');
	t.deepEqual(mutated?.facts?.changed, [
		'metadata.annotations',
		'spec.containers[0].resources.limits',
		'spec.containers[0].resources.requests',
	]);
	t.like(mutated?.facts?.after, {
		spec: {containers: [{resources: {requests: {cpu: '100m'}, limits: {cpu: '200m'}}}]},
	});

	const refused = run('run late --image=nginx:1.27 -n nowhere').requests.at(-1) ?? [];
	t.is(refused.filter(({stage}) => stage.startsWith('apiserver.admit')).length, 1);
	t.like(refused.at(-2), {stage: 'apiserver.admit.mutate.NamespaceLifecycle', outcome: 'refused'});
	t.like(refused.at(-1)?.facts, {code: 404, message: 'namespaces "nowhere" not found'});
	t.false(
		run('get pods')
			.requests.flat()
			.some(({stage}) => stage.startsWith('apiserver.admit')),
	);
});

test('A5: where a scenario names authorizers, each opinion is a stop, which says who is asked next', (t) => {
	const asked = new Trial({
		nodes: [],
		users: [{name: 'jane'}, {name: 'joe'}],
		authorization: {
			modes: ['Node', 'Webhook', 'ABAC', 'RBAC'],
			policies: [{user: 'joe', namespace: '*', resource: 'pods', readonly: true}],
			webhook: {rules: [{user: 'jane', answer: 'deny', reason: 'never'}]},
		},
	});
	const told = (command: string) => {
		const {step} = asked;
		asked.kubectl(command);
		return asked.recording.stops
			.slice(step)
			.filter(({process, stage}) => process.startsWith('kubectl/') && stage.startsWith('apiserver.authorizer.'))
			.map((stop) => `${stop.stage.split('.').at(-1)} ${stop.facts?.verdict}, ${stop.facts?.next}`);
	};
	told('get nodes');
	t.deepEqual(told('get pods --as=joe'), [
		'Node no opinion, Webhook',
		'Webhook no opinion, ABAC',
		'ABAC allow, undefined',
	]);
	t.deepEqual(told('get pods --as=jane'), ['Node no opinion, Webhook', 'Webhook deny, undefined']);
});

test('A9: an initializer injects a sidecar into Pods with port 80, another mounts certificates in one namespace, a third keeps short Secrets out', (t) => {
	const sidecar = {name: 'proxy', image: 'envoyproxy/envoy:v1.31.0'};
	const certificates = {name: 'certificates', configMap: {name: 'certificates', optional: true}};
	const old = new Trial({
		nodes: [],
		components: [],
		admission: {
			legacy: {
				Initializers: [
					{
						name: 'sidecar.example.com',
						rules: [{apiGroups: [''], apiVersions: ['v1'], resources: ['pods']}],
						when: 'object.spec.containers.exists(c, has(c.ports) && c.ports.exists(p, p.containerPort == 80))',
						patch: [{op: 'add', path: '/spec/containers/-', value: sidecar}],
					},
					{
						name: 'certificates.example.com',
						rules: [{apiGroups: [''], apiVersions: ['v1'], resources: ['pods']}],
						when: "object.metadata.namespace == 'testing'",
						patch: [{op: 'add', path: '/spec/volumes/-', value: certificates}],
					},
					{
						name: 'length.example.com',
						rules: [{apiGroups: [''], apiVersions: ['v1'], resources: ['secrets']}],
						when: 'object.data.exists(k, size(object.data[k]) < 28)',
						deny: 'a secret has 20 characters',
					},
				],
			},
			disable: ['ServiceAccount'],
		},
		objects: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: testing}\n',
	});
	const pod = (namespace: string, containerPort: number) => {
		const name = `${namespace}-${containerPort}`;
		const spec = {
			containers: [{name: 'main', image: 'nginx:1.27', ports: [{containerPort}]}],
			volumes: [{name: 'scratch', emptyDir: {}}],
		};
		old.apply(JSON.stringify({apiVersion: 'v1', kind: 'Pod', metadata: {name, namespace}, spec}));
		old.pass(1000);
		const {containers, volumes = []} = old.get<Pod>(`/registry/pods/${namespace}/${name}`).spec;
		return [...containers, ...volumes].map((part) => part.name);
	};
	t.deepEqual(pod('default', 80), ['main', 'proxy', 'scratch']);
	t.deepEqual(pod('default', 81), ['main', 'scratch']);
	t.deepEqual(pod('testing', 80), ['main', 'proxy', 'scratch', 'certificates']);
	old.kubectl('create secret generic short --from-literal=password=abc');
	old.kubectl('create secret generic long --from-literal=password=abcdefghijklmnopqrstuvwxyz');
	old.pass(1000);
	t.is(old.read('/registry/secrets/default/short'), undefined);
	t.truthy(old.read('/registry/secrets/default/long'));
	const refused = must(
		old.at('apiserver.admit.mutate.Initializers').find(({outcome}) => outcome === 'refused'),
		'a refusal',
	);
	t.regex(sentenceOf(refused), /length\.example\.com refuses the object.*a secret has 20 characters/);
});

test('A7: every plug-in that handles a new Pod has a stop of its own, in the order of upstream', (t) => {
	t.deepEqual(
		stagesOf(post).filter((stage) => stage.startsWith('apiserver.admit')),
		[
			'apiserver.admit.mutate.NamespaceLifecycle',
			'apiserver.admit.mutate.LimitRanger',
			'apiserver.admit.mutate.ServiceAccount',
			'apiserver.admit.mutate.Priority',
			'apiserver.admit.mutate.DefaultTolerationSeconds',
			'apiserver.admit.validate.LimitRanger',
			'apiserver.admit.validate.ServiceAccount',
			'apiserver.admit.validate.PodSecurity',
			'apiserver.admit.validate.Priority',
			'apiserver.admit.validate.ResourceQuota',
		],
	);
});

test('A8: a create is decoded against its version, audited, admitted, stored, read back, decorated and answered', (t) => {
	const stages = stagesOf(post).filter((stage) => !stage.startsWith('apiserver.admit'));
	t.deepEqual(stages, [
		'apiserver.authenticate',
		'apiserver.audit',
		'apiserver.authorize',
		'apiserver.route',
		'apiserver.decode',
		'apiserver.default',
		'apiserver.validate',
		'apiserver.store',
		'etcd.txn',
		'apiserver.store',
		'apiserver.respond',
	]);
	const decoded = post.find(({stage}) => stage === 'apiserver.decode');
	t.regex(sentenceOf(must(decoded, 'decoding')), /decoded as v1 Pod: every field is checked against the API's schema/);
	const readBack = must(
		post.findLast(({stage}) => stage === 'apiserver.store'),
		'stop of the storage',
	);
	t.like(readBack.facts, {key: '/registry/pods/default/web', hooks: [], decorators: []});
	t.regex(
		sentenceOf(readBack),
		/^The registry reads the object back from etcd: revision \d+ becomes its resourceVersion\./,
	);
	const committed = post.find(({stage}) => stage === 'etcd.txn');
	t.like(readBack.facts?.after, {metadata: {resourceVersion: String(committed?.facts?.revision)}});
	t.is(post.at(-1)?.facts?.code, 201);

	t.deepEqual(creationOf('services').findLast(({stage}) => stage === 'apiserver.store')?.facts?.decorators, [
		'defaultOnRead',
	]);
});

test('A8: what goes wrong on the way is caught and answered: unknown fields, another version, a key that exists', (t) => {
	const answer = (command: string, text: string) => {
		const {requests} = run(command, {'pod.yaml': text});
		const stops = requests.at(-1) ?? [];
		return [
			stops.findLast(({outcome, stage}) => outcome === 'refused' && stage !== 'apiserver.respond')?.stage,
			stops.at(-1)?.facts?.code,
		];
	};

	t.deepEqual(answer('create -f pod.yaml', pod.replace('containers:', 'container: 1\n  containers:')), [
		'apiserver.decode',
		400,
	]);
	t.deepEqual(answer('create -f pod.yaml', pod.replace('name: web\n', 'name: Web\n')), ['apiserver.validate', 422]);
	t.deepEqual(answer('create -f pod.yaml', pod), ['etcd.txn', 409]);
	t.deepEqual(
		answer(
			'create --raw /apis/apps/v1/namespaces/default/deployments -f pod.yaml',
			JSON.stringify({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'x'}}),
		),
		['apiserver.decode', 400],
	);
});

test('a scenario switches any plug-in of v1.36 on or off: ImagePolicyWebhook is asked, ValidatingAdmissionWebhook is not', (t) => {
	const plugins = (admission: string) => {
		const own = new Trial({nodes: [], admission: readScenario(`admission: ${admission}\n`, 'cluster.yaml').admission});
		const hook = {
			apiVersion: 'admissionregistration.k8s.io/v1',
			kind: 'ValidatingWebhookConfiguration',
			metadata: {name: 'checks'},
			webhooks: [
				{
					name: 'checks.example.com',
					clientConfig: {url: 'https://checks.example.com'},
					rules: [{apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods']}],
					sideEffects: 'None',
					failurePolicy: 'Ignore',
					admissionReviewVersions: ['v1'],
				},
			],
		};
		own.kubectl('apply -f hook.yaml', {'hook.yaml': JSON.stringify(hook)});
		const from = own.step;
		const {code} = own.kubectl('run web --image=nginx:1.27');
		const stages = own.recording.stops.slice(from).map(({stage}) => stage);
		return [
			code,
			...['ImagePolicyWebhook', 'ValidatingAdmissionWebhook'].filter((name) =>
				stages.includes(`apiserver.admit.validate.${name}`),
			),
		];
	};

	const imagePolicy = 'imagePolicy: {url: "https://images.example.com", defaultAllow: true}';
	t.deepEqual(plugins('{}'), [0, 'ValidatingAdmissionWebhook']);
	t.deepEqual(plugins(`{enable: [ImagePolicyWebhook], ${imagePolicy}}`), [
		0,
		'ImagePolicyWebhook',
		'ValidatingAdmissionWebhook',
	]);
	t.deepEqual(plugins('{disable: [ValidatingAdmissionWebhook]}'), [0]);
});
