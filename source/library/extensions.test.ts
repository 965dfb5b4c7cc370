import test from 'ava';
import {Cluster, inProfile, Mistakes, refuseForGood, type CustomController, type KubernetesObject} from './library.js';

interface Greeting extends KubernetesObject {
	readonly spec: {readonly name: string};
	readonly status?: {readonly greeted?: string};
}

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: greetings.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: greetings, singular: greeting, kind: Greeting}
  versions:
  - name: v1alpha1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {name: {type: string}}}
          status: {type: object, properties: {greeted: {type: string}}}
`;
const greeting = 'apiVersion: example.com/v1alpha1\nkind: Greeting\nmetadata: {name: anna}\nspec: {name: Anna}\n';
const resource = 'greetings.v1alpha1.example.com';

const greeter: CustomController = {
	name: 'greeter',
	watches: {
		[resource]: true,
		configmaps: ({object: {metadata}}) =>
			(metadata.ownerReferences ?? []).map(({name}) => `${metadata.namespace}/${name}`),
	},
	*reconcile(key, {client, cache, note, event, requeueAfter, now}) {
		const found = cache<Greeting>(resource).getByKey(key);
		if (!found) {
			return;
		}

		const {apiVersion, kind, metadata, spec} = found;
		const {namespace, name, uid} = metadata;
		if (!cache('configmaps').getByKey(key)) {
			yield* note(`The greeter writes to ${spec.name}.`, {to: spec.name, atMs: now()});
			yield* client.create('configmaps', namespace, {
				metadata: {name, ownerReferences: [{apiVersion, kind, name, uid, controller: true}]},
				data: {text: `Hello, ${spec.name}!`},
			});
			yield* event(found, 'Normal', 'Greeted', `Wrote to ${spec.name}`);
			requeueAfter(key, 30_000);
			return;
		}

		if (found.status?.greeted !== spec.name) {
			yield* client.patch<Greeting>(resource, namespace, name, {status: {greeted: spec.name}}, 'status');
		}
	},
};

const scenario = {nodes: [{name: 'node-a'}]};

test('a controller of one’s own reconciles custom resources, whenever they are defined', (t) => {
	const cluster = Cluster.create({scenario, controllers: [greeter]});
	cluster.runFor(60_000);
	t.is(cluster.apply(definition).code, 0);
	cluster.rest();
	t.is(cluster.apply(greeting).code, 0);
	t.true(cluster.rest());
	t.deepEqual(cluster.get('configmaps/anna')?.data, {text: 'Hello, Anna!'});
	t.is(cluster.get<Greeting>('greeting/anna')?.status?.greeted, 'Anna');
	t.deepEqual(
		cluster.events('greeting/anna').map(({reason, source}) => [reason, source?.component]),
		[['Greeted', 'greeter']],
	);
	t.deepEqual(
		[...cluster.stops('controller.greeter.*')]
			.slice(0, 3)
			.map(({stage, sentence, process}) => [stage, sentence, process]),
		[
			[
				'controller.greeter.enqueue',
				'Greeting default/anna is new: the greeter controller queues default/anna.',
				'greeter/informers',
			],
			[
				'controller.greeter.reconcile',
				'The greeter controller reconciles default/anna: it compares the desired state with the current one.',
				'greeter/worker',
			],
			['controller.greeter.note', 'The greeter writes to Anna.', 'greeter/worker'],
		],
	);
	t.is(cluster.blame('cm/anna', 'data.text')?.writer.name, 'greeter');
});

test('it heals what is deleted, also after a crash, and is asked again after a while', (t) => {
	const cluster = Cluster.create({scenario: {...scenario, objects: definition}, controllers: [greeter]});
	cluster.apply(greeting);
	cluster.rest();
	cluster.kubectl('delete configmap anna');
	cluster.rest();
	t.not(cluster.get('configmaps/anna'), undefined);
	cluster.fault('crash greeter');
	cluster.kubectl('delete configmap anna');
	cluster.runFor(10_000);
	t.is(cluster.get('configmaps/anna'), undefined);
	cluster.fault('restart greeter');
	cluster.runUntil({object: 'configmap/anna', cel: 'object.data.text == "Hello, Anna!"'});
	const {step} = cluster;
	cluster.runFor(31_000);
	t.is(
		[...cluster.stops('controller.greeter.reconcile if="facts.key == \'default/anna\'"', step)].at(-1)?.process,
		'greeter/worker',
	);
});

test('RBAC applies to the service account that it names, and the key is tried again', (t) => {
	const cluster = Cluster.create({
		scenario: {...scenario, objects: definition},
		controllers: [{...greeter, serviceAccount: 'default/greeter'}],
	});
	cluster.kubectl('create serviceaccount greeter');
	cluster.kubectl('create clusterrolebinding greeter --clusterrole=greeter --serviceaccount=default:greeter');
	// kubectl's cached discovery is older than the definition.
	t.is(
		cluster.kubectl('create clusterrole greeter --verb=get,list,watch --resource=greetings.example.com,configmaps')
			.code,
		0,
	);
	cluster.apply(greeting);
	const {facts} = cluster.runUntil('controller.greeter.retry');
	t.regex(
		String(facts?.['message']),
		/^configmaps is forbidden: User "system:serviceaccount:default:greeter" cannot create resource "configmaps"/,
	);
	cluster.kubectl('create clusterrolebinding all --clusterrole=cluster-admin --serviceaccount=default:greeter');
	cluster.runUntil({object: 'configmap/anna', cel: 'true'});
});

test('Events of a custom object are found by the name that watches takes; a status is updated; an unknown resource is an error', (t) => {
	const marker: CustomController = {
		name: 'marker',
		watches: {[resource]: true},
		*reconcile(key, {client, cache, event}) {
			const found = cache<Greeting>(resource).getByKey(key);
			if (found && found.status?.greeted === undefined) {
				yield* client.updateStatus<Greeting>(resource, {...found, status: {greeted: 'yes'}});
				yield* event(found, 'Normal', 'Greeted', 'Marked');
			}
		},
	};
	const cluster = Cluster.create({scenario: {...scenario, objects: definition}, controllers: [marker]});
	cluster.apply(greeting);
	cluster.rest();
	t.is(cluster.list<Greeting>('greetings.example.com')[0]?.status?.greeted, 'yes');
	const reasons = (object: string) => cluster.events(object).map(({reason}) => reason);
	t.deepEqual(reasons('greetings.v1alpha1.example.com/anna'), ['Greeted']);
	t.deepEqual(reasons('greetings.example.com/anna'), ['Greeted']);
	t.throws(() => cluster.events('greeting.example.org/anna'), {message: 'there is no resource "greeting.example.org"'});
	t.throws(() => cluster.events('greetings.v2.example.com/anna'), {
		message: 'there is no resource "greetings.v2.example.com"',
	});
});

test('a scheduler plug-in of one’s own filters and scores after those of Kubernetes', (t) => {
	const quiet = inProfile({
		name: 'QuietNodes',
		filter: (_pod, node) => (node.labels['quiet'] === 'true' ? undefined : refuseForGood('node(s) were noisy')),
	});
	const emptiest = inProfile({name: 'Emptiest', prescore: () => true, score: (_pod, node) => 100 - node.podCount}, 2);
	const pods = ['one', 'two'].map((name) => ({
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {name},
		spec: {containers: [{name: 'main', image: 'nginx:1.27'}]},
	}));
	const labelled = {
		nodes: [{name: 'node-a'}, ...['b', 'c'].map((name) => ({name: `node-${name}`, labels: {quiet: 'true'}}))],
	};
	const cluster = Cluster.create({scenario: labelled, schedulerPlugins: [quiet, emptiest]});
	cluster.apply(...pods);
	cluster.rest();
	t.deepEqual(
		cluster
			.list('pods', {namespace: 'default'})
			.map(({spec}) => spec?.nodeName)
			.sort(),
		['node-b', 'node-c'],
	);
	t.is(
		cluster.stops('scheduler.filter.QuietNodes')[0]?.sentence,
		'QuietNodes: node-a cannot take default/one (node(s) were noisy). Left: node-b, node-c.',
	);
	t.deepEqual(cluster.stops('scheduler.score.Emptiest')[0]?.facts?.['weighted'], [null, 200, 200]);
	const noisy = Cluster.create({scenario, schedulerPlugins: [quiet]});
	noisy.apply(pods[0]!);
	noisy.rest();
	t.regex(noisy.events('pod/one')[0]?.message ?? '', /^0\/1 nodes are available: 1 node\(s\) were noisy\./);
});

test('a recording names code of one’s own, and is played again with it', (t) => {
	const quiet = inProfile({name: 'QuietNodes', filter: () => undefined});
	const extensions = {controllers: [greeter], schedulerPlugins: [quiet]};
	const cluster = Cluster.create({scenario: {...scenario, objects: definition}, ...extensions});
	cluster.apply(greeting);
	cluster.rest();
	const text = cluster.recording();
	t.is(Cluster.replay(text, extensions).fingerprint, cluster.fingerprint);
	t.throws(() => Cluster.replay(text), {
		instanceOf: Mistakes,
		message: /this run used your own code: greeter, QuietNodes\n/,
	});
	t.not(cluster.branch().get('configmaps/anna'), undefined);
});

test('names of controllers are DNS labels, and each is one', (t) => {
	const named =
		(...names: readonly string[]) =>
		() =>
			Cluster.create({scenario, controllers: names.map((name) => ({...greeter, name}))});
	t.throws(named('Greeter/a'), {message: 'controller name "Greeter/a" is not a DNS label'});
	t.throws(named('greeter', 'greeter'), {message: 'controller "greeter" is given twice'});
});
