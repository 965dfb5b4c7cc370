import {parseTimestamp} from '../../kernel/clock.js';
import type {Change} from '../../kernel/history.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isRecord} from '../../kernel/record.js';
import type {Stop} from '../../kernel/stop.js';

/**
Parts of the ledger that show the decisions of a run's components: objects of the API, names and routes, addresses, containers, probes and
rules of nodes, output of commands and answers to clients.
*/
const told =
	/^\/registry\/(?!leases\/kube-node-lease\/)|^\/terminal\/|^\/network\/(?:dns|ingress|mesh|traffic)\/|^\/nodes\/[^/]+\/(?:containers|probes|routes|iptables|nftables|netns\/host-local)(?:\/|$)/;

/** Fields that depend on chance or that are written repeatedly. */
const leftOut = new Set([
	'resourceVersion',
	'uid',
	'managedFields',
	'containerID',
	'cgroup',
	'id',
	'imageID',
	'lastHeartbeatTime',
	'namespaces',
	'pid',
	'renewTime',
	'sandbox',
	'since',
]);

/** Ids that are drawn: uids, also in paths, and the ids of containers. */
const drawn = /[\da-f]{8}([-_])[\da-f]{4}\1[\da-f]{4}\1[\da-f]{4}\1[\da-f]{12}|\b[\da-f]{64}\b/g;

