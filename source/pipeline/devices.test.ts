import test from 'ava';
import type {Pod, ResourceSlice, ResourceV1ResourceClaim} from '../objects/kubernetes.generated.js';
import {claimFinalizer} from '../objects/resource-claims.js';
import {sentenceOf} from '../stages/sentence.js';
import {documents} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';
import type {ScenarioFile} from '../scenario/scenario-file.js';

const gpus = {
	name: 'gpu.example.com',
	devices: [
		{name: 'gpu-0', attributes: {model: 'A100'}, capacity: {memory: '80Gi'}, nodes: ['node-b']},
		{name: 'gpu-1', attributes: {model: 'T4'}, capacity: {memory: '16Gi'}},
	],
};

const world = (more: ScenarioFile = {}): Trial =>
	new Trial({
		nodes: [
			{name: 'node-a', images: ['busybox:1.37']},
			{name: 'node-b', images: ['busybox:1.37']},
		],
		deviceDrivers: [gpus],
		...more,
	});

const request = (selector: string, deviceClassName = 'gpu.example.com'): string =>
	JSON.stringify({
		devices: {requests: [{name: 'gpu', exactly: {deviceClassName, selectors: [{cel: {expression: selector}}]}}]},
	});

const large = `device.capacity['gpu.example.com'].memory.compareTo(quantity('40Gi')) >= 0`;

const template = (selector = large): string =>
	`apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: gpu}\nspec: {spec: ${request(selector)}}\n`;

const claimNamed = (name: string, selector = large, deviceClass?: string): string =>
	`apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: ${name}}\nspec: ${request(selector, deviceClass)}\n`;

