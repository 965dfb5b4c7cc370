import type {Probe} from '../../objects/kubernetes.generated.js';
import type {Stop} from '../../kernel/stop.js';
import {nodeOf, type Known} from '../known.js';
import type {Broken, Rule} from '../rule.js';

type Kind = 'liveness' | 'readiness' | 'startup';

/** A result, and its number of consecutive occurrences. */
interface Row {
	readonly result: string;
	readonly count: number;
}

/** The process of a probe: there is one for each container and probe. */
const idOf = ({process}: Stop): string => process;

const describedIn = (known: Known, {object, facts}: Stop, kind: Kind): Probe | undefined => {
	const spec = object === undefined ? undefined : known.all('pods').get(object)?.spec;
	const container = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].find(
		({name}) => name === facts?.['container'],
	);
	if (kind === 'liveness') {
		return container?.livenessProbe;
	}

	if (kind === 'readiness') {
		return container?.readinessProbe;
	}

	return container?.startupProbe;
};

const thresholds: Rule = {
	name: 'a result of a probe counts when it has occurred as often in a row as its threshold says',
	source:
		'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes',
	watch(known) {
		const rows = new Map<string, Row>();
		const look = (kind: Kind) => (stop: Stop, broken: Broken) => {
			const {facts, object} = stop;
			const result = facts?.['result'] === 'failure' ? 'failure' : 'success';
			const probe = describedIn(known, stop, kind);
			if (!probe || facts?.['result'] === 'unknown') {
				return;
			}

			const id = idOf(stop);
			const before = rows.get(id);
			const count = before?.result === result ? before.count + 1 : 1;
			rows.set(id, {result, count});
			const {failureThreshold = 3, successThreshold = 1} = probe;
			const least = result === 'success' ? successThreshold : failureThreshold;
			if (facts?.['changed'] === true && count < least) {
				broken(object ?? '', `${kind} of ${String(facts['container'])} counts after ${count} of ${least}`);
			}
		};

		return {
			stops: {
				'kubelet.probe.liveness': look('liveness'),
				'kubelet.probe.readiness': look('readiness'),
				'kubelet.probe.startup': look('startup'),
			},
		};
	},
};

const pauses: Rule = {
	name: 'without faults, a probe begins after its initialDelaySeconds, and pauses for its period',
	source:
		'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes',
	watch(known) {
		const times = new Map<string, number>();
		const look = (kind: Kind) => (stop: Stop, broken: Broken) => {
			const {facts, object = '', timeMs} = stop;
			const probe = describedIn(known, stop, kind);
			const id = idOf(stop);
			const before = times.get(id);
			times.set(id, timeMs);
			if (!probe || !known.isCalm) {
				return;
			}

			const {initialDelaySeconds = 0, periodSeconds = 10, timeoutSeconds = 1} = probe;
			const uid = known.all('pods').get(object)?.metadata.uid;
			const started = [...known.all('node/containers').values()]
				.filter((one) => one.uid === uid && one.name === facts?.['container'] && one.state === 'RUNNING')
				.map(({startedAt = ''}) => Date.parse(startedAt))[0];
			if (before === undefined && started !== undefined && known.wallMs - started < initialDelaySeconds * 1000 - 1000) {
				broken(object, `${kind} begins ${known.wallMs - started} ms after the start of the container`);
			} else if (before !== undefined && timeMs - before < (periodSeconds - timeoutSeconds) * 1000) {
				broken(object, `${kind} follows ${timeMs - before} ms after the one before`);
			}
		};

		return {
			stops: {
				'kubelet.probe.liveness': look('liveness'),
				'kubelet.probe.readiness': look('readiness'),
				'kubelet.probe.startup': look('startup'),
			},
		};
	},
};

const startupFirst: Rule = {
	name: 'liveness and readiness probes begin when the startup probe has succeeded',
	source: 'https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/#startup-probe',
	watch(known) {
		/** Processes of startup probes that have succeeded, without their last part. */
		const started = new Set<string>();
		const look = (stop: Stop, broken: Broken): void => {
			const id = idOf(stop).replace(/\/[^/]+$/, '');
			const spec = describedIn(known, stop, 'startup');
			if (spec && !started.has(id) && known.isCalm && !known.isTakenOver) {
				broken(stop.object ?? '', `${String(stop.facts?.['container'])} has not started`);
			}
		};

		return {
			stops: {
				'kubelet.probe.startup'(stop) {
					if (stop.facts?.['result'] !== 'failure') {
						started.add(idOf(stop).replace(/\/[^/]+$/, ''));
					}
				},
				'kubelet.probe.liveness': look,
				'kubelet.probe.readiness': look,
			},
		};
	},
};

const kills: Rule = {
	name: 'a container whose liveness or startup probe has failed is stopped',
	source: 'https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/#liveness-probe',
	watch(known) {
		/** Keys of containers that are to be stopped. */
		const doomed = new Map<string, string>();
		const look = ({facts, object, process}: Stop): void => {
			if (facts?.['changed'] !== true || facts['result'] !== 'failure') {
				return;
			}

			const pod = object === undefined ? undefined : known.all('pods').get(object);
			for (const [key, {name, uid, state}] of known.all('node/containers')) {
				if (
					state === 'RUNNING' &&
					name === facts['container'] &&
					known.podOfUid(uid) === pod &&
					process.startsWith(`kubelet/${nodeOf(key)}/`)
				) {
					doomed.set(key, String(object));
				}
			}
		};

		return {
			stops: {'kubelet.probe.liveness': look, 'kubelet.probe.startup': look},
			changes: {
				'node/containers'({key, after}) {
					if (after?.state !== 'RUNNING') {
						doomed.delete(key);
					}
				},
			},
			atRest(broken) {
				for (const [key, pod] of known.isCalm ? doomed : []) {
					broken(pod, `${key} still runs`);
				}
			},
		};
	},
};

const ends: Rule = {
	name: 'a probe runs for a Pod that there is',
	source: 'k8s.io/kubernetes/pkg/kubelet/prober manager.RemovePod, worker.doProbe',
	watch(known) {
		const look = ({object, process}: Stop, broken: Broken): void => {
			if (object !== undefined && known.isCalm && !known.all('pods').has(object)) {
				broken(object, `${process} goes on`);
			}
		};

		return {
			stops: {'kubelet.probe.liveness': look, 'kubelet.probe.readiness': look, 'kubelet.probe.startup': look},
		};
	},
};

const starts: Rule = {
	name: 'a container counts as started when its startup probe has succeeded',
	source: 'https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/#startup-probe',
	watch(known) {
		/** Keys of Pods, each with containers whose startup probe has succeeded. */
		const started = new Set<string>();
		return {
			stops: {
				'kubelet.probe.startup'({object, facts}) {
					if (facts?.['result'] !== 'failure') {
						started.add(`${object} ${String(facts?.['container'])}`);
					}
				},
			},
			changes: {
				pods({key, before, after}, {process}, broken) {
					for (const {name, started: isStarted, state} of after?.status?.containerStatuses ?? []) {
						const spec = after?.spec.containers.find((container) => container.name === name);
						const isWrong =
							isStarted === true &&
							state?.running !== undefined &&
							spec?.startupProbe !== undefined &&
							!started.has(`${key} ${name}`) &&
							before?.status !== after?.status;
						if (isWrong && process.startsWith('kubelet/') && known.isCalm && !known.isTakenOver) {
							broken(key, `${name} counts as started`);
						}
					}
				},
			},
		};
	},
};

/** Rules about probes. */
export const probeRules: readonly Rule[] = [thresholds, pauses, startupFirst, kills, ends, starts];
