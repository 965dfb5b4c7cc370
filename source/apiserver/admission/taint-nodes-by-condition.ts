import type {Node} from '../../objects/kubernetes.generated.js';
import {creates, type AdmissionPlugin} from './plugin.js';

const taint = {effect: 'NoSchedule', key: 'node.kubernetes.io/not-ready'} as const;

/** Taints every new node, until the node lifecycle controller has seen it Ready: nothing lands on it before. */
export const taintNodesByCondition: AdmissionPlugin = {
	name: 'TaintNodesByCondition',

	handles: (attributes) => creates(attributes, 'nodes'),

	admit({object, name}) {
		const node = object as Node;
		const taints = node.spec?.taints ?? [];
		return taints.some(({key, effect}) => key === taint.key && effect === taint.effect)
			? {object: node, text: `Node "${name}" has the taint ${taint.key}:${taint.effect} already.`}
			: {
					object: {...node, spec: {...node.spec, taints: [...taints, taint]}} as Node,
					text: `Node "${name}" gets the taint ${taint.key}:${taint.effect}: no Pod is scheduled to it until it is seen Ready.`,
				};
	},
};
