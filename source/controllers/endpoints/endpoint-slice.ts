import {note, type Routine} from '../../kernel/routine.js';
import {ApiError, isNotFound} from '../../client/errors.js';
import {keyOf, type Delivered} from '../../client/informer.js';
import type {Endpoint, EndpointSlice, ObjectMeta, Pod, Service} from '../../objects/kubernetes.generated.js';
import {controllerOf, ownerReference} from '../../objects/owner.js';
import {registryKey} from '../../objects/resources.js';
import type {Controller, Tools} from '../controller.js';
import {same} from '../deployment/revision.js';
import {addressesOf, canBeEndpoint, endpointOf, familiesOf, servedPorts, type Family} from './endpoint.js';
import {followsTopology} from './hints.js';
import {planSlices, type Group, type NewSlice} from './plan-slices.js';
import {headlessLabel, podsOf, selects, servicesOf, triggerAnnotation, TriggerTimes} from './services-of.js';
import {TopologyCache, type HintsEvent} from './topology-cache.js';
import type {ByZone} from './topology-hints.js';

const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
const serviceLabel = 'kubernetes.io/service-name';
const manager = 'endpointslice-controller.k8s.io';

/**
Publishes the addresses and ports of a Service's Pods as EndpointSlices, which kube-proxy and many others follow.

@see https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/
@mirrors k8s.io/endpointslice
*/
export const endpointSlice: Controller = {
	name: 'endpointslice',
	reportsAs: 'endpoint-slice-controller',
	firstBackoffMs: 1000,
	build(tools) {
		const reconciler = new Reconciler(tools);
		return {
			handlers: {
				services: ({object}) => [keyOf(object)],
				pods: (change) => servicesOf(tools, change),
				nodes: (change) => reconciler.topology.onNode(change),
				'endpointslices.discovery.k8s.io': (change) => reconciler.onSlice(change),
			},
			sync: (key) => reconciler.sync(key),
		};
	},
};

class Reconciler {
	readonly #triggers = new TriggerTimes();
	/** Slices written and not yet seen in the cache: service → slice → its resource version, '' when deleted. */
	readonly #unseen = new Map<string, Map<string, string>>();

	/** Services that were to be looked at before their slices were seen. */
	readonly #waiting = new Set<string>();
	readonly topology: TopologyCache;

	constructor(readonly tools: Tools) {
		this.topology = new TopologyCache(() => tools.informer('nodes').list());
	}

	/** Its own writes coming back only end the waiting; a foreign hand in its slices wakes it. */
	*onSlice({type, object}: Delivered<EndpointSlice>): Iterable<string> {
		const {namespace, name, labels, resourceVersion} = object.metadata;
		const service = labels?.[serviceLabel];
		if (service === undefined || labels?.[managedByLabel] !== manager) {
			return;
		}

		const key = `${namespace}/${service}`;
		const unseen = this.#unseen.get(key);
		const expected = unseen?.get(name);
		if (expected === undefined) {
			if (type !== 'ADDED') {
				yield key;
			}

			return;
		}

		if (expected === '' ? type === 'DELETED' : Number(resourceVersion) >= Number(expected)) {
			unseen!.delete(name);
			if (unseen!.size === 0) {
				this.#unseen.delete(key);
				if (this.#waiting.delete(key)) {
					yield key;
				}
			}
		}
	}

