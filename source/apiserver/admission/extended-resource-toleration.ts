import type {Pod, Toleration} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {isAbout, type AdmissionPlugin} from './plugin.js';

const isExtended = (name: string): boolean =>
	name.includes('/') &&
	!name.includes('kubernetes.io/') &&
	!name.startsWith('requests.') &&
	qualifiedNameErrors(`requests.${name}`).length === 0;

/** Tolerates, for a Pod that asks for an extended resource such as a GPU, the taint of that name: nodes with it are kept for such Pods. */
export const extendedResourceToleration: AdmissionPlugin = {
	name: 'ExtendedResourceToleration',

	handles: (attributes) =>
		isAbout(attributes, 'pods') && (attributes.operation === 'CREATE' || attributes.operation === 'UPDATE'),

	admit({object}) {
		const pod = object as Pod;
		const names = new Set(
			[...pod.spec.containers, ...(pod.spec.initContainers ?? [])].flatMap(({resources}) =>
				Object.keys(resources?.requests ?? {}).filter((name) => isExtended(name)),
			),
		);
		const present = pod.spec.tolerations ?? [];
		const added = [...names]
			.sort()
			.map((key): Toleration => ({effect: 'NoSchedule', key, operator: 'Exists'}))
			.filter(
				({key}) => !present.some((own) => own.key === key && own.operator === 'Exists' && own.effect === 'NoSchedule'),
			);
		return added.length === 0
			? {object: pod, text: 'The Pod asks for no extended resource that it does not tolerate.'}
			: {
					object: {...pod, spec: {...pod.spec, tolerations: [...present, ...added]}} as Pod,
					text: `The Pod asks for ${added.map(({key}) => key).join(', ')} and so tolerates the taints that keep others off such nodes.`,
				};
	},
};
