import {note, type Routine} from '../../kernel/routine.js';
import {isNotFound} from '../../client/errors.js';
import {keyOf, type Delivered} from '../../client/informer.js';
import type {Endpoint, EndpointSlice, ObjectMeta, Pod, Service} from '../../objects/kubernetes.generated.js';
import {controllerOf, ownerReference} from '../../objects/owner.js';
import {registryKey} from '../../objects/resources.js';
import type {Controller, Tools} from '../controller.js';
import {same} from '../deployment/revision.js';
import {addressesOf, canBeEndpoint, endpointOf, familiesOf, servedPorts, type Family} from './endpoint.js';
import {hinted} from './hints.js';
import {planHintedSlices} from './plan-hinted-slices.js';
import {planSlices, type Group, type NewSlice, type SlicePlan} from './plan-slices.js';
import {isOverloaded, wantsTopologyHints, zoneShares, type ByZone} from './topology-hints.js';
import {headlessLabel, podsOf, selects, servicesOf, triggerAnnotation, TriggerTimes} from './services-of.js';

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
	build(tools) {
		const reconciler = new Reconciler(tools);
		return {
			handlers: {
				services: ({object}) => [keyOf(object)],
				pods: (change) => servicesOf(tools, change),
				nodes: () => reconciler.overloaded(),
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

	/** Service → family → endpoints that zones were given by hints. */
	readonly #hints = new Map<string, Map<Family, ByZone>>();

	constructor(readonly tools: Tools) {}

	/** Services whose hints do not suit the nodes any more. */
	overloaded(): readonly string[] {
		if (this.#hints.size === 0) {
			return [];
		}

		const shares = zoneShares(this.tools.informer('nodes').list());
		return [...this.#hints]
			.filter(([, families]) => [...families.values()].some((byZone) => isOverloaded(byZone, shares)))
			.map(([key]) => key);
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
				yield key;
			}
		}
	}

	*sync(key: string): Routine {
		const {tools} = this;
		const service = tools.informer('services').getByKey(key);
		if (!service) {
			this.#triggers.forget(key);
			this.#unseen.delete(key);
			this.#hints.delete(key);
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
			return;
		}

		const trigger = this.#triggers.next(service, pods);
		for (const family of familiesOf(service)) {
			const groups = this.#groups(service, usable, family);
			const ours = existing.filter(({addressType}) => addressType === family);
			yield* this.#apply(service, family, groups, ours, trigger);
		}

		for (const slice of existing) {
			if (!familiesOf(service).includes(slice.addressType as Family)) {
				yield* this.#remove(service, slice);
			}
		}
	}

	#groups(service: Service, pods: readonly Pod[], family: Family): Group[] {
		const nodes = this.tools.informer('nodes');
		const groups = new Map<string, {ports: ReturnType<typeof servedPorts>; endpoints: Endpoint[]}>();
		const keys = new Map<object, string>();
		for (const pod of pods) {
			const node = pod.spec?.nodeName ? nodes.get(undefined, pod.spec.nodeName) : undefined;
			if (addressesOf(pod, family).length === 0 || (pod.spec?.nodeName && !node)) {
				continue;
			}

			const ports = servedPorts(service, pod);
			const key = keys.get(ports) ?? JSON.stringify(ports);
			keys.set(ports, key);
			const group = groups.get(key) ?? {ports, endpoints: []};
			group.endpoints.push(endpointOf(pod, node, service, family));
			groups.set(key, group);
		}

		return [...groups.values()].map(({ports, endpoints}) => ({
			ports,
			endpoints: wantsTopologyHints(service) ? endpoints : hinted(service, endpoints),
		}));
	}

	*#apply(
		service: Service,
		family: Family,
		groups: readonly Group[],
		existing: readonly EndpointSlice[],
		trigger: string | undefined,
	): Routine {
		const plan = wantsTopologyHints(service)
			? yield* this.#withTopologyHints(service, family, groups, existing)
			: planSlices(family, groups, existing);
		if (!wantsTopologyHints(service) && this.#hints.has(keyOf(service))) {
			this.#hints.delete(keyOf(service));
			yield* this.#hintsEvent(service, family, 'Warning', 'Topology Aware Hints has been disabled');
		}

		const written = new Set(plan.update.map(({slice}) => slice));
		const removed = new Set(plan.remove);
		for (const content of plan.create) {
			yield* this.#create(service, content, trigger);
		}

		for (const {slice, content} of plan.update) {
			yield* this.#update(service, slice, content, trigger);
		}

		for (const slice of plan.remove) {
			yield* this.#remove(service, slice);
		}

		for (const slice of existing) {
			if (!written.has(slice) && !removed.has(slice) && !same(slice.metadata.labels, labelsFor(service))) {
				yield* this.#update(
					service,
					slice,
					{addressType: family, ports: (slice.ports ?? []) as NewSlice['ports'], endpoints: slice.endpoints ?? []},
					trigger,
				);
			}
		}
	}

	*#withTopologyHints(
		service: Service,
		family: Family,
		groups: readonly Group[],
		existing: readonly EndpointSlice[],
	): Routine<SlicePlan> {
		const {plan, hinting} = planHintedSlices(family, groups, existing, zoneShares(this.tools.informer('nodes').list()));
		const key = keyOf(service);
		const before = this.#hints.get(key);
		if ('disabled' in hinting) {
			this.#hints.delete(key);
			yield* this.#hintsEvent(service, family, 'Warning', hinting.disabled);
		} else {
			this.#hints.set(key, new Map([...(before ?? []), [family, hinting.byZone]]));
			if (!before) {
				yield* this.#hintsEvent(service, family, 'Normal', 'Topology Aware Hints has been enabled');
			}
		}

		return plan;
	}

	#hintsEvent(service: Service, family: Family, type: 'Normal' | 'Warning', message: string): Routine {
		const reason = type === 'Normal' ? 'TopologyAwareHintsEnabled' : 'TopologyAwareHintsDisabled';
		return this.tools.recorder.event(service, type, reason, `${message}, addressType: ${family}`);
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
		yield* note(
			'endpoints.publish',
			after
				? `EndpointSlice ${slice.metadata.name} of Service ${service.metadata.name} lists ${after.endpoints?.length ?? 0} endpoints, ${ready.length} ready${ready.length > 0 && ready.length <= 4 ? `: ${ready.map(({addresses}) => addresses[0]).join(', ')}` : ''}. Whoever watches slices learns of it now.`
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
