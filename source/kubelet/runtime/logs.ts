import type {Kernel} from '../../kernel/kernel.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {note, type Routine} from '../../kernel/routine.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {LogLine} from './container.js';

/** Options of a log request, as they stand in its query. */
export interface LogOptions {
	readonly previous?: string;
	readonly tailLines?: string;
	readonly limitBytes?: string;
	readonly sinceSeconds?: string;
	readonly timestamps?: string;
}

/** The lines of a container's log that the options ask for. */
export const selectLines = (lines: readonly LogLine[], options: LogOptions, wallClockMs: number): string => {
	const since = options.sinceSeconds === undefined ? undefined : wallClockMs - Number(options.sinceSeconds) * 1000;
	let chosen = since === undefined ? lines : lines.filter(({time}) => parseTimestamp(time) >= since);
	if (options.tailLines !== undefined) {
		const count = Number(options.tailLines);
		chosen = count === 0 ? [] : chosen.slice(-count);
	}

	const text = chosen
		.map(({time, text: line}) => `${options.timestamps === 'true' ? `${time} ` : ''}${line}\n`)
		.join('');
	return options.limitBytes === undefined ? text : text.slice(0, Number(options.limitBytes));
};

/** The log of a container, as the kubelet of its node reads it from disk. */
export function* containerLog(kernel: Kernel, pod: Pod, container: string, options: LogOptions = {}): Routine<string> {
	const {status, spec, metadata} = pod;
	const own = [
		...(status?.containerStatuses ?? []),
		...(status?.initContainerStatuses ?? []),
		...(status?.ephemeralContainerStatuses ?? []),
	].find(({name}) => name === container);
	const id = (options.previous === 'true' ? own?.lastState?.terminated?.containerID : own?.containerID)?.replace(
		'containerd://',
		'',
	);
	const lines =
		id === undefined ? [] : (kernel.ledger.read<readonly LogLine[]>(`/nodes/${spec.nodeName}/logs/${id}`) ?? []);
	const text = selectLines(lines, options, kernel.wallClockMs);
	yield* note(
		'kubelet.logs',
		`The kubelet of ${spec.nodeName} reads the log of ${container} in ${metadata.namespace}/${metadata.name}: ${lines.length} lines.`,
		{container, containerID: id, options},
		{object: `/registry/pods/${metadata.namespace}/${metadata.name}`},
	);
	return text;
}
