import {podColumns} from '../../cluster.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {State} from '../state/state.js';
import type {Tone} from '../paint/text.js';
import type {ScreenWords} from '../words/screen-words.js';

/** The summary of a Pod in the words of `kubectl get pods`, but with the reason of a Pod that was evicted or rejected, where kubectl prints the end of its container. */
export const podSummary = (
	pod: Pod | undefined,
): {
	readonly name: string;
	readonly phase: string;
	readonly ready: string;
	readonly tone: Tone;
	readonly created?: string;
} => {
	const {ready, total, reason} = pod ? podColumns(pod) : {ready: 0, total: 0, reason: ''};
	const phase = (pod?.metadata.deletionTimestamp ? undefined : pod?.status?.reason) || reason || 'Pending';
	const other = phase === 'Completed' || phase === 'Succeeded' ? 'dim' : 'warn';
	return {
		name: pod?.metadata.name ?? '',
		phase,
		ready: `${ready}/${total}`,
		tone: phase === 'Running' && ready === total ? 'good' : other,
		created: pod?.metadata.creationTimestamp,
	};
};

/** The kubelet's report about a container of a Pod: its state, with the reason and the number of restarts. */
export const containerState = (
	{status}: Pod,
	name: string,
	words: ScreenWords['panes']['components'],
): {readonly text: string; readonly tone: Tone} => {
	const found = status?.containerStatuses?.find((item) => item.name === name);
	const {waiting, terminated} = found?.state ?? {};
	const [phase = words.notCreated] = Object.keys(found?.state ?? {});
	const reason = (waiting ?? terminated)?.reason;
	const restarts = found?.restartCount ? words.restarts(found.restartCount) : '';
	return {
		text: `${phase}${reason ? ` (${reason})` : ''}${restarts}`,
		tone: found?.ready ? 'good' : 'warn',
	};
};

/** An age at a virtual time, as kubectl prints it. */
export const ageOf = (created: string | undefined, timeMs: number, recording: State['recording']): string => {
	if (created === undefined) {
		return '';
	}

	const {kernel} = recording;
	const startedMs = kernel.wallClockMs - kernel.now;
	const seconds = Math.max(0, Math.floor((startedMs + timeMs - Date.parse(created)) / 1000));
	if (seconds < 120) {
		return `${seconds}s`;
	}

	if (seconds < 7200) {
		return `${Math.floor(seconds / 60)}m`;
	}

	return `${Math.floor(seconds / 3600)}h`;
};
