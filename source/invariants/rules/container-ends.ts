import type {Stop} from '../../kernel/stop.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {uidOnNode} from '../../objects/pod.js';
import type {Known} from '../known.js';
import type {Rule} from '../rule.js';

const idOf = ({object, facts}: Stop): string => `${object} ${String(facts?.['container'])}`;

const podOf = (known: Known, {object}: Stop): Pod | undefined =>
	object === undefined ? undefined : known.all('pods').get(object);

const hooksFirst: Rule = {
	name: 'a container gets SIGTERM after its preStop hook, if it has one and time for it',
	source: 'https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/#container-hooks',
	watch(known) {
		/** By Pod and container: the uids whose hook has begun. */
		const begun = new Map<string, string>();
		return {
			stops: {
				'kubelet.hook.preStop'(stop) {
					const pod = podOf(known, stop);
					begun.set(idOf(stop), pod ? uidOnNode(pod) : '');
				},
				'container.signal'(stop, broken) {
					const pod = podOf(known, stop);
					const name = stop.facts?.['container'];
					const container = [...(pod?.spec.containers ?? []), ...(pod?.spec.initContainers ?? [])].find(
						(one) => one.name === name,
					);
					const graceSeconds =
						pod?.metadata.deletionGracePeriodSeconds ?? pod?.spec.terminationGracePeriodSeconds ?? 30;
					if (
						pod &&
						container?.lifecycle?.preStop &&
						stop.facts?.['case'] === 'send' &&
						stop.process.startsWith('kubelet/') &&
						graceSeconds > 0 &&
						known.isCalm &&
						begun.get(idOf(stop)) !== uidOnNode(pod)
					) {
						broken(stop.object ?? '', `${container.name} gets ${String(stop.facts['signal'])} before its hook`);
					}
				},
			},
		};
	},
};

/** The minimum of a grace period that remains for SIGTERM after a hook. */
const leastMs = 2000;
/** Timestamps and grace periods have whole seconds. */
const exactMs = 1000;

const timeToEnd: Rule = {
	name: 'SIGKILL comes as long after SIGTERM as the grace period and the hook say',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination-flow',
	watch(known) {
		/** Pod and container → the time of its termination request, and its grace period. */
		const asked = new Map<string, {readonly atMs: number; readonly graceMs: number}>();
		const hooks = new Map<string, number>();
		return {
			stops: {
				'kubelet.hook.preStop'(stop) {
					if (stop.facts?.['case'] === 'start') {
						hooks.set(idOf(stop), known.timeMs);
					}
				},
				'container.signal'(stop) {
					const pod = podOf(known, stop);
					if (!pod || stop.facts?.['case'] !== 'send' || asked.has(idOf(stop))) {
						return;
					}

					const seconds = pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
					const hookMs = known.timeMs - (hooks.get(idOf(stop)) ?? known.timeMs);
					asked.set(idOf(stop), {atMs: known.timeMs, graceMs: Math.max(leastMs, seconds * 1000 - hookMs)});
				},
				'container.kill'(stop, broken) {
					const why = stop.facts?.['why'];
					const isGrace = typeof why === 'object' && why !== null && 'case' in why && why.case === 'grace';
					const container = isGrace && 'container' in why ? String(why.container) : '';
					const id = `${stop.object} ${container}`;
					const known1 = asked.get(id);
					asked.delete(id);
					hooks.delete(id);
					const pod = podOf(known, stop);
					// A shorter grace period requested later counts from then on. The same holds for evictions and probes with their own grace period.
					const isPlain = pod?.metadata.deletionTimestamp !== undefined && pod.status?.reason === undefined;
					const own =
						known1 &&
						pod &&
						Math.min(known1.graceMs, Math.max(leastMs, (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000));
					if (known1 && isPlain && own !== undefined && known.isCalm && known.timeMs - known1.atMs < own - exactMs) {
						broken(stop.object ?? '', `${container} has ${(known.timeMs - known1.atMs) / 1000} s of ${own / 1000}`);
					}
				},
			},
			changes: {
				'node/containers'({before, after}) {
					if (after?.state === 'RUNNING' && before?.state === 'CREATED') {
						asked.delete(`/registry/pods/${after.namespace}/${after.pod} ${after.name}`);
						hooks.delete(`/registry/pods/${after.namespace}/${after.pod} ${after.name}`);
					}
				},
			},
		};
	},
};

const sidecarsLast: Rule = {
	name: 'sidecars are asked to end when the main containers have ended, in the reverse of their order',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#termination-of-sidecar-containers',
	watch: (known) => ({
		stops: {
			'container.signal'(stop, broken) {
				const pod = podOf(known, stop);
				const init = pod?.spec.initContainers ?? [];
				const own = init.findIndex(
					({name, restartPolicy}) => name === stop.facts?.['container'] && restartPolicy === 'Always',
				);
				const isEnd = stop.facts?.['case'] === 'send' && stop.process.startsWith('kubelet/');
				if (!pod || own === -1 || !isEnd || !pod.metadata.deletionTimestamp || !known.isCalm) {
					return;
				}

				const later = init.slice(own + 1).filter(({restartPolicy}) => restartPolicy === 'Always');
				const before = new Set([...pod.spec.containers, ...later].map(({name}) => name));
				const uid = uidOnNode(pod);
				for (const {name, state, uid: of} of known.all('node/containers').values()) {
					const isOver = known.wallMs >= Date.parse(pod.metadata.deletionTimestamp) - 2500;
					if (of === uid && before.has(name) && state === 'RUNNING' && !isOver) {
						broken(stop.object ?? '', `${name} runs, and ${String(stop.facts?.['container'])} is asked to end`);
					}
				}
			},
		},
	}),
};

/** Rules about the end of containers. */
export const containerEndRules: readonly Rule[] = [hooksFirst, timeToEnd, sidecarsLast];
