import type {Pod, Toleration} from '../../objects/kubernetes.generated.js';
import {creates, type AdmissionPlugin} from './plugin.js';

const keys = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'] as const;
const seconds = 300;

const covers = ({key, effect}: Toleration, wanted: string): boolean =>
	(key === wanted || !key) && (effect === 'NoExecute' || !effect);

/**
Lets Pods stay for five minutes on a node that stopped answering, so that a short outage moves nothing.

@mirrors defaulttolerationseconds.Plugin.Admit
*/
export const defaultTolerationSeconds: AdmissionPlugin = {
	name: 'DefaultTolerationSeconds',

	// Simplified: upstream looks again at updates, where the tolerations are always there already.
	handles: (attributes) => creates(attributes, 'pods'),

	admit({object}) {
		const pod = object as Pod;
		const present = pod.spec.tolerations ?? [];
		const added = keys
			.filter((key) => !present.some((toleration) => covers(toleration, key)))
			.map((key): Toleration => ({effect: 'NoExecute', key, operator: 'Exists', tolerationSeconds: seconds}));
		return added.length === 0
			? {object: pod, text: 'The Pod says itself how long it stays on a node that is not ready or unreachable.'}
			: {
					object: {...pod, spec: {...pod.spec, tolerations: [...present, ...added]}} as Pod,
					text: `The Pod tolerates ${added.map(({key}) => key).join(' and ')} for ${seconds} seconds, so that a short outage of its node does not evict it.`,
				};
	},
};