/** A time is shown by its distance from the moment of the write, in seconds. */
const ago = (text: string, wallMs: number): string => {
	const ms = parseTimestamp(text);
	return Number.isNaN(ms) ? text.replaceAll(drawn, '*') : `~${Math.round((wallMs - ms) / 1000)}`;
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** The lines that a text such as rules gains and loses. */
const lineChanges = (path: string, before: string, after: string): readonly string[] => {
	const [old, now] = [new Set(before.split('\n')), new Set(after.split('\n'))];
	return [
		...[...now].filter((line) => !old.has(line)).map((line) => `${path}+${line}`),
		...[...old].filter((line) => !now.has(line)).map((line) => `${path}-${line}`),
	];
};

/** The fields of an object, or the items of a list; `undefined` for a plain value. */
const partsOf = (value: unknown): ReadonlyMap<string, unknown> | undefined => {
	if (Array.isArray(value)) {
		return new Map(value.map((item: unknown, index) => [String(index), item]));
	}

	return isRecord(value) ? new Map(Object.entries(value)) : undefined;
};

const none: ReadonlyMap<string, unknown> = new Map();

/** The fields that a write changes, each with its new value. */
const changed = (path: string, before: unknown, after: unknown, wallMs: number): readonly string[] => {
	if (before === after) {
		return [];
	}

	const [old, now] = [partsOf(before), partsOf(after)];
	if ((old ?? before === undefined) && (now ?? after === undefined)) {
		const names = new Set([...(old ?? none).keys(), ...(now ?? none).keys()]);
		return [...names]
			.filter((name) => !leftOut.has(name))
			.flatMap((name) => changed(path === '' ? name : `${path}.${name}`, old?.get(name), now?.get(name), wallMs));
	}

	if (isText(after) && after.includes('\n')) {
		return lineChanges(path, isText(before) ? before : '', after);
	}

	return [after === undefined ? `-${path}` : `${path}=${isText(after) ? ago(after, wallMs) : JSON.stringify(after)}`];
};

/** The key of the written object; a container is known by its Pod and name, since its id is drawn. */
const placeOf = ({key, before, after}: Change): string => {
	const value = after ?? before;
	return key.includes('/containers/') && isRecord(value)
		? `${key.slice(0, key.lastIndexOf('/'))}/${String(value['namespace'])}/${String(value['pod'])}/${String(value['name'])}`
		: key.replaceAll(drawn, '*');
};

/** The part of a value that belongs in a chronicle: of the requests of a client, the Pods that have answered and the kinds of losses. */
const viewOf = (key: string, value: unknown): unknown => {
	if (!key.startsWith('/network/traffic/') || !isRecord(value)) {
		return value;
	}

	const {byPod, losses} = value;
	const lost = Array.isArray(losses)
		? losses.map((one: unknown) => (isRecord(one) && isRecord(one['loss']) ? String(one['loss']['case']) : ''))
		: [];
	const answering = isRecord(byPod) ? Object.keys(byPod) : [];
	return Object.fromEntries([...answering, ...lost].map((name) => [name, true]));
};

/** The writes of the components of a run, in their order. */
export class Chronicle {
	/** Lines of seconds since the beginning, the place, the process and what it changes, with tabs between them. */
	readonly lines: string[] = [];

	/** @param fromMs the time from which it records */
	constructor(readonly fromMs: number) {}

	/** Records the writes of a stop. */
	see({process, timeMs}: Pick<Stop, 'process' | 'timeMs'>, changes: readonly Change[], wallMs: number): void {
		for (const change of changes) {
			const {key, before, after} = change;
			const parts = told.test(key) ? changed('', viewOf(key, before), viewOf(key, after), wallMs) : [];
			if (parts.length > 0) {
				const what = change.after === undefined ? 'is gone' : parts.join('  ');
				this.lines.push(
					[Math.round((timeMs - this.fromMs) / 1000), placeOf(change), process.replaceAll(drawn, '*'), what].join('\t'),
				);
			}
		}
	}
}

/** A line of a chronicle, read. */
interface Entry {
	readonly seconds: number;
	readonly place: string;
	readonly text: string;
}

const entryOf = (line: string): Entry => {
	const [seconds = '', place = '', ...rest] = line.split('\t');
	return {seconds: Number(seconds), place, text: rest.join(' writes ')};
};

const byPlace = (lines: readonly string[]): ReadonlyMap<string, readonly Entry[]> => {
	const found = new Map<string, Entry[]>();
	for (const line of lines) {
		const entry = entryOf(line);
		getOrInsert(found, entry.place, () => []).push(entry);
	}

	return found;
};

/** Numbers in a text that count seconds may differ by one: a few milliseconds round to another one. */
const isClose = (one: string, other: string): boolean => {
	const [parts, others] = [one.split(/~(-?\d+)/), other.split(/~(-?\d+)/)];
	return (
		parts.length === others.length &&
		parts.every((part, index) =>
			index % 2 === 0 ? part === others[index] : Math.abs(Number(part) - Number(others[index])) <= 1,
		)
	);
};

const areAlike = (one: Entry | undefined, other: Entry | undefined): boolean =>
	one !== undefined &&
	other !== undefined &&
	Math.abs(one.seconds - other.seconds) <= 1 &&
	(one.text === other.text || isClose(one.text, other.text));

const shown = (entry: Entry | undefined): string =>
	entry ? `${entry.seconds} s: ${entry.text.slice(0, 400)}` : 'nothing';

/** The differing part of two texts, with a little of the common text before it. */
const fromDifference = (one: string, other: string): number => {
	let at = 0;
	while (at < one.length && one[at] === other[at]) {
		at++;
	}

	return at > 120 ? one.lastIndexOf('  ', at) + 1 : 0;
};

/** The first differences of a run from its record: for each place the first different write, the earliest ones. */
export const departures = (record: readonly string[], found: readonly string[], most = 3): readonly string[] => {
	const [recorded, now] = [byPlace(record), byPlace(found)];
	const all = [...new Set([...recorded.keys(), ...now.keys()])].flatMap((place) => {
		const [old, own] = [recorded.get(place) ?? [], now.get(place) ?? []];
		const index = Array.from({length: Math.max(old.length, own.length)}, (_, at) => at).find(
			(at) => !areAlike(old[at], own[at]),
		);
		if (index === undefined) {
			return [];
		}

		const [before, after] = [old[index], own[index]];
		const from = before && after ? fromDifference(before.text, after.text) : 0;
		const cut = (entry: Entry | undefined) => shown(entry && {...entry, text: entry.text.slice(from)});
		return [
			{
				seconds: Math.min(before?.seconds ?? Infinity, after?.seconds ?? Infinity),
				text: `${place}: the record of this story has ${cut(before)}\n  but now there is ${cut(after)}`,
			},
		];
	});
	return all
		.sort((a, b) => a.seconds - b.seconds)
		.slice(0, most)
		.map(({text}) => text);
};
