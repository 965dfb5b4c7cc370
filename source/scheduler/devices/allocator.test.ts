import test from 'ava';
import type {
	Device,
	DeviceClaim,
	DeviceClass,
	ResourceSlice,
	ResourceV1ResourceClaim,
} from '../../objects/kubernetes.generated.js';
import {allocateDevices} from './allocator.js';

const driver = 'gpu.example.com';

const meta = (name: string) => ({
	name,
	namespace: 'default',
	uid: name,
	resourceVersion: '1',
	creationTimestamp: '2026-01-01T00:00:00Z',
});

const gpus: DeviceClass = {
	apiVersion: 'resource.k8s.io/v1',
	kind: 'DeviceClass',
	metadata: meta('gpu'),
	spec: {selectors: [{cel: {expression: `device.driver == "${driver}"`}}]},
};

const slice = (node: string, ...devices: readonly Device[]): ResourceSlice => ({
	apiVersion: 'resource.k8s.io/v1',
	kind: 'ResourceSlice',
	metadata: meta(node),
	spec: {driver, nodeName: node, pool: {name: node, generation: 1, resourceSliceCount: 1}, devices},
});

const gpu = (index: number, model = 'A100', more: Partial<Device> = {}): Device => ({
	name: `gpu-${index}`,
	attributes: {model: {string: model}, index: {int: index}, driverVersion: {version: '1.2.3'}},
	capacity: {memory: {value: `${(index + 1) * 10}Gi`}},
	...more,
});

const claim = (devices: DeviceClaim): ResourceV1ResourceClaim => ({
	apiVersion: 'resource.k8s.io/v1',
	kind: 'ResourceClaim',
	status: {},
	metadata: meta('claim'),
	spec: {devices},
});

const exactly = (more: object = {}) => ({
	deviceClassName: 'gpu',
	allocationMode: 'ExactCount' as const,
	count: 1,
	...more,
});

const select = (expression: string) => exactly({selectors: [{cel: {expression}}]});

/** Names of the claim's devices on node-a, with their requests; or the reason why it has none. */
const answer = (devices: DeviceClaim, slices: readonly ResourceSlice[], taken: readonly string[] = []): string => {
	const allocation = allocateDevices(
		[claim(devices)],
		{metadata: {name: 'node-a'}},
		{
			slices,
			deviceClass: (name) => (name === 'gpu' ? gpus : undefined),
			taken: new Set(taken.map((name) => `${driver}/node-a/${name}`)),
		},
	);
	return allocation.kind === 'allocated'
		? (allocation.results[0]?.devices?.results ?? []).map(({request, device}) => `${request}=${device}`).join(' ')
		: allocation.kind === 'refused'
			? allocation.reason
			: allocation.message;
};

const nothing = 'cannot allocate all claims';
const two = [slice('node-a', gpu(0), gpu(1, 'H100'))];
const domain = `device.attributes["${driver}"]`;

test('A request gets the first device that its class and its selectors want', (t) => {
	for (const [expression, expected] of [
		[`${domain}.model == "H100"`, 'gpu=gpu-1'],
		[`${domain}.index == 0`, 'gpu=gpu-0'],
		[`${domain}.driverVersion.compareTo(semver("1.2.0")) > 0`, 'gpu=gpu-0'],
		[`device.capacity["${driver}"].memory.compareTo(quantity("15Gi")) >= 0`, 'gpu=gpu-1'],
		[`"model" in device.attributes["other.example.com"]`, nothing],
		[`${domain}.colour == "red"`, `claim default/claim: selector #0: CEL runtime error: no such key: colour`],
	] as const) {
		t.is(answer({requests: [{name: 'gpu', exactly: select(expression)}]}, two), expected, expression);
	}
});

test('A device is for one claim, and only for nodes that reach it', (t) => {
	const one = {requests: [{name: 'gpu', exactly: exactly()}]};
	t.is(answer(one, two, ['gpu-0']), 'gpu=gpu-1');
	t.is(answer(one, two, ['gpu-0', 'gpu-1']), nothing);
	t.is(answer(one, [slice('node-b', gpu(0))]), nothing);
	t.is(
		answer({requests: [{name: 'gpu', exactly: exactly({adminAccess: true})}]}, two, ['gpu-0', 'gpu-1']),
		'gpu=gpu-0',
	);
});

test('A request may want several devices, all of them, or the best that there is', (t) => {
	t.is(answer({requests: [{name: 'gpu', exactly: exactly({count: 2})}]}, two), 'gpu=gpu-0 gpu=gpu-1');
	t.is(answer({requests: [{name: 'gpu', exactly: exactly({count: 3})}]}, two), nothing);
	const all = {requests: [{name: 'gpu', exactly: {deviceClassName: 'gpu', allocationMode: 'All' as const}}]};
	t.is(answer(all, two), 'gpu=gpu-0 gpu=gpu-1');
	t.is(answer(all, two, ['gpu-1']), nothing);
	const firstAvailable = [
		{name: 'large', ...select(`${domain}.model == "B200"`)},
		{name: 'small', ...select(`${domain}.model == "A100"`)},
	];
	t.is(answer({requests: [{name: 'gpu', firstAvailable}]}, two), 'gpu/small=gpu-0');
});

