import {parseTimestamp} from '../kernel/clock.js';
import type {Container, ContainerStatus, Event, Pod, Probe} from '../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {isPodReady} from '../objects/pod.js';
import {all, eventMs} from './look.js';
import type {Scene} from './symptom.js';

const timeOf = (text: string | undefined): number => (text === undefined ? 0 : parseTimestamp(text));

/** The longest wait for failures of a probe: a few failures suffice. */
const longestProbationMs = 590_000;

/** Failures that show that a probe continues failing. */
const enoughFailures = 3;

/** The time for a probe to detect a failing container, in milliseconds. */
export const probationMs = ({
	initialDelaySeconds = 0,
	periodSeconds = 10,
	failureThreshold = 3,
	timeoutSeconds = 1,
}: Probe): number => {
	const afterMs = (failures: number): number =>
		(initialDelaySeconds + periodSeconds * failures + timeoutSeconds) * 1000;
	return afterMs(failureThreshold) <= longestProbationMs
		? afterMs(failureThreshold)
		: afterMs(Math.min(failureThreshold, enoughFailures));
};

/** How long the present run of a container must last to count as stable, from its runs so far. */
interface Doubt {
	readonly container: string;
	readonly because: 'restarted' | 'probed';
	/** Milliseconds since 1970. */
	readonly untilMs: number;
}

const doubtsOf = ({name, state, lastState, restartCount}: ContainerStatus, spec: Container | undefined): Doubt[] => {
	if (!state?.running) {
		return [];
	}

	const startedMs = timeOf(state.running.startedAt);
	const {startedAt, finishedAt} = lastState?.terminated ?? {};
	const lastedMs = Math.max(0, timeOf(finishedAt) - timeOf(startedAt));
	const probes = [spec?.livenessProbe, spec?.readinessProbe].flatMap((probe) => (probe ? [probationMs(probe)] : []));
	return [
		// A container that ran for a minute and ended may run for a minute again.
		...(restartCount > 0
			? [
					{
						container: name,
						because: 'restarted' as const,
						untilMs: startedMs + Math.min(300_000, 1.5 * lastedMs + 10_000),
					},
				]
			: []),
		...(probes.length > 0
			? [{container: name, because: 'probed' as const, untilMs: startedMs + Math.max(...probes)}]
			: []),
	];
};

/** Doubts about a Pod that is ready: its containers were restarted, or its probes have not had time to fail. */
export const doubts = (pod: Pod): readonly Doubt[] =>
	isPodReady(pod)
		? (pod.status.containerStatuses ?? []).flatMap((status) =>
				doubtsOf(
					status,
					pod.spec.containers.find(({name}) => name === status.name),
				),
			)
		: [];

/** Whether a ready Pod has restarted so recently that another restart is likely. */
export const isUnsteady = (pod: Pod, wallMs: number): boolean =>
	doubts(pod).some(({because, untilMs}) => because === 'restarted' && untilMs > wallMs);

/** All restarts of a Pod's containers. */
export const restartsOf = ({status}: Pod): number =>
	[...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].reduce(
		(sum, {restartCount}) => sum + restartCount,
		0,
	);

/**
The number of a controller's Pods that its nodes have evicted in a row, if another eviction is likely: the time since the last one is at
most the lifetime of such a Pod. A replacement is also ready until it is evicted.
*/
export const evictionsOf = ({metadata}: Pick<KubernetesObject, 'metadata'>, {ledger, wallMs}: Scene): number => {
	const times = all<Event>(ledger, `/registry/events/${metadata.namespace ?? 'default'}/`)
		.filter(
			({object: {reason, involvedObject}}) =>
				reason === 'Evicted' && involvedObject.kind === 'Pod' && involvedObject.name?.startsWith(`${metadata.name}-`),
		)
		.map(({object}) => eventMs(object))
		.toSorted((a, b) => a - b);
	const [before = 0, last = 0] = times.slice(-2);
	return times.length > 1 && wallMs - last <= Math.min(300_000, 1.5 * (last - before) + 10_000) ? times.length : 0;
};
