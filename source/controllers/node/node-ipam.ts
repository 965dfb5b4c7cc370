import {defaultNetwork, nodeRanges, type ClusterNetwork} from '../../objects/cluster-network.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller} from '../controller.js';

/** The ranges of nodes that are taken. Simplified: the lowest free range is the next, also after a Node is deleted; upstream first takes those after the latest one. */
export class NodeRanges {
	readonly #taken = new Set<string>();
	readonly #network: ClusterNetwork;
	/** By address family, a number below which no range is free: thousands of nodes do not search from 0 each. */
	#from: number[];

	constructor(network = defaultNetwork) {
		this.#network = network;
		this.#from = network.families.map(() => 0);
	}

	take(ranges: readonly string[]): void {
		for (const range of ranges) {
			this.#taken.add(range);
		}
	}

	free(ranges: readonly string[]): void {
		for (const range of ranges) {
			this.#taken.delete(range);
		}

		this.#from = this.#from.map(() => 0);
	}

	/** Takes the first free range of each family: 10.244.0.0/24, 10.244.1.0/24 … */
	next(): readonly string[] {
		const ranges = this.#from.map((from, family) => {
			for (let index = from; ; index++) {
				const range = nodeRanges(this.#network, index)[family];
				if (range !== undefined && !this.#taken.has(range)) {
					this.#from[family] = index;
					return range;
				}
			}
		});
		this.take(ranges);
		return ranges;
	}
}

const rangesOf = ({spec}: Node): readonly string[] => spec?.podCIDRs ?? (spec?.podCIDR ? [spec.podCIDR] : []);

const needsRange = ({spec}: Node): boolean => !spec?.podCIDR;

/**
Assigns address ranges for Pods to a Node without one, one range per address family.

Simplified: the kubelets of a scenario have their own.

@see https://kubernetes.io/docs/concepts/architecture/nodes/#node-controller
@mirrors k8s.io/kubernetes/pkg/controller/nodeipam/ipam rangeAllocator
*/
export const nodeIPAM = (network: ClusterNetwork): Controller => ({
	name: 'node-ipam',
	reportsAs: 'cidrAllocator',
	account: 'node-controller',
	build: ({client, informer}) => {
		const ranges = new NodeRanges(network);
		// A very recent allocation may not be in the cache yet.
		const given = new Map<string, readonly string[]>();
		return {
			handlers: {
				nodes({type, object}) {
					const {name} = object.metadata;
					if (type === 'DELETED') {
						ranges.free([...rangesOf(object), ...(given.get(name) ?? [])]);
						given.delete(name);
						return [];
					}

					ranges.take(rangesOf(object));
					return needsRange(object) ? [name] : [];
				},
			},
			*sync(name) {
				const node = informer('nodes').get(undefined, name);
				const object = registryKey('nodes', undefined, name);
				if (!node || !needsRange(node)) {
					yield* note('controller.node-ipam.sync', node ? {case: 'settled', name} : {case: 'gone', key: name}, {
						object,
					});
					return;
				}

				const podCIDRs = given.get(name) ?? ranges.next();
				given.set(name, podCIDRs);
				yield* note('controller.node-ipam.sync', {case: 'give', podCIDR: podCIDRs.join(', ')}, {object});
				yield* client.patch('nodes', undefined, name, {spec: {podCIDR: podCIDRs[0], podCIDRs}});
			},
		};
	},
});