test('Devices that constraints tie together are looked for in all orders', (t) => {
	const mixed = [slice('node-a', gpu(0), gpu(1, 'H100'), gpu(2, 'H100'))];
	const requests = [{name: 'gpu', exactly: exactly({count: 2})}];
	t.is(answer({requests, constraints: [{matchAttribute: `${driver}/model`}]}, mixed), 'gpu=gpu-1 gpu=gpu-2');
	t.is(answer({requests, constraints: [{matchAttribute: `${driver}/model`}]}, two), nothing);
});

test('A constraint ties only the requests that it names, and can ask for differences', (t) => {
	const alike = {matchAttribute: `${driver}/model`};
	const requests = ['a', 'b', 'c'].map((name) => ({name, exactly: exactly()}));
	const mixed = [slice('node-a', gpu(0), gpu(1), gpu(2, 'H100'))];
	t.is(answer({requests, constraints: [{...alike, requests: ['a', 'b']}]}, mixed), 'a=gpu-0 b=gpu-1 c=gpu-2');
	t.is(answer({requests, constraints: [alike]}, mixed), nothing);
	const different = [{distinctAttribute: `${driver}/model`}];
	t.is(answer({requests: requests.slice(0, 2), constraints: different}, mixed), 'a=gpu-0 b=gpu-2');
	t.is(answer({requests, constraints: different}, mixed), nothing);
});

test('Of several alternatives the first that there is counts', (t) => {
	const alternative = (name: string, model: string) => ({name, ...select(`${domain}.model == "${model}"`)});
	const of = (...models: readonly string[]) =>
		answer(
			{requests: [{name: 'gpu', firstAvailable: models.map((model) => alternative(model.toLowerCase(), model))}]},
			two,
		);
	t.is(of('H100', 'A100'), 'gpu/h100=gpu-1');
	t.is(of('A100', 'H100'), 'gpu/a100=gpu-0');
	t.is(of('T4', 'H100'), 'gpu/h100=gpu-1');
});

test('A tainted device is only for requests that tolerate it', (t) => {
	const taintedBy = (effect: 'NoExecute' | 'NoSchedule' | 'None') => [
		slice('node-a', gpu(0, 'A100', {taints: [{key: 'broken', effect}]})),
	];
	const tainted = taintedBy('NoSchedule');
	t.is(answer({requests: [{name: 'gpu', exactly: exactly()}]}, taintedBy('NoExecute')), nothing);
	t.is(answer({requests: [{name: 'gpu', exactly: exactly()}]}, taintedBy('None')), 'gpu=gpu-0');
	t.is(answer({requests: [{name: 'gpu', exactly: exactly()}]}, tainted), nothing);
	const tolerations = [{key: 'broken', operator: 'Exists' as const}];
	t.is(answer({requests: [{name: 'gpu', exactly: exactly({tolerations})}]}, tainted), 'gpu=gpu-0');
});

test('Partitions of a device share its counters', (t) => {
	const partition = (index: number): Device =>
		gpu(index, 'A100', {consumesCounters: [{counterSet: 'card', counters: {memory: {value: '20Gi'}}}]});
	const [card] = [slice('node-a', partition(0), partition(1), partition(2))];
	const shared: ResourceSlice = {
		...card,
		spec: {...card.spec, sharedCounters: [{name: 'card', counters: {memory: {value: '40Gi'}}}]},
	};
	t.is(answer({requests: [{name: 'gpu', exactly: exactly({count: 2})}]}, [shared]), 'gpu=gpu-0 gpu=gpu-1');
	t.is(answer({requests: [{name: 'gpu', exactly: exactly({count: 3})}]}, [shared]), nothing);
	t.is(answer({requests: [{name: 'gpu', exactly: exactly()}]}, [shared], ['gpu-0', 'gpu-1']), nothing);
});

test('A pool whose slices are not all there gives nothing', (t) => {
	const first = slice('node-a', gpu(0), gpu(1));
	const half: ResourceSlice = {
		...first,
		spec: {...first.spec, pool: {name: 'node-a', generation: 2, resourceSliceCount: 2}},
	};
	t.is(answer({requests: [{name: 'gpu', exactly: exactly()}]}, [half]), nothing);
	t.is(
		answer({requests: [{name: 'gpu', exactly: {deviceClassName: 'gpu', allocationMode: 'All'}}]}, [half]),
		`claim default/claim, request gpu: asks for all devices, but resource pool ${driver}/node-a is currently being updated`,
	);
});

test('A search that takes too long ends', (t) => {
	const many = [slice('node-a', ...Array.from({length: 24}, (_, index) => gpu(index, `model-${index % 12}`)))];
	const requests = [{name: 'gpu', exactly: exactly({count: 12})}];
	const constraints = [
		{distinctAttribute: `${driver}/model`},
		{requests: ['gpu'], matchAttribute: `${driver}/driverVersion`},
	];
	t.regex(
		answer({requests: [...requests, {name: 'more', exactly: select('false')}], constraints}, many),
		/^timed out trying to allocate devices$/,
	);
});
