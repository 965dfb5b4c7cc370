import type {Node} from '../../objects/kubernetes.generated.js';
import {creates, objectOf, type AdmissionPlugin} from './plugin.js';

const taint = {effect: 'NoSchedule', key: 'node.kubernetes.io/not-ready'} as const;

/** Taints every new node, until the node lifecycle controller has seen it Ready: the scheduler places no Pod on it before. */
export const taintNodesByCondition: AdmissionPlugin<'TaintNodesByCondition'> = {
	name: 'TaintNodesByCondition',

	concerns: (attributes) => creates(attributes, 'nodes'),

	admit(attributes) {
		const node = objectOf(attributes, 'v1 Node');
		const taints = node.spec?.taints ?? [];
		const told = {node: attributes.name, taint: `${taint.key}:${taint.effect}`};
		if (taints.some(({key, effect}) => key === taint.key && effect === taint.effect)) {
			return {object: node, found: {case: 'present', ...told}};
		}

		const changed: Node = {...node, spec: {...node.spec, taints: [...taints, taint]}};
		return {object: changed, found: {case: 'added', ...told}};
	},
};
