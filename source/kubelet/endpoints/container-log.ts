import type {LogAnswer, LogFollower} from '../../client/kubelet.js';
import {byteSlice} from '../../kernel/byte-text.js';
import {parseTimestamp} from '../../kernel/clock.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {ContainerStatus, Pod} from '../../objects/kubernetes.generated.js';
import type {Host, LogLine} from '../../host/host.js';
import {podKey} from '../node/pod-names.js';

/** The words of a log request for the reasons why an image is not there. */
const pullProblems = new Map([
	['ErrImagePull', "image can't be pulled"],
	['ImagePullBackOff', 'trying and failing to pull image'],
]);

/** Options of a log request, as given in its query. */
export interface LogOptions {
	readonly previous?: string;
	readonly tailLines?: string;
	readonly limitBytes?: string;
	readonly sinceSeconds?: string;
	readonly sinceTime?: string;
	readonly timestamps?: string;
}

/** A time in a log's format, always with nine decimals. @mirrors k8s.io/kubernetes/pkg/kubelet/types RFC3339NanoFixed */
const nanoseconds = (time: string): string =>
	time.replace(/(?:\.(\d+))?Z$/, (_, digits: string = '') => `.${digits.padEnd(9, '0')}Z`);

const printed = (lines: readonly LogLine[], {timestamps}: LogOptions): string =>
	lines.map(({time, text}) => `${timestamps === 'true' ? `${nanoseconds(time)} ` : ''}${text}\n`).join('');

/** The time of the earliest line that the options request, in milliseconds of the wall clock. */
const sinceMs = ({sinceSeconds, sinceTime}: LogOptions, wallClockMs: number): number | undefined => {
	if (sinceSeconds !== undefined) {
		return wallClockMs - Number(sinceSeconds) * 1000;
	}

	return sinceTime === undefined ? undefined : parseTimestamp(sinceTime);
};

/** The lines of a container's log that the options select. */
export const selectLines = (lines: readonly LogLine[], options: LogOptions, wallClockMs: number): string => {
	const since = sinceMs(options, wallClockMs);
	let chosen = since === undefined ? lines : lines.filter(({time}) => parseTimestamp(time) >= since);
	if (options.tailLines !== undefined) {
		const count = Number(options.tailLines);
		chosen = count === 0 ? [] : chosen.slice(-count);
	}

	const text = printed(chosen, options);
	return options.limitBytes === undefined ? text : byteSlice(text, 0, Number(options.limitBytes));
};

/**
The container of a log: the running one, or the one that ended before it.

@returns its id, or why there is no log.
@mirrors k8s.io/kubernetes/pkg/kubelet validateContainerLogStatus
*/
export const logOf = (
	pod: string,
	container: string,
	status: Partial<ContainerStatus> | undefined,
	previous: boolean,
): {readonly id: string} | {readonly problem: string} => {
	const named = `container "${container}" in pod "${pod}"`;
	if (!status) {
		return {problem: `${named} is not available`};
	}

	const {state = {}, lastState = {}} = status;
	const last = lastState.terminated?.containerID;
	if (previous) {
		return last ? {id: last} : {problem: `previous terminated ${named} not found`};
	}

	if (state.running || state.terminated) {
		const id = state.running ? status.containerID : (state.terminated?.containerID ?? last);
		return id ? {id} : {problem: `${named} is terminated`};
	}

	if (last) {
		return {id: last};
	}

	const reason = state.waiting?.reason;
	return {
		problem:
			reason === undefined
				? `${named} is waiting to start - no logs yet`
				: `${named} is waiting to start: ${pullProblems.get(reason) ?? reason}`,
	};
};

/** The log of a container, as its node's kubelet reads it from disk; with a follower, later lines too. */
export function* containerLog(
	host: Host | undefined,
	pod: Pod,
	container: string,
	options: LogOptions,
	follower?: LogFollower,
): Routine<LogAnswer> {
	const {status, spec, metadata} = pod;
	const own = [
		...(status?.containerStatuses ?? []),
		...(status?.initContainerStatuses ?? []),
		...(status?.ephemeralContainerStatuses ?? []),
	].find(({name}) => name === container);
	const found = logOf(metadata.name, container, own, options.previous === 'true');
	const object = podKey(pod);
	if ('problem' in found) {
		yield* note(
			'kubelet.logs',
			{case: 'refused', node: spec.nodeName, container, options, message: found.problem},
			{object, outcome: 'refused'},
		);
		return found;
	}

	const id = found.id.replace(/^\w+:\/\//, '');
	const file = host?.logFile(id);
	const lines = file?.lines ?? [];
	const follow = follower && file?.follow;
	yield* note(
		'kubelet.logs',
		{
			case: 'read',
			node: spec.nodeName,
			container,
			containerID: id,
			options,
			lines: lines.length,
			follows: follow !== undefined,
		},
		{object},
	);
	// The kubelet says so in the log itself: to the client it looks like a success.
	const text =
		host && file
			? selectLines(lines, options, host.kernel.wallClockMs)
			: `unable to retrieve container logs for ${found.id}`;
	if (!follower) {
		return {text};
	}

	if (!follow) {
		follower.onEnd();
		return {text, close() {}};
	}

	return {
		text,
		close: follow({
			onLines(more) {
				follower.onText(printed(more, options));
			},
			onEnd: follower.onEnd,
		}),
	};
}
