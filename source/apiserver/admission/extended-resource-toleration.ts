import type {Pod, Toleration} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {objectOf, writes, type AdmissionPlugin} from './plugin.js';

const isExtended = (name: string): boolean =>
	name.includes('/') &&
	!name.includes('kubernetes.io/') &&
	!name.startsWith('requests.') &&
	qualifiedNameErrors(`requests.${name}`).length === 0;

/** Tolerates, for a Pod that asks for an extended resource such as a GPU, the taint of that name: nodes with it are kept for such Pods. */
export const extendedResourceToleration: AdmissionPlugin<'ExtendedResourceToleration'> = {
	name: 'ExtendedResourceToleration',

	concerns: (attributes) => writes(attributes, 'pods'),

	admit(attributes) {
		const pod = objectOf(attributes, 'v1 Pod');
		const names = new Set(
			[...pod.spec.containers, ...(pod.spec.initContainers ?? [])].flatMap(({resources}) =>
				Object.keys(resources?.requests ?? {}).filter((name) => isExtended(name)),
			),
		);
		const present = pod.spec.tolerations ?? [];
		const added = [...names]
			.sort()
			.filter(
				(key) => !present.some((own) => own.key === key && own.operator === 'Exists' && own.effect === 'NoSchedule'),
			);
		if (added.length === 0) {
			return {object: pod, found: {case: 'none'}};
		}

		const tolerations = added.map((key): Toleration => ({effect: 'NoSchedule', key, operator: 'Exists'}));
		const changed: Pod = {...pod, spec: {...pod.spec, tolerations: [...present, ...tolerations]}};
		return {object: changed, found: {case: 'added', resources: added}};
	},
};
