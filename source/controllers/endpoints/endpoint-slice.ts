import type {Routine} from '../../kernel/routine.js';
import {ApiError} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {Node, Pod, Service} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import type {Family} from '../../objects/ip.js';
import {familiesOf} from './endpoint.js';
import {followsTopology} from './hints.js';
import type {SlicePlan} from './plan-slices.js';
import {SelectedPods} from './selected-pods.js';
import {ServiceEndpoints} from './service-endpoints.js';
import {selects, servicesOf, TriggerTimes} from './services-of.js';
import {isManaged, labelsFor, SliceWriter} from './slice-writer.js';
import {TopologyCache, type HintsEvent} from './topology-cache.js';
import {zoneOf, type ByZone} from './topology-hints.js';
import {equal} from '../../kernel/equality.js';
import {allow} from '../controller-roles.js';

/**
Publishes the addresses and ports of a Service's Pods as EndpointSlices, which kube-proxy and other programs follow.

@see https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/
@mirrors k8s.io/endpointslice
*/
export const endpointSlice: Controller = {
	name: 'endpointslice',
	reportsAs: 'endpoint-slice-controller',
	account: 'endpointslice-controller',
	rules: [
		allow('get list watch', 'nodes pods services'),
		allow('update', 'services/finalizers'),
		allow('create delete get list update watch', 'endpointslices', 'discovery.k8s.io'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
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
	readonly #endpoints: SelectedPods<ServiceEndpoints>;

	constructor(readonly tools: Tools) {
		const {kernel, informer} = tools;
		const nodes = informer('nodes');
		this.writer = new SliceWriter(tools);
		this.topology = new TopologyCache(() => nodes.list());
		this.#endpoints = new SelectedPods(informer('pods'), () => new ServiceEndpoints(nodes));
		kernel.atExit(informer('pods').observe(this.#endpoints.onPod));
		kernel.atExit(nodes.observe((_, old, node) => this.#onNode(old, node)));
	}

	/** An endpoint reports its zone. */
	#onNode(old: Node | undefined, node: Node | undefined): void {
		if (!old || !node || zoneOf(old) !== zoneOf(node)) {
			this.#endpoints.invalidate();
		}
	}

	*sync(key: string): Routine {
		const {tools} = this;
		const service = tools.informer('services').getByKey(key);
		if (!service) {
			this.#triggers.forget(key);
			this.writer.forget(key);
			this.#endpoints.forget(key);
			yield* note('controller.endpointslice.sync', {case: 'gone', key});
			return;
		}

		const object = registryKey('services', service.metadata.namespace, service.metadata.name);
		if (!selects(service)) {
			this.#endpoints.forget(key);
			yield* note('controller.endpointslice.sync', {case: 'no-selector', key}, {object});
			return;
		}

		const existing = tools
			.informer('endpointslices.discovery.k8s.io')
			.byIndex('service', key)
			.filter((slice) => isManaged(slice) && slice.metadata.deletionTimestamp === undefined);
		const {size, set: endpoints} = this.#endpoints.of(service);
		const waits = this.writer.waitsFor(key);
		yield* note(
			'controller.endpointslice.sync',
			{
				case: 'compare',
				key,
				selector: service.spec?.selector,
				pods: size,
				endpoints: endpoints.usable,
				slices: existing.length,
				waits,
			},
			{object},
		);
		if (waits) {
			return;
		}

		const trigger = this.#triggers.next(service, endpoints.changed.take());
		const labels = labelsFor(service);
		const {homeless} = endpoints;
		for (const family of familiesOf(service)) {
			const ours = existing.filter(({addressType}) => addressType === family);
			const plan = endpoints.plan(family, ours, (slice) => !equal(slice.metadata.labels, labels));
			yield* this.#apply(service, family, plan, trigger);
		}

		for (const slice of existing) {
			if (!familiesOf(service).some((family) => family === slice.addressType)) {
				yield* this.writer.remove(service, slice);
			}
		}

		yield* this.#failFor(service, homeless);
	}

	/** Pods on nodes that do not exist are left out, and checked again later. */
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

	*#apply(service: Service, family: Family, bare: SlicePlan, trigger: string | undefined): Routine {
		const {plan, events, ratios} = this.topology.hint(service, family, bare);
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
