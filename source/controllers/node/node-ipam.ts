import {defaultNetwork, nodeRanges, type ClusterNetwork} from '../../objects/cluster-network.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller} from '../controller.js';

/** The first free range of each family: 10.244.0.0/24, 10.244.1.0/24 … */
export const freeRanges = (taken: ReadonlySet<string>, network = defaultNetwork): readonly string[] =>
	network.families.map((_, family) => {
		for (let index = 0; ; index++) {
			const range = nodeRanges(network, index)[family];
			if (range !== undefined && !taken.has(range)) {
				return range;
			}
		}
	});

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
		// A very recent allocation may not be in the cache yet.
		const given = new Map<string, readonly string[]>();
		return {
			handlers: {
				nodes: ({type, object}) => (type !== 'DELETED' && needsRange(object) ? [object.metadata.name] : []),
			},
			*sync(name) {
				const nodes = informer('nodes').list();
				const node = informer('nodes').get(undefined, name);
				const object = registryKey('nodes', undefined, name);
				if (!node || !needsRange(node)) {
					yield* note('controller.node-ipam.sync', node ? {case: 'settled', name} : {case: 'gone', key: name}, {
						object,
					});
					return;
				}

				for (const known of given.keys()) {
					if (!informer('nodes').get(undefined, known)) {
						given.delete(known);
					}
				}

				const taken = new Set([
					...nodes.flatMap(({spec}) => spec?.podCIDRs ?? spec?.podCIDR ?? []),
					...[...given.values()].flat(),
				]);
				const podCIDRs = given.get(name) ?? freeRanges(taken, network);
				given.set(name, podCIDRs);
				yield* note('controller.node-ipam.sync', {case: 'give', podCIDR: podCIDRs.join(', ')}, {object});
				yield* client.patch('nodes', undefined, name, {spec: {podCIDR: podCIDRs[0], podCIDRs}});
			},
		};
	},
});
