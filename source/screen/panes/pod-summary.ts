import type {State} from '../state/state.js';
import type {Tone} from '../paint/text.js';
import type {ScreenWords} from '../words/screen-words.js';

/** The fields of a Pod that lists show. */
export interface PodLike {
	readonly metadata: {
		readonly name: string;
		readonly namespace: string;
		readonly uid?: string;
		readonly creationTimestamp?: string;
		readonly deletionTimestamp?: string;
	};
	readonly spec: {
		readonly nodeName?: string;
		readonly containers: ReadonlyArray<{readonly name: string; readonly image?: string}>;
	};
	readonly status?: {
		readonly phase?: string;
		readonly reason?: string;
		readonly podIP?: string;
		readonly conditions?: ReadonlyArray<{readonly type: string; readonly status: string; readonly reason?: string}>;
		readonly containerStatuses?: ReadonlyArray<{
			readonly name: string;
			readonly ready: boolean;
			readonly restartCount: number;
			readonly state?: {
				readonly waiting?: {readonly reason?: string};
				readonly running?: object;
				readonly terminated?: {readonly reason?: string};
			};
		}>;
	};
}

/** The summary of a Pod in the words of `kubectl get pods`. */
export const podSummary = (
	pod: PodLike | undefined,
): {
	readonly name: string;
	readonly phase: string;
	readonly ready: string;
	readonly tone: Tone;
	readonly created?: string;
} => {
	const statuses = pod?.status?.containerStatuses ?? [];
	const ready = statuses.filter((status) => status.ready).length;
	const total = pod?.spec.containers.length ?? 0;
	const waiting = statuses.map(({state}) => state?.waiting?.reason).find((reason) => reason !== undefined);
	const phase = pod?.metadata.deletionTimestamp
		? 'Terminating'
		: (waiting ?? pod?.status?.reason ?? pod?.status?.phase ?? 'Pending');
	const other = phase === 'Succeeded' ? 'dim' : 'warn';
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
	{status}: PodLike,
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
