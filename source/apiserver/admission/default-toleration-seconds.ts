import {copyOf} from '../../objects/copy.js';
import type {Pod, Toleration} from '../../objects/kubernetes.generated.js';
import {creates, isAbout, type AdmissionPlugin} from './plugin.js';

const keys = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'] as const;
const seconds = 300;

const covers = ({key, effect}: Toleration, wanted: string): boolean =>
	(key === wanted || !key) && (effect === 'NoExecute' || !effect);

const missing = (tolerations: readonly Toleration[]): ReadonlyArray<(typeof keys)[number]> =>
	keys.filter((key) => !tolerations.some((toleration) => covers(toleration, key)));

/**
Lets Pods stay for five minutes on a node that stopped answering, so that a short outage moves nothing.

@mirrors defaulttolerationseconds.Plugin.Admit
*/
export const defaultTolerationSeconds: AdmissionPlugin = {
	name: 'DefaultTolerationSeconds',

	handles: (attributes) =>
		creates(attributes, 'pods') ||
		(attributes.operation === 'UPDATE' &&
			isAbout(attributes, 'pods') &&
			missing((attributes.object as Pod).spec.tolerations ?? []).length > 0),

	admit({object}) {
		const pod = object as Pod;
		const present = pod.spec.tolerations ?? [];
		const added = missing(present).map((key): Toleration => ({
			effect: 'NoExecute',
			key,
			operator: 'Exists',
			tolerationSeconds: seconds,
		}));
		if (added.length === 0) {
			return {object: pod, text: 'The Pod says itself how long it stays on a node that is not ready or unreachable.'};
		}

		const spec = copyOf(pod.spec);
		spec.tolerations = [...present, ...added];
		const changed = copyOf(pod);
		changed.spec = spec;
		return {
			object: changed,
			text: `The Pod tolerates ${added.map(({key}) => key).join(' and ')} for ${seconds} seconds, so that a short outage of its node does not evict it.`,
		};
	},
};
