import test from 'ava';
import {Random} from '../../kernel/random.js';
import type {Endpoint, EndpointSlice, Node, Pod, Service} from '../../objects/kubernetes.generated.js';
import {matchesLabels} from '../../objects/labels.js';
import {addressesOf, canBeEndpoint, endpointOf, servedPorts} from './endpoint.js';
import type {ServedPort} from './port-order.js';
import {planSlices, type SlicePlan} from './plan-slices.js';
import {planSubsets, truncated} from './plan-subsets.js';
import {SelectedPods} from './selected-pods.js';
import {ServiceAddresses} from './service-addresses.js';
import {ServiceEndpoints} from './service-endpoints.js';

const metadataOf = (name: string, labels: Readonly<Record<string, string>> = {}) => ({
	name,
	namespace: 'default',
	uid: `uid-${name}`,
	resourceVersion: '1',
	creationTimestamp: '2026-01-01T00:00:00Z',
	labels,
});

/** A cache of Pods that changes at random, and notifies its followers. */
class Cache {
	readonly #random: Random;
	readonly #pods = new Map<string, Pod>();
	readonly nodes = new Map<string, Node>();
	readonly observers: Array<(key: string, old: Pod | undefined, pod: Pod | undefined) => void> = [];
	#made = 0;

	constructor(seed: number) {
		this.#random = new Random(seed, 'cache');
		for (const [name, zone] of [
			['node-a', 'zone-a'],
			['node-b', 'zone-b'],
		] as const) {
			this.nodes.set(name, {
				apiVersion: 'v1',
				kind: 'Node',
				metadata: metadataOf(name, {'topology.kubernetes.io/zone': zone}),
				spec: {},
				status: {},
			});
		}
	}