	*sync(key: string): Routine {
		const {tools} = this;
		const service = tools.informer('services').getByKey(key);
		if (!service) {
			this.#triggers.forget(key);
			this.#unseen.delete(key);
			this.#waiting.delete(key);
			yield* note('controller.endpointslice.sync', `Service ${key} is gone; its slices belong to it and go with it.`, {
				key,
			});
			return;
		}

		const object = registryKey('services', service.metadata.namespace, service.metadata.name);
		if (!selects(service)) {
			yield* note(
				'controller.endpointslice.sync',
				`Service ${key} selects no Pods: its slices are not made here.`,
				{key},
				{object},
			);
			return;
		}

		const existing = tools
			.informer('endpointslices.discovery.k8s.io')
			.byIndex('service', key)
			.filter(
				({metadata}) => metadata.labels?.[managedByLabel] === manager && metadata.deletionTimestamp === undefined,
			);
		const pods = podsOf(tools, service);
		const usable = pods.filter((pod) => canBeEndpoint(pod, true));
		const waiting = this.#unseen.has(key);
		yield* note(
			'controller.endpointslice.sync',
			`Service ${key} selects ${pods.length} Pods, ${usable.length} with an address; it has ${existing.length} slices.${waiting ? ' The cache does not show the last write yet, so it waits.' : ''}`,
			{selector: service.spec!.selector, pods: pods.length, endpoints: usable.length, slices: existing.length},
			{object},
		);
		if (waiting) {
			this.#waiting.add(key);
			return;
		}

		const trigger = this.#triggers.next(service, pods);
		const homeless = new Set<Pod>();
		for (const family of familiesOf(service)) {
			const groups = this.#groups(service, usable, family, homeless);
			const ours = existing.filter(({addressType}) => addressType === family);
			yield* this.#apply(service, family, groups, ours, trigger);
		}

		for (const slice of existing) {
			if (!familiesOf(service).includes(slice.addressType as Family)) {
				yield* this.#remove(service, slice);
			}
		}

		yield* this.#failFor(service, [...homeless]);
	}

	/** Pods on nodes that do not exist are left out, and looked at again later. */
	*#failFor(service: Service, pods: readonly Pod[]): Routine {
		const key = keyOf(service);
		const skipped = pods.map(
			({metadata, spec}) => `skipping Pod ${metadata.name} for Service ${key}: Node ${spec?.nodeName ?? ''} Not Found`,
		);
		if (skipped.length === 0) {
			return;
		}

