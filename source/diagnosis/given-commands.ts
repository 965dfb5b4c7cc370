import type {ClusterRecording, TerminalEntry} from '../cluster.js';
import {getOrInsert} from '../kernel/get-or-insert.js';
import {firstIndex} from '../kernel/search.js';
import {nestedNumber, nestedString} from '../objects/unstructured.js';
import {initialObjects} from '../scenario/initial-objects.js';
import type {Files} from './files.js';

/** A command line that the user gave to kubectl in a run. */
export interface GivenCommand {
	/** The number of the command in the run, from 1. */
	readonly number: number;
	/** The last step before it. */
	readonly from: number;
	/** The words after `kubectl`. */
	readonly line: string;
	/** The files that it could read: path → text. */
	readonly files: Files;
	/** The process that carries it out. */
	readonly process: string;
	/** Ledger key of its output. */
	readonly terminalKey: string;
}

/** The command lines of a run, oldest first; the scenario's initial ones are excluded. */
export const givenCommands = ({
	inputs,
	scenario,
}: Pick<ClusterRecording, 'inputs' | 'scenario'>): readonly GivenCommand[] => {
	let number = initialObjects(scenario) === '' ? 0 : 1;
	return inputs.flatMap(({step, input}): GivenCommand[] => {
		if (!('kubectl' in input)) {
			return [];
		}

		number++;
		return [
			{
				number,
				from: step - 1,
				line: input.kubectl,
				files: input.files ?? {},
				process: `kubectl/${number}`,
				terminalKey: `/terminal/${number}`,
			},
		];
	});
};

/** Whether a command creates, changes or deletes objects; other commands only read. */
export const isWriting = (line: string): boolean =>
	/^(?:annotate|apply|auth\s+reconcile|autoscale|certificate|cordon|create|debug|delete|drain|edit|expose|label|patch|replace|rollout\s+(?:pause|restart|resume|undo)|run|scale|set|taint|uncordon)\b/.test(
		line,
	);

/** The exit code of a command; `undefined` while it runs. */
export const codeOf = ({kernel: {ledger}}: Pick<ClusterRecording, 'kernel'>, {terminalKey}: GivenCommand) =>
	ledger.read<TerminalEntry>(terminalKey)?.code;

/** The objects that one command has written so far, and the number of the run's writes that were read for this. */
interface WrittenKeys {
	next: number;
	/** The uids of the objects, by key. */
	readonly keys: Map<string, Set<string>>;
}

const known = new WeakMap<ClusterRecording, Map<number, WrittenKeys>>();

/** Leases and events are by-products: the user did not ask for them. */
const isAskedFor = (key: string): boolean =>
	key.startsWith('/registry/') && !/^\/registry\/(?:events|ipaddresses|leases|ranges)\//.test(key);

/** The ledger keys of the objects that a command has created, changed or deleted so far, in the order of its first writes, with the uids that they had. */
export const writtenKeys = (
	recording: ClusterRecording,
	command: GivenCommand,
): ReadonlyMap<string, ReadonlySet<string>> => {
	const {stops, kernel} = recording;
	const {changes} = kernel.ledger;
	const found = getOrInsert(
		getOrInsert(known, recording, () => new Map<number, WrittenKeys>()),
		command.number,
		() => ({next: firstIndex(changes, ({step}) => step <= command.from), keys: new Map<string, Set<string>>()}),
	);
	// A command that has ended writes nothing more.
	const ended = kernel.ledger
		.versions(command.terminalKey)
		.find(({value}) => nestedNumber(value, 'code') !== undefined);
	const lastStep = Math.min(ended?.step ?? Number.POSITIVE_INFINITY, stops.length - 1);
	for (let change = changes[found.next]; change && change.step <= lastStep; change = changes[++found.next]) {
		if (isAskedFor(change.key) && stops.get(change.step)?.process === command.process) {
			const uids = getOrInsert(found.keys, change.key, () => new Set<string>());
			for (const value of [change.before, change.after]) {
				uids.add(nestedString(value, 'metadata', 'uid') ?? '');
			}
		}
	}

	return found.keys;
};
