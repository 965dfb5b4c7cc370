import type {ClusterRecording, TerminalEntry} from '../cluster.js';
import {causesFromInput} from '../debugger/cause.js';
import {seek} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import {registryPrefix, resources} from '../objects/resources.js';
import type {Blockage} from './symptom.js';
import {told} from './words/words.js';

const bad = new Set(['refused', 'failed', 'warning']);

/** The causes of a stop, one for each stretch of work of one process. */
export const causeChain = (recording: ClusterRecording, stop: Stop): readonly Stop[] =>
	causesFromInput(recording, stop.step).filter((at, index, chain) => at.process !== chain[index - 1]?.process);

/** The command line of a kubectl process. */
export const commandOf = ({kernel: {ledger}}: ClusterRecording, stop: Stop | undefined): string | undefined => {
	const [, number] = /^kubectl\/(\d+)$/.exec(stop?.process ?? '') ?? [];
	const entry = number === undefined ? undefined : ledger.read<TerminalEntry>(`/terminal/${number}`);
	return entry && `kubectl ${entry.command}`;
};

/** Whether a stop is about an object, or about a Pod that has its name from it. */
const isAbout = (stop: Stop, key: string): boolean => {
	if (/^(?:apiserver|kubectl|etcd)\./.test(stop.stage)) {
		return false;
	}

	const [, , plural, namespace, name] = key.split('/');
	return (
		stop.object === key ||
		(plural === 'jobs' && stop.object?.startsWith(`/registry/pods/${namespace}/${name}-`) === true)
	);
};

/** The deciding stop: the first of the deciding stage, otherwise the first with the message, otherwise the last failure of the object, otherwise its last write. */
export const decisiveStop = (
	{stops, kernel: {ledger}}: ClusterRecording,
	from: number,
	{key, message, stage, since}: Blockage,
): Stop | undefined => {
	if (since) {
		return stops.get(ledger.versions(key).find(({value}) => since(value))?.step ?? -1);
	}

	const words = told(message);
	const later = stops.slice(from + 1);
	const failed = (stop: Stop): boolean => bad.has(stop.outcome ?? '');
	const says = ({facts}: Stop): boolean =>
		typeof facts?.message === 'string' && facts.message !== '' && words.includes(facts.message);
	return (
		(stage === undefined
			? undefined
			: (later.find((stop) => stop.stage.startsWith(stage) && isAbout(stop, key) && failed(stop)) ??
				later.findLast((stop) => stop.stage.startsWith(stage) && isAbout(stop, key)))) ??
		later.find((stop) => isAbout(stop, key) && says(stop)) ??
		later.find((stop) => failed(stop) && says(stop)) ??
		later.findLast((stop) => isAbout(stop, key) && failed(stop)) ??
		stops.get(ledger.versions(key).at(-1)?.step ?? -1)
	);
};

/** The stop inside the apiserver's chain that refused a request of kubectl; the request itself if no stop did. */
export const refusingStop = (recording: ClusterRecording, request: Stop): Stop =>
	seek(
		recording,
		request.step,
		-1,
		(stop) =>
			stop.process === request.process &&
			((stop.outcome === 'refused' && !['apiserver.respond', 'kubectl.request'].includes(stop.stage)) ||
				(stop.stage === 'kubectl.request' && stop.outcome === undefined)),
	).stop ?? request;

/** `ingress/default/web` for a ledger key. */
export const objectWords = (key: string): string => {
	const resource = resources.find((one) => key.startsWith(`${registryPrefix(one)}/`));
	return resource
		? `${resource.singular || resource.kind.toLowerCase()}${key.slice(registryPrefix(resource).length)}`
		: key.replace('/registry/', '');
};