		const message = skipped.length === 1 ? skipped[0]! : `[${skipped.join(', ')}]`;
		yield* this.tools.recorder.event(
			service,
			'Warning',
			'FailedToUpdateEndpointSlices',
			`Error updating Endpoint Slices for Service ${key}: ${message}`,
		);
		throw new ApiError({kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message});
	}

	#groups(service: Service, pods: readonly Pod[], family: Family, homeless: Set<Pod>): Group[] {
		const nodes = this.tools.informer('nodes');
		const groups = new Map<string, {ports: ReturnType<typeof servedPorts>; endpoints: Endpoint[]}>();
		const keys = new Map<object, string>();
		for (const pod of pods) {
			const node = nodes.get(undefined, pod.spec?.nodeName ?? '');
			if (!node && !service.spec?.publishNotReadyAddresses) {
				homeless.add(pod);
				continue;
			}

			if (addressesOf(pod, family).length === 0) {
				continue;
			}

			const ports = servedPorts(service, pod);
			const key = keys.get(ports) ?? JSON.stringify(ports);
			keys.set(ports, key);
			const group = groups.get(key) ?? {ports, endpoints: []};
			group.endpoints.push(endpointOf(pod, node, service, family));
			groups.set(key, group);
		}

		return [...groups.values()];
	}

	*#apply(
		service: Service,
		family: Family,
		groups: readonly Group[],
		existing: readonly EndpointSlice[],
		trigger: string | undefined,
	): Routine {
		const labels = labelsFor(service);
		const isStale = (slice: EndpointSlice) => !same(slice.metadata.labels, labels);
		const {plan, events, ratios} = this.topology.hint(service, family, planSlices(family, groups, existing, isStale));
		if (followsTopology(service)) {
			yield* this.#shared(service, ratios, events);
		}

		try {
			for (const content of plan.create) {
				yield* this.#create(service, content, trigger);
			}

			for (const {slice, content} of plan.update) {
				yield* this.#update(service, slice, content, trigger);
			}

			for (const slice of plan.remove) {
				yield* this.#remove(service, slice);
			}
		} finally {
			for (const {type, reason, message} of events) {
				yield* this.tools.recorder.event(service, type, reason, message);
			}
		}
	}

	*#shared(service: Service, ratios: ByZone | undefined, events: readonly HintsEvent[]): Routine {
		const key = keyOf(service);
		const parts = [...(ratios ?? [])].map(([zone, part]) => `${zone} has ${Math.round(part * 100)} %`).join(', ');
		const refusal = events.find(({type}) => type === 'Warning')?.message;
		yield* note(
			'controller.endpointslice.sync',
			refusal === undefined
				? `The endpoints of Service ${key} are shared out among the zones by their CPUs: ${parts}.`
				: `The endpoints of Service ${key} get no hints: ${refusal}.`,
			{key, cpuRatios: Object.fromEntries(ratios ?? []), events},
			{object: registryKey('services', service.metadata.namespace, service.metadata.name)},
		);
	}

	*#create(service: Service, {addressType, ports, endpoints}: NewSlice, trigger: string | undefined): Routine {
		const {namespace, name} = service.metadata;
		const created = yield* this.tools.client.create('endpointslices.discovery.k8s.io', namespace, {
			apiVersion: 'discovery.k8s.io/v1',
			kind: 'EndpointSlice',
			metadata: {
				generateName: `${name}-`,
				namespace,
				labels: labelsFor(service),
				...(trigger ? {annotations: {[triggerAnnotation]: trigger}} : {}),
				ownerReferences: [ownerReference({apiVersion: 'v1', kind: 'Service', metadata: service.metadata})],
			},
			addressType,
			endpoints,
			ports,
		});
		this.#expect(service, created.metadata.name, created.metadata.resourceVersion);
		yield* this.#published(service, undefined, created);
	}

	*#update(service: Service, slice: EndpointSlice, content: NewSlice, trigger: string | undefined): Routine {
		const {[triggerAnnotation]: _, ...annotations} = slice.metadata.annotations ?? {};
		const metadata: ObjectMeta = {
			...slice.metadata,
			labels: labelsFor(service),
			annotations: trigger ? {...annotations, [triggerAnnotation]: trigger} : annotations,
			ownerReferences: controllerOf(slice)
				? slice.metadata.ownerReferences
				: [ownerReference({apiVersion: 'v1', kind: 'Service', metadata: service.metadata})],
		};
		const updated = yield* this.tools.client.update('endpointslices.discovery.k8s.io', {
			...slice,
			...content,
			metadata,
		});
		this.#expect(service, updated.metadata.name, updated.metadata.resourceVersion);
		yield* this.#published(service, slice, updated);
	}

	*#remove(service: Service, slice: EndpointSlice): Routine {
		const {namespace, name} = slice.metadata;
		try {
			this.#expect(service, name, '');
			yield* this.tools.client.delete('endpointslices.discovery.k8s.io', namespace, name);
		} catch (error) {
			this.#unseen.get(keyOf(service))?.delete(name);
			if (!isNotFound(error)) {
				throw error;
			}
		}

		yield* this.#published(service, slice, undefined);
	}

	#expect(service: Service, slice: string, resourceVersion: string): void {
		const key = keyOf(service);
		const seen = this.tools.informer('endpointslices.discovery.k8s.io').get(service.metadata.namespace, slice);
		if (resourceVersion !== '' && seen && Number(seen.metadata.resourceVersion) >= Number(resourceVersion)) {
			return;
		}

		const unseen = this.#unseen.get(key) ?? new Map<string, string>();
		unseen.set(slice, resourceVersion);
		this.#unseen.set(key, unseen);
	}

	*#published(service: Service, before: EndpointSlice | undefined, after: EndpointSlice | undefined): Routine {
		const slice = (after ?? before)!;
		const ready = (after?.endpoints ?? []).filter(({conditions}) => conditions?.ready);
		const hints = ready.filter(({hints: given}) => given !== undefined).length;
		yield* note(
			'endpoints.publish',
			after
				? `EndpointSlice ${slice.metadata.name} of Service ${service.metadata.name} lists ${after.endpoints?.length ?? 0} endpoints, ${ready.length} ready${ready.length > 0 && ready.length <= 4 ? `: ${ready.map(({addresses}) => addresses[0]).join(', ')}` : ''}${hints > 0 ? `; ${hints} say by a hint for which zone or node they are` : ''}. Whoever watches slices learns of it now.`
				: `EndpointSlice ${slice.metadata.name} of Service ${service.metadata.name} has nothing left to say and is deleted.`,
			{before, after},
			{object: registryKey('endpointslices.discovery.k8s.io', slice.metadata.namespace, slice.metadata.name)},
		);
	}
}

/** The Service's labels, and whose and what the slice is. */
const labelsFor = ({metadata, spec}: Service): Readonly<Record<string, string>> => {
	const {[headlessLabel]: _, [serviceLabel]: __, [managedByLabel]: ___, ...labels} = metadata.labels ?? {};
	return {
		...labels,
		...(spec?.clusterIP === 'None' ? {[headlessLabel]: ''} : {}),
		[serviceLabel]: metadata.name,
		[managedByLabel]: manager,
	};
};
