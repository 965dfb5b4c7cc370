import type {Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller} from '../controller.js';
import {allow} from '../controller-roles.js';

const annotation = 'node.alpha.kubernetes.io/ttl';

/** Seconds that a kubelet may cache Secrets and ConfigMaps in clusters of up to `to` nodes; a shrinking cluster keeps its step down to `from`. */
const boundaries: ReadonlyArray<{readonly from: number; readonly to: number; readonly seconds: number}> = [
	{from: 0, to: 100, seconds: 0},
	{from: 90, to: 500, seconds: 15},
	{from: 450, to: 1000, seconds: 30},
	{from: 900, to: 2000, seconds: 60},
	{from: 1800, to: Number.POSITIVE_INFINITY, seconds: 300},
];

/** The step for a cluster of `nodes` that was at `step`: the steps overlap, so that it does not flap. */
export const ttlStep = (nodes: number, step: number): number => {
	let result = step;
	while (nodes > boundaries[result]!.to) {
		result++;
	}

	while (nodes < boundaries[result]!.from) {
		result--;
	}

	return result;
};

/**
Sets how long kubelets may cache objects: the larger the cluster, the longer.

@see https://kubernetes.io/docs/reference/labels-annotations-taints/#node-alpha-kubernetes-io-ttl
@mirrors k8s.io/kubernetes/pkg/controller/ttl
*/
export const nodeTTL: Controller = {
	name: 'ttl',
	reportsAs: 'ttl-controller',
	rules: [allow('list patch update watch', 'nodes'), allow('create patch update', 'events', 'core events.k8s.io')],
	build({client, informer}) {
		let step = 0;
		const seconds = (): string => {
			step = ttlStep(informer('nodes').size, step);
			return String(boundaries[step]!.seconds);
		};

		const isTold = ({metadata}: Node): boolean => metadata.annotations?.[annotation] === seconds();
		return {
			handlers: {
				nodes: ({type, object}) => (type !== 'DELETED' && !isTold(object) ? [object.metadata.name] : []),
			},
			*sync(name) {
				const node = informer('nodes').get(undefined, name);
				const object = registryKey('nodes', undefined, name);
				if (!node || isTold(node)) {
					yield* note('controller.ttl.sync', node ? {case: 'settled', name} : {case: 'gone', key: name});
					return;
				}

				yield* note(
					'controller.ttl.sync',
					{case: 'tell', nodes: informer('nodes').size, annotation, seconds: seconds()},
					{object},
				);
				yield* client.patch('nodes', undefined, name, {metadata: {annotations: {[annotation]: seconds()}}});
			},
		};
	},
};
