import {copyOf} from '../../objects/copy.js';
import type {Toleration} from '../../objects/kubernetes.generated.js';
import {objectOf, writes, type AdmissionPlugin} from './plugin.js';

const keys = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'] as const;
const seconds = 300;

const tolerationOf = (key: string): Toleration =>
	Object.freeze({effect: 'NoExecute', key, operator: 'Exists', tolerationSeconds: seconds});

/** All Pods share them: a frozen value is checked only once. */
const added: Readonly<Record<(typeof keys)[number], Toleration>> = {
	'node.kubernetes.io/not-ready': tolerationOf('node.kubernetes.io/not-ready'),
	'node.kubernetes.io/unreachable': tolerationOf('node.kubernetes.io/unreachable'),
};

const covers = ({key, effect}: Toleration, wanted: string): boolean =>
	(key === wanted || !key) && (effect === 'NoExecute' || !effect);

const missing = (tolerations: readonly Toleration[]): ReadonlyArray<(typeof keys)[number]> =>
	keys.filter((key) => !tolerations.some((toleration) => covers(toleration, key)));

/**
Lets Pods stay for five minutes on a node that stopped answering, so that a short outage evicts no Pod.

@mirrors defaulttolerationseconds.Plugin.Admit
*/
export const defaultTolerationSeconds: AdmissionPlugin<'DefaultTolerationSeconds'> = {
	name: 'DefaultTolerationSeconds',

	concerns: (request) => writes(request, 'pods'),

	handles: (attributes) =>
		attributes.operation === 'CREATE' || missing(objectOf(attributes, 'v1 Pod').spec.tolerations ?? []).length > 0,

	admit(attributes) {
		const pod = objectOf(attributes, 'v1 Pod');
		const present = pod.spec.tolerations ?? [];
		const taints = missing(present);
		if (taints.length === 0) {
			return {object: pod, found: {case: 'own'}};
		}

		const spec = copyOf(pod.spec);
		spec.tolerations = [...present, ...taints.map((key) => added[key])];
		const changed = copyOf(pod);
		changed.spec = spec;
		return {object: changed, found: {case: 'added', taints, seconds}};
	},
};