const pod = (name: string, from: string, command = 'env | grep GPU_; sleep infinity'): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n  restartPolicy: Never\n  terminationGracePeriodSeconds: 0\n  resourceClaims: [{name: gpu, ${from}}]\n  containers: [{name: main, image: 'busybox:1.37', command: [sh, -c, '${command}'], resources: {claims: [{name: gpu}]}}]\n`;

const byTemplate = 'resourceClaimTemplateName: gpu';

const podNamed = (trial: Trial, name: string): Pod => trial.get<Pod>(`/registry/pods/default/${name}`);
const claims = (trial: Trial) => trial.list<ResourceV1ResourceClaim>('/registry/resourceclaims/default/');
const why = (trial: Trial, name: string): string | undefined =>
	podNamed(trial, name).status?.conditions?.find(({type}) => type === 'PodScheduled')?.message;

const events = (trial: Trial): readonly string[] =>
	trial
		.list<{type: string; reason: string; message: string; involvedObject: {name: string}}>('/registry/events/default/')
		.map(({type, reason, message, involvedObject}) => `${type} ${reason} ${involvedObject.name}: ${message}`);

test('a driver publishes what each node has, and a claim from a template gets the device that its selector wants', (t) => {
	const trial = world();
	t.deepEqual(
		trial
			.list<ResourceSlice>('/registry/resourceslices/')
			.map(({spec}) => [spec.nodeName, spec.driver, spec.pool, spec.devices?.map(({name}) => name)]),
		[
			['node-a', 'gpu.example.com', {name: 'node-a', generation: 1, resourceSliceCount: 1}, ['gpu-1']],
			['node-b', 'gpu.example.com', {name: 'node-b', generation: 1, resourceSliceCount: 1}, ['gpu-0', 'gpu-1']],
		],
	);

	trial.apply(documents(template(), pod('train', byTemplate)));
	trial.rest();

	const train = podNamed(trial, 'train');
	const [claim] = claims(trial);
	t.is(train.spec.nodeName, 'node-b');
	t.is(train.status?.phase, 'Running');
	t.deepEqual(train.status?.resourceClaimStatuses, [{name: 'gpu', resourceClaimName: claim?.metadata.name}]);
	t.regex(claim?.metadata.name ?? '', /^train-gpu-[a-z\d]{5}$/);
	t.like(claim, {
		metadata: {
			annotations: {'resource.kubernetes.io/pod-claim-name': 'gpu'},
			finalizers: [claimFinalizer],
			ownerReferences: [{apiVersion: 'v1', kind: 'Pod', name: 'train', controller: true, blockOwnerDeletion: true}],
		},
		status: {
			allocation: {
				devices: {results: [{request: 'gpu', driver: 'gpu.example.com', pool: 'node-b', device: 'gpu-0'}]},
				nodeSelector: {
					nodeSelectorTerms: [{matchFields: [{key: 'metadata.name', operator: 'In', values: ['node-b']}]}],
				},
			},
			reservedFor: [{resource: 'pods', name: 'train', uid: train.metadata.uid}],
		},
	});
	t.is(trial.kubectl('logs train').stdout, 'GPU_DEVICE_0=gpu-0\n');
	t.is(
		sentenceOf(trial.first('scheduler.prebind', 0, ({facts}) => facts.case === 'claim')),
		`The scheduler allocates gpu.example.com/node-b/gpu-0 to claim default/${claim?.metadata.name} and reserves it for train.`,
	);
});

test('a second Pod waits for the one device, gets it when the first is gone, and generated claims go with their Pods', (t) => {
	const trial = world();
	trial.apply(documents(template(), pod('first', byTemplate)));
	trial.rest();
	trial.apply(pod('second', byTemplate));
	trial.rest();
	t.is(
		why(trial, 'second'),
		'0/2 nodes are available: 2 cannot allocate all claims. still not schedulable, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
	);

	trial.kubectl('delete pod first --wait=false');
	trial.rest();
	t.is(podNamed(trial, 'second').status?.phase, 'Running');
	t.deepEqual(
		claims(trial).map(({metadata}) => metadata.ownerReferences?.map(({name}) => name)),
		[['second']],
	);
	t.deepEqual(
		trial.facts('dra.NodeUnprepareResources').map(({driver, node}) => [driver, node]),
		[['gpu.example.com', 'node-b']],
	);

	trial.kubectl('delete pod second --wait=false');
	trial.rest();
	t.deepEqual(claims(trial), []);
});

test('when a Pod has ended its generated claim goes, and a claim of its own stays without devices', (t) => {
	const trial = world();
	trial.apply(
		documents(template(), claimNamed('mine', `device.attributes['gpu.example.com'].model == 'T4'`)) +
			`---\n${pod('short', byTemplate, 'true')}---\n${pod('own', 'resourceClaimName: mine', 'true')}`,
	);
	trial.rest();
	t.is(podNamed(trial, 'short').status?.phase, 'Succeeded');
	t.is(podNamed(trial, 'own').status?.phase, 'Succeeded');
	const [left, ...others] = claims(trial);
	t.deepEqual(others, []);
	t.is(left?.metadata.name, 'mine');
	t.deepEqual(left?.status, {});
	t.is(left?.metadata.finalizers, undefined);
});

test('Pods share a claim, and go where its devices are', (t) => {
	const trial = world();
	trial.apply(
		documents(claimNamed('shared'), pod('one', 'resourceClaimName: shared'), pod('two', 'resourceClaimName: shared')),
	);
	trial.rest();
	t.deepEqual(
		['one', 'two'].map((name) => podNamed(trial, name).spec.nodeName),
		['node-b', 'node-b'],
	);
	t.deepEqual(
		claims(trial)[0]?.status?.reservedFor?.map(({name}) => name),
		['one', 'two'],
	);
});

test('a Pod waits outside the queue until its claim is there, and its template until it is there', (t) => {
	const trial = world();
	trial.apply(documents(pod('early', 'resourceClaimName: late'), pod('hasty', byTemplate)));
	trial.pass(5000);
	t.is(podNamed(trial, 'early').spec.nodeName, undefined);
	t.is(why(trial, 'early'), undefined);
	t.true(
		events(trial).includes(
			'Warning FailedResourceClaimCreation hasty: PodResourceClaim gpu: resource claim template "gpu": resourceclaimtemplate.resource.k8s.io "gpu" not found',
		),
	);

	trial.apply(
		documents(
			claimNamed('late', `device.attributes['gpu.example.com'].model == 'T4'`),
			template(`device.attributes['gpu.example.com'].model == 'A100'`),
		),
	);
	trial.pass(60_000);
	t.is(podNamed(trial, 'early').status?.phase, 'Running');
	t.is(podNamed(trial, 'hasty').status?.phase, 'Running');
});

test('a new ResourceSlice wakes a Pod that waits for devices; without their driver the kubelet says so', (t) => {
	const trial = world({deviceDrivers: undefined});
	trial.apply(
		documents(
			`apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: tpu}\nspec: {selectors: [{cel: {expression: "device.driver == 'tpu.example.com'"}}]}\n`,
			claimNamed('one', 'true', 'tpu'),
			pod('infer', 'resourceClaimName: one'),
		),
	);
	trial.rest();
	t.regex(why(trial, 'infer') ?? '', /^0\/2 nodes are available: 2 cannot allocate all claims\./);

	trial.apply(
		`apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: tpus}\nspec: {driver: tpu.example.com, nodeName: node-a, pool: {name: node-a, generation: 1, resourceSliceCount: 1}, devices: [{name: tpu-0}]}\n`,
	);
	trial.pass(30_000);
	t.is(podNamed(trial, 'infer').spec.nodeName, 'node-a');
	t.is(podNamed(trial, 'infer').status?.phase, 'Pending');
	t.true(
		events(trial).includes(
			'Warning FailedPrepareDynamicResources infer: Failed to prepare dynamic resources: prepare dynamic resources: DRA driver tpu.example.com is not registered',
		),
	);
});

test('a class that does not exist and a selector that cannot be evaluated refuse in the words of the scheduler', (t) => {
	const trial = world();
	trial.apply(
		documents(
			claimNamed('classless', 'true', 'fpga'),
			claimNamed('wrong', `device.attributes['gpu.example.com'].cores > 1`),
			pod('a', 'resourceClaimName: classless'),
			pod('b', 'resourceClaimName: wrong'),
		),
	);
	trial.pass(5000);
	t.is(
		why(trial, 'a'),
		'0/2 nodes are available: request gpu: device class fpga does not exist. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
	);
	t.is(
		why(trial, 'b'),
		'running "DynamicResources" filter plugin: claim default/wrong: selector #0: CEL runtime error: no such key: cores',
	);
});

test('a driver that is down when a Pod starts is waited for', (t) => {
	const trial = world();
	trial.crash('device-driver/node-b/gpu.example.com');
	trial.apply(documents(template(), pod('train', byTemplate)));
	trial.pass(5000);
	t.is(podNamed(trial, 'train').status?.phase, 'Pending');
	trial.restart('device-driver/node-b/gpu.example.com');
	trial.pass(30_000);
	t.is(podNamed(trial, 'train').status?.phase, 'Running');
	// A published slice is not published again.
	t.is(trial.list('/registry/resourceslices/').length, 2);
});

test('a kubelet that restarts knows which devices are ready, and clears them up', (t) => {
	const trial = world();
	trial.apply(documents(template(), pod('train', byTemplate)));
	trial.rest();
	trial.restart('kubelet/node-b');
	trial.pass(5000);
	trial.kubectl('delete pod train --wait=false');
	trial.pass(60_000);
	t.is(trial.facts('dra.NodePrepareResources').length, 1);
	t.is(trial.facts('dra.NodeUnprepareResources').length, 1);
	t.deepEqual(claims(trial), []);
});

test('what a Pod used that was deleted while its kubelet was down is cleared up', (t) => {
	const trial = world();
	trial.apply(documents(template(), pod('train', byTemplate)));
	trial.rest();
	trial.crash('kubelet/node-b');
	trial.kubectl('delete pod train --force --grace-period=0');
	trial.restart('kubelet/node-b');
	trial.pass(60_000);
	t.deepEqual(
		trial.facts('dra.NodeUnprepareResources').map(({driver, node}) => [driver, node]),
		[['gpu.example.com', 'node-b']],
	);
	t.deepEqual(claims(trial), []);
});

test('a Pod whose devices cannot be cleared up does not end until they are', (t) => {
	const trial = world();
	trial.apply(documents(template(), pod('train', byTemplate).replace('Seconds: 0', 'Seconds: 1')));
	trial.rest();
	trial.crash('device-driver/node-b/gpu.example.com');
	trial.kubectl('delete pod train --wait=false');
	trial.pass(30_000);
	t.not(podNamed(trial, 'train').metadata.deletionTimestamp, undefined);
	t.is(
		sentenceOf(trial.first('kubelet.kill', 0, ({facts}) => facts.case === 'devices')),
		'default/train cannot end yet: a driver must release its devices first (unprepare dynamic resources: DRA driver gpu.example.com is not registered). The kubelet tries again.',
	);
	trial.restart('device-driver/node-b/gpu.example.com');
	trial.pass(30_000);
	t.deepEqual(trial.list('/registry/pods/default/'), []);
	t.deepEqual(claims(trial), []);
});

test('a claim whose Pod goes while no controller runs is freed and deleted once one does', (t) => {
	const trial = world();
	trial.apply(documents(template(), pod('train', byTemplate)));
	trial.rest();
	trial.crash('controller-manager');
	trial.begin('delete pod train --wait=false');
	trial.pass(40_000);
	t.deepEqual(trial.list('/registry/pods/default/'), []);
	t.is(claims(trial).length, 1);
	trial.restart('controller-manager');
	trial.rest();
	t.deepEqual(claims(trial), []);
});

test('a cluster in which no Pod has claims has no part of it', (t) => {
	const trial = world({deviceDrivers: undefined});
	trial.apply(
		`apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: 'busybox:1.37'}]}\n`,
	);
	trial.rest();
	t.false([...trial.recording.kernel.processes.keys()].some((name) => name.includes('resourceclaim')));
	t.is(trial.list('/components/kube-scheduler/informers/resourceclaims').length, 0);
	t.false(trial.facts('scheduler.prefilter').some(({skipped}) => skipped.includes('DynamicResources')));
});
