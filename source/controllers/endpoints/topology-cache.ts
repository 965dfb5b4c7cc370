import type {Node, Service} from '../../objects/kubernetes.generated.js';
import type {Delivered} from '../../client/informer.js';
import {keyOf} from '../../client/informer.js';
import type {Family} from '../../objects/ip.js';
import {followsTopology, withDistributionHints} from './hints.js';
import type {SlicePlan} from './plan-slices.js';
import {cpuRatios, isOverloaded, isReady, withTopologyHints, zoneOf, type ByZone} from './topology-hints.js';

/** The contents of an event about a Service's hints. */
export interface HintsEvent {
	readonly type: 'Normal' | 'Warning';
	readonly reason: 'TopologyAwareHintsDisabled' | 'TopologyAwareHintsEnabled';
	readonly message: string;
}

/** A plan whose endpoints have the hints that the Service requests. */
export interface Hinted {
	readonly plan: SlicePlan;
	readonly events: readonly HintsEvent[];
	/** Part of the CPUs by zone, where the Service follows the topology. */
	readonly ratios?: ByZone;
}

const disabled = (message: string): HintsEvent => ({type: 'Warning', reason: 'TopologyAwareHintsDisabled', message});

/**
Remembers the Services with topology hints and the endpoints of each zone: it finds changes, and the Services that a change of nodes leaves with too few.

@mirrors k8s.io/endpointslice/topologycache.TopologyCache
*/
export class TopologyCache {
	/** Service → family → endpoints by zone. A deleted Service stays, as upstream. */
	readonly #endpoints = new Map<string, Map<Family, ByZone>>();
	readonly #populated = new Set<string>();
	#ratios: ByZone | undefined;
	#stale = true;

	constructor(readonly nodes: () => readonly Node[]) {}

	/** Notes a change of a node. @returns the Services to sync because of it. @mirrors checkNodeTopologyDistribution */
	*onNode({type, object, old}: Delivered<Node>): Iterable<string> {
		if (type === 'MODIFIED' && old && isReady(old) === isReady(object) && zoneOf(old) === zoneOf(object)) {
			return;
		}

		this.#stale = true;
		for (const [key, families] of this.#endpoints) {
			if ([...families.values()].some((byZone) => isOverloaded(byZone, this.#currentRatios()))) {
				yield key;
			}
		}
	}

	/** Sets the hints of a plan's endpoints: by topology if the annotation requests it, otherwise by `trafficDistribution`. */
	hint(service: Service, family: Family, plan: SlicePlan): Hinted {
		const key = keyOf(service);
		const tell = (message: string) => `${message}, addressType: ${family}`;
		const had = this.#populated.has(key);
		if (!followsTopology(service)) {
			this.#forget(key, family);
			return {
				plan: withDistributionHints(plan, service.spec?.trafficDistribution),
				events: had ? [disabled(tell('Topology Aware Hints has been disabled'))] : [],
			};
		}

		const ratios = this.#currentRatios();
		const hinted = withTopologyHints(plan, ratios);
		if ('refusal' in hinted) {
			this.#forget(key, family);
			return {plan: hinted.plan, events: [disabled(tell(hinted.refusal))], ratios};
		}

		const families = this.#endpoints.get(key) ?? new Map<Family, ByZone>();
		this.#endpoints.set(key, families.set(family, hinted.byZone));
		this.#populated.add(key);
		const message = tell('Topology Aware Hints has been enabled');
		return {
			plan: hinted.plan,
			events: had ? [] : [{type: 'Normal', reason: 'TopologyAwareHintsEnabled', message}],
			ratios,
		};
	}

	#currentRatios(): ByZone | undefined {
		if (this.#stale) {
			this.#stale = false;
			this.#ratios = cpuRatios(this.nodes());
		}

		return this.#ratios;
	}

	#forget(key: string, family: Family): void {
		const families = this.#endpoints.get(key);
		families?.delete(family);
		if (families?.size === 0) {
			this.#endpoints.delete(key);
		}

		this.#populated.delete(key);
	}
}
