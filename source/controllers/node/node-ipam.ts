import type {Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller} from '../controller.js';

/** The first range that no node has: 10.244.0.0/24, 10.244.1.0/24 … */
export const freeRange = (taken: ReadonlySet<string>): string => {
	for (let index = 0; ; index++) {
		const range = `10.${244 + Math.floor(index / 256)}.${index % 256}.0/24`;
		if (!taken.has(range)) {
			return range;
		}
	}
};

const needsRange = ({spec}: Node): boolean => !spec?.podCIDR;

/**
Gives a Node that has none a range of addresses for its Pods.

Simplified: the kubelets of a scenario bring their own.

@see https://kubernetes.io/docs/concepts/architecture/nodes/#node-controller
@mirrors k8s.io/kubernetes/pkg/controller/nodeipam/ipam rangeAllocator
*/
export const nodeIPAM: Controller = {
	name: 'node-ipam',
	reportsAs: 'cidrAllocator',
	account: 'node-controller',
	build: ({client, informer}) => {
		// What was given a moment ago may not be in the cache yet.
		const given = new Map<string, string>();
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

				const taken = new Set([...nodes.flatMap(({spec}) => spec?.podCIDR ?? []), ...given.values()]);
				const podCIDR = given.get(name) ?? freeRange(taken);
				given.set(name, podCIDR);
				yield* note('controller.node-ipam.sync', {case: 'give', podCIDR}, {object});
				yield* client.patch('nodes', undefined, name, {spec: {podCIDR, podCIDRs: [podCIDR]}});
			},
		};
	},
};