	one<T>(first: T, ...others: readonly T[]): T {
		const [item = first] = others.slice(this.#random.below(others.length + 1));
		return item;
	}

	list(): readonly Pod[] {
		return [...this.#pods.values()];
	}

	get(_namespace: string | undefined, name: string): Node | undefined {
		return this.nodes.get(name);
	}

	#put(key: string, pod: Pod | undefined): void {
		const old = this.#pods.get(key);
		if (pod) {
			this.#pods.set(key, Object.freeze(pod));
		} else {
			this.#pods.delete(key);
		}

		for (const observer of this.observers) {
			observer(key, old, pod);
		}
	}

	/** A Pod is added, removed, or changed in one of many ways. */
	change(): void {
		const keys = [...this.#pods.keys()];
		const key = keys.length === 0 ? undefined : this.one(keys[0], ...keys);
		const pod = key === undefined ? undefined : this.#pods.get(key);
		if (key === undefined || !pod || this.one(0, 0, 1) === 1) {
			this.#create();
			return;
		}

		const {metadata, spec, status} = pod;
		const ready = this.one('True', 'False');
		const readySince = `2026-01-01T00:00:${10 + this.#random.below(40)}Z`;
		const condition = {type: 'Ready', status: ready, lastTransitionTime: readySince};
		const changes: ReadonlyArray<Partial<Pod>> = [
			{metadata: {...metadata, labels: {app: this.one('web', 'web', 'other')}}},
			{metadata: {...metadata, deletionTimestamp: '2026-01-01T00:00:00Z'}},
			{metadata: {...metadata, annotations: {note: String(this.#random.below(100))}}},
			{status: {...status, phase: this.one('Running', 'Running', 'Succeeded')}},
			{status: {...status, podIP: this.#ip(), podIPs: undefined}},
			{status: {...status, conditions: [condition]}},
			{status: {...status, conditions: [condition]}},
			{status: {...status, conditions: [condition]}},
			{spec: {...spec, nodeName: this.one('node-a', 'node-b', 'node-c')}},
		];
		const change = this.one<Partial<Pod> | 'gone'>('gone', ...changes);
		this.#put(key, change === 'gone' ? undefined : {...pod, ...change});
	}

	#ip(): string {
		return `10.244.${this.#random.below(3)}.${this.#random.below(200)}`;
	}

	#create(): void {
		const name = `web-${this.#made++}`;
		const port = this.one(8080, 8080, 8080, 8080, 8080, 9090);
		this.#put(`default/${name}`, {
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: metadataOf(name, {app: this.one('web', 'web', 'other')}),
			spec: {
				nodeName: this.one('node-a', 'node-b'),
				containers: [{name: 'main', ports: [{name: 'http', containerPort: port}]}],
			},
			status: {phase: 'Running', ...(this.one(true, false) && {podIP: this.#ip()})},
		});
	}
}

const serviceWith = (spec: Partial<Service['spec']>): Service => ({
	apiVersion: 'v1',
	kind: 'Service',
	metadata: metadataOf('web'),
	spec: {selector: {app: 'web'}, clusterIP: '10.96.0.1', ports: [{port: 80, protocol: 'TCP'}], ...spec},
	status: {},
});

const services: Readonly<Record<string, Service>> = {
	'a number as target port': serviceWith({}),
	'a name as target port': serviceWith({ports: [{port: 80, protocol: 'TCP', targetPort: 'http'}]}),
	'two ports': serviceWith({
		ports: [
			{name: 'a', port: 80, protocol: 'TCP', targetPort: 8080},
			{name: 'b', port: 81, protocol: 'TCP', targetPort: 'http'},
		],
	}),
	'Pods that are not ready': serviceWith({publishNotReadyAddresses: true}),
	'no ports': serviceWith({clusterIP: 'None', ports: undefined}),
};

const selectedBy = (service: Service, pods: readonly Pod[]): Pod[] =>
	pods.filter(({metadata}) => matchesLabels(service.spec?.selector, metadata.labels));

const seeds = Array.from({length: 12}, (_, index) => index + 1);

for (const [what, service] of Object.entries(services)) {
	test(`the addresses kept for a Service with ${what} are those of all its Pods`, (t) => {
		for (const seed of seeds) {
			const cache = new Cache(seed);
			const sets = new SelectedPods(cache, () => new ServiceAddresses(6));
			cache.observers.push(sets.onPod);
			for (let round = 0; round < 60; round++) {
				for (let count = cache.one(0, 1, 1, 3); count > 0; count--) {
					cache.change();
				}

				const current = cache.one(service, service, {...service});
				const {size, set} = sets.of(current);
				const pods = selectedBy(current, cache.list());
				const subsets = planSubsets(current, pods);
				t.is(size, pods.length);
				t.deepEqual(set.plan(), {
					subsets: truncated(subsets, 6) ?? subsets,
					isTruncated: truncated(subsets, 6) !== undefined,
				});
			}
		}
	});
}

const nameOf = ({metadata}: Pod): string => metadata.name;

/** The endpoints of a Service by their ports, from a scan of all Pods. */
const allGroups = (cache: Cache, service: Service) => {
	const groups = new Map<string, {ports: readonly ServedPort[]; endpoints: Endpoint[]}>();
	const homeless: Pod[] = [];
	const usable = selectedBy(service, cache.list()).filter((pod) => canBeEndpoint(pod, true));
	for (const pod of usable) {
		const node = cache.get(undefined, pod.spec?.nodeName ?? '');
		if (!node && !service.spec?.publishNotReadyAddresses) {
			homeless.push(pod);
		} else if (addressesOf(pod, 'IPv4').length > 0) {
			const ports = servedPorts(service, pod);
			const key = JSON.stringify(ports);
			const group = groups.get(key) ?? {ports, endpoints: []};
			group.endpoints.push(endpointOf(pod, node, service, 'IPv4'));
			groups.set(key, group);
		}
	}

	return {usable: usable.length, homeless, groups: [...groups.values()]};
};

/** The slices of a Service, as writes change them. Some writes fail, and some slices are changed by others. */
class Slices {
	list: readonly EndpointSlice[] = [];
	#made = 0;

	constructor(readonly cache: Cache) {}

	apply({create, update, remove}: SlicePlan): void {
		const fails = () => this.cache.one(false, false, false, true);
		const changed = new Map(update.filter(() => !fails()).map(({slice, content}) => [slice, {...slice, ...content}]));
		const gone = new Set(remove.filter(() => !fails()));
		const made = create
			.filter(() => !fails())
			.map((content) => ({
				apiVersion: 'discovery.k8s.io/v1',
				kind: 'EndpointSlice',
				...content,
				metadata: metadataOf(`web-${this.#made++}`),
			}));
		this.list = [
			...this.list.filter((slice) => !gone.has(slice)).map((slice) => changed.get(slice) ?? slice),
			...made,
		].map((slice) => Object.freeze(slice));
		this.#meddle();
	}

	#meddle(): void {
		const [first, second] = this.list;
		switch (this.cache.one(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)) {
			case 0: {
				this.list = this.list.slice(1);
				break;
			}

			case 1: {
				this.#replace(first, (endpoints) => endpoints.slice(1));
				break;
			}

			case 2: {
				this.#replace(second, (endpoints) => [...endpoints, ...(first?.endpoints ?? []).slice(0, 1)]);
				break;
			}

			case 3: {
				this.#replace(first, (endpoints) => endpoints.map((endpoint) => ({...endpoint, zone: 'elsewhere'})));
				break;
			}

			case 4: {
				this.#replace(first, (endpoints) =>
					endpoints.map((endpoint) => ({...endpoint, hints: {forZones: [{name: 'a'}]}})),
				);
				break;
			}

			default:
		}
	}

	#replace(slice: EndpointSlice | undefined, change: (endpoints: readonly Endpoint[]) => readonly Endpoint[]): void {
		this.list = this.list.map((other) =>
			other === slice ? {...slice, endpoints: change(slice.endpoints ?? [])} : other,
		);
	}
}

for (const [what, service] of Object.entries(services)) {
	test(`the slices planned for a Service with ${what} are those that a look at all its Pods gives`, (t) => {
		for (const seed of seeds) {
			const cache = new Cache(seed);
			const slices = new Slices(cache);
			const sets = new SelectedPods(cache, () => new ServiceEndpoints(cache, 4));
			cache.observers.push(sets.onPod);
			for (let round = 0; round < 80; round++) {
				for (let count = cache.one(0, 1, 1, 3); count > 0; count--) {
					cache.change();
				}

				const current = cache.one(service, service, service, {...service});
				const stale = cache.one(undefined, undefined, undefined, slices.list[0]);
				const isStale = (slice: EndpointSlice) => slice === stale;
				const {set} = sets.of(current);
				const all = allGroups(cache, current);
				t.deepEqual([set.usable, set.homeless.map(nameOf)], [all.usable, all.homeless.map(nameOf)]);
				const plan = set.plan('IPv4', slices.list, isStale);
				t.deepEqual(plan, planSlices('IPv4', all.groups, slices.list, isStale, 4), `seed ${seed}, round ${round}`);
				slices.apply(plan);
			}
		}
	});
}

test('an endpoint and an address stay one object as long as nothing about them changes', (t) => {
	const service = serviceWith({});
	const pod = (ready: string, ip: string): Pod => ({
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: metadataOf('web-1', {app: 'web'}),
		spec: {nodeName: 'node-a', containers: []},
		status: {podIP: ip, conditions: [{type: 'Ready', status: ready}]},
	});
	const cache = new Cache(1);
	const endpoints = new ServiceEndpoints(cache);
	const addresses = new ServiceAddresses();
	const endpoint = (one: Pod) => {
		endpoints.put('default/web-1', {pod: one, order: 0});
		return endpoints.plan('IPv4', [], () => false).create[0]?.endpoints[0];
	};

	const address = (one: Pod) => {
		addresses.put('default/web-1', {pod: one, order: 0});
		const [subset] = addresses.plan().subsets;
		return (subset?.addresses ?? subset?.notReadyAddresses)?.[0];
	};

	endpoints.reset(service);
	addresses.reset(service);
	t.is(endpoint(pod('True', '10.0.0.1')), endpoint(pod('True', '10.0.0.1')));
	t.not(endpoint(pod('True', '10.0.0.1')), endpoint(pod('False', '10.0.0.1')));
	t.is(address(pod('True', '10.0.0.1')), address(pod('False', '10.0.0.1')));
	t.not(address(pod('True', '10.0.0.1')), address(pod('True', '10.0.0.2')));
	t.is(addresses.plan(), addresses.plan());
});
