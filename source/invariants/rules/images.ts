import type {Rule} from '../rule.js';

const always: Rule = {
	name: 'an image with the pull policy Always is asked for before each start',
	source: 'https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy',
	watch: (known) => ({
		stops: {
			'kubelet.pull'({facts, object}, broken) {
				const pod = object === undefined ? undefined : known.all('pods').get(object);
				const container = [...(pod?.spec.containers ?? []), ...(pod?.spec.initContainers ?? [])].find(
					({name}) => name === facts?.['container'],
				);
				if (facts?.['case'] === 'present' && container?.imagePullPolicy === 'Always') {
					broken(object ?? '', `${container.name} starts from what the node has`);
				}
			},
		},
	}),
};

/** The pause after the first failed pull, and how exactly it is kept. */
const firstPauseMs = 10_000;
const exactMs = 500;

const pauses: Rule = {
	name: 'without faults, the pause after a failed pull is at least ten seconds',
	source: 'https://kubernetes.io/docs/concepts/containers/images/#imagepullbackoff',
	watch(known) {
		/** Pod and image → the time of its last request. */
		const asked = new Map<string, number>();
		return {
			stops: {
				'kubelet.pull'({facts, object}, broken) {
					const id = `${object} ${String(facts?.['container'])} ${String(facts?.['image'])}`;
					if (facts?.['case'] === 'present') {
						asked.delete(id);
					} else if (facts?.['case'] === 'pull') {
						const before = asked.get(id);
						const isLocal = facts['present'] === true;
						if (before !== undefined && !isLocal && known.isCalm && known.timeMs - before < firstPauseMs - exactMs) {
							broken(
								object ?? '',
								`${String(facts['image'])} is asked for after ${(known.timeMs - before) / 1000} s again`,
							);
						}

						asked.set(id, known.timeMs);
					}
				},
			},
			changes: {
				'node/containers'({after}) {
					// The pull has succeeded.
					for (const id of after?.state === 'CREATED' ? [...asked.keys()] : []) {
						if (id.startsWith(`/registry/pods/${after?.namespace}/${after?.pod} ${after?.name} `)) {
							asked.delete(id);
						}
					}
				},
			},
		};
	},
};

/** Rules about images. */
export const imageRules: readonly Rule[] = [always, pauses];
