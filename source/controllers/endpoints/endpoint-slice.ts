import type {Routine} from '../../kernel/routine.js';
import {ApiError} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {Endpoint, EndpointSlice, Pod, Service} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import {addressesOf, canBeEndpoint, endpointOf, familiesOf, servedPorts, type Family} from './endpoint.js';
import {followsTopology} from './hints.js';
import {planSlices, type Group} from './plan-slices.js';
import {podsOf, selects, servicesOf, TriggerTimes} from './services-of.js';
import {isManaged, labelsFor, SliceWriter} from './slice-writer.js';
import {TopologyCache, type HintsEvent} from './topology-cache.js';
import type {ByZone} from './topology-hints.js';
import {equal} from '../../kernel/equality.js';

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
				'endpointslices.discovery.k8s.io': (change) => reconciler.writer.onSlice(change),
			},
			sync: (key) => reconciler.sync(key),
		};
	},
};

class Reconciler {
	readonly #triggers = new TriggerTimes();
	readonly writer: SliceWriter;
	readonly topology: TopologyCache;

	constructor(readonly tools: Tools) {
		this.writer = new SliceWriter(tools);
		this.topology = new TopologyCache(() => tools.informer('nodes').list());
	}

	*sync(key: string): Routine {
		const {tools} = this;
		const service = tools.informer('services').getByKey(key);
		if (!service) {
			this.#triggers.forget(key);
			this.writer.forget(key);
			yield* note('controller.endpointslice.sync', {case: 'gone', key});
			return;
		}

		const object = registryKey('services', service.metadata.namespace, service.metadata.name);
		if (!selects(service)) {
			yield* note('controller.endpointslice.sync', {case: 'no-selector', key}, {object});
			return;
		}

		const existing = tools
			.informer('endpointslices.discovery.k8s.io')
			.byIndex('service', key)
			.filter((slice) => isManaged(slice) && slice.metadata.deletionTimestamp === undefined);
		const pods = podsOf(tools, service);
		const usable = pods.filter((pod) => canBeEndpoint(pod, true));
		const waits = this.writer.waitsFor(key);
		yield* note(
			'controller.endpointslice.sync',
			{
				case: 'compare',
				key,
				selector: service.spec?.selector,
				pods: pods.length,
				endpoints: usable.length,
				slices: existing.length,
				waits,
			},
			{object},
		);
		if (waits) {
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
			if (!familiesOf(service).some((family) => family === slice.addressType)) {
				yield* this.writer.remove(service, slice);
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

		const message = skipped.length === 1 ? skipped.join('') : `[${skipped.join(', ')}]`;
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
		const isStale = (slice: EndpointSlice) => !equal(slice.metadata.labels, labels);
		const {plan, events, ratios} = this.topology.hint(service, family, planSlices(family, groups, existing, isStale));
		if (followsTopology(service)) {
			yield* this.#shared(service, ratios, events);
		}

		try {
			for (const content of plan.create) {
				yield* this.writer.create(service, content, trigger);
			}

			for (const {slice, content} of plan.update) {
				yield* this.writer.update(service, slice, content, trigger);
			}

			for (const slice of plan.remove) {
				yield* this.writer.remove(service, slice);
			}
		} finally {
			for (const {type, reason, message} of events) {
				yield* this.tools.recorder.event(service, type, reason, message);
			}
		}
	}

	*#shared(service: Service, ratios: ByZone | undefined, events: readonly HintsEvent[]): Routine {
		const key = keyOf(service);
		const refusal = events.find(({type}) => type === 'Warning')?.message;
		yield* note(
			'controller.endpointslice.sync',
			{case: 'hints', key, cpuRatios: Object.fromEntries(ratios ?? []), refusal},
			{object: registryKey('services', service.metadata.namespace, service.metadata.name)},
		);
	}
}
