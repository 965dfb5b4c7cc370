import test from 'ava';
import {sleep} from '../kernel/routine.js';
import type {Sketched} from '../testing/tiny-server.js';
import type {DeviceRequest, ResourceSlice, ResourceV1ResourceClaim} from '../objects/kubernetes.generated.js';
import {node, pod, SchedulerWorld} from '../testing/scheduler-world.js';

const driver = 'gpu.example.com';
const claims = 'resourceclaims.resource.k8s.io';

const slice = (on: string, ...models: readonly string[]): Sketched<ResourceSlice> => ({
	apiVersion: 'resource.k8s.io/v1',
	kind: 'ResourceSlice',
	metadata: {name: on},
	spec: {
		driver,
		nodeName: on,
		pool: {name: on, generation: 1, resourceSliceCount: 1},
		devices: models.map((model, index) => ({name: `gpu-${index}`, attributes: {model: {string: model}}})),
	},
});

const exactly = (model: string): Omit<DeviceRequest, 'name'> => ({
	exactly: {
		deviceClassName: driver,
		selectors: [{cel: {expression: `device.attributes['${driver}'].model == '${model}'`}}],
	},
});

const claim = (name: string, request: Omit<DeviceRequest, 'name'>): Sketched<ResourceV1ResourceClaim> => ({
	apiVersion: 'resource.k8s.io/v1',
	kind: 'ResourceClaim',
	metadata: {name, namespace: 'default'},
	spec: {devices: {requests: [{name: 'gpu', ...request}]}},
});

/** Two nodes, the first with a T4, the second with an A100. */
const world = (): SchedulerWorld => {
	const made = new SchedulerWorld([node('node-a'), node('node-b')]);
	made.command(() =>
		made.creating('deviceclasses.resource.k8s.io', {
			apiVersion: 'resource.k8s.io/v1',
			kind: 'DeviceClass',
			metadata: {name: driver},
			spec: {selectors: [{cel: {expression: `device.driver == '${driver}'`}}]},
		}),
	);
	made.command(() => made.creating('resourceslices.resource.k8s.io', slice('node-a', 'T4'), slice('node-b', 'A100')));
	return made;
};

const claimed = (name: string) => pod(name, {resourceClaims: [{name: 'gpu', resourceClaimName: 'gpu'}]});
const devicesOf = (its: SchedulerWorld) =>
	its.get(claims, 'default', 'gpu')?.status?.allocation?.devices?.results?.map(({request, pool}) => [request, pool]);

test('of nodes that can serve a claim, the one whose devices stand first in its list is best', (t) => {
	const its = world();
	const firstAvailable = ['A100', 'T4'].map((model) => ({
		name: model.toLowerCase(),
		deviceClassName: driver,
		...exactly(model).exactly,
	}));
	its.command(() => its.creating(claims, claim('gpu', {firstAvailable})));
	its.apply(claimed('train'));
	t.is(its.nodeOf('train'), 'node-b');
	t.deepEqual(devicesOf(its), [['gpu/a100', 'node-b']]);
	const [scored] = its.facts('scheduler.score.DynamicResources');
	t.deepEqual([scored?.raw, scored?.normalised, scored?.weight], [[7, 8], [87, 100], 1]);
});

test('a Pod whose binding is refused is taken out of its claim, which keeps its devices for the next attempt', (t) => {
	const its = world();
	its.interceptions.push({
		matches: ({path}) => path.endsWith('/binding'),
		refusal: {code: 409, reason: 'Conflict', message: 'no'},
		times: 1,
	});
	its.command(() => its.creating(claims, claim('gpu', exactly('T4'))));
	its.apply(claimed('train'));
	t.deepEqual(
		its.facts('scheduler.prebind').map((facts) => facts.case),
		['plan', 'protect', 'claim', 'unreserve', 'plan', 'claim'],
	);
	t.is(its.nodeOf('train'), 'node-a');
	t.deepEqual(
		its.get(claims, 'default', 'gpu')?.status?.reservedFor?.map(({name}) => name),
		['train'],
	);
});

test('a claim that nobody uses and whose devices are where its Pod cannot go is given others', (t) => {
	const its = world();
	its.command(() =>
		its.creating('resourceslices.resource.k8s.io', {
			...slice('node-b', 'T4'),
			metadata: {name: 'more'},
			spec: {...slice('node-b', 'T4').spec, pool: {name: 'more', generation: 1, resourceSliceCount: 1}},
		}),
	);
	its.command(() =>
		its.creating(claims, {
			...claim('gpu', exactly('T4')),
			status: {
				allocation: {
					devices: {results: [{request: 'gpu', driver, pool: 'node-a', device: 'gpu-0'}]},
					nodeSelector: {
						nodeSelectorTerms: [{matchFields: [{key: 'metadata.name', operator: 'In', values: ['node-a']}]}],
					},
				},
			},
		}),
	);
	its.patch('nodes', 'node-a', {spec: {unschedulable: true}});
	its.apply(claimed('train'));
	t.deepEqual(
		its.facts('scheduler.postfilter').map((facts) => facts.case),
		['plan', 'deallocate'],
	);
	t.true(
		its
			.events()
			.some(([, message]) =>
				message?.startsWith(
					'0/2 nodes are available: 1 node(s) were unschedulable, 1 resourceclaim not available on the node. deallocation of ResourceClaim completed, preemption:',
				),
			),
	);
	t.is(its.nodeOf('train'), 'node-b');
	t.deepEqual(devicesOf(its), [['gpu', 'more']]);
});

test('Pods that share a claim are all named in it', (t) => {
	const its = world();
	its.command(() => its.creating(claims, claim('gpu', exactly('T4'))));
	its.apply(claimed('train'));
	its.apply(claimed('infer'));
	t.deepEqual(
		its.get(claims, 'default', 'gpu')?.status?.reservedFor?.map(({name}) => name),
		['train', 'infer'],
	);
});

test('a Pod follows the devices that its claim has got elsewhere in the meantime', (t) => {
	const its = world();
	const path = '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims/gpu';
	its.interceptions.push({
		matches: (request) => request.method === 'PUT' && request.path === path,
		refusal: {code: 409, reason: 'Conflict', message: 'the object has been modified'},
		delayMs: 100,
		times: 1,
	});
	its.command(() => its.creating(claims, claim('gpu', exactly('T4'))));
	const terms = [{matchFields: [{key: 'metadata.name', operator: 'In', values: ['node-b']}]}];
	const allocation = {
		devices: {results: [{request: 'gpu', driver, pool: 'node-b', device: 'gpu-0'}]},
		nodeSelector: {nodeSelectorTerms: terms},
	};
	its.command(function* () {
		yield* its.creating('pods', claimed('train'));
		yield* sleep(50);
		yield* its.admin.patch(claims, 'default', 'gpu', {status: {allocation}}, {type: 'merge', subresource: 'status'});
	});
	t.is(its.nodeOf('train'), 'node-b');
	t.deepEqual(devicesOf(its), [['gpu', 'node-b']]);
});
