import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {gunzipSync} from 'node:zlib';

/** An action or a query of a scenario. */
export interface Step {
	/** `VERB /path`. */
	readonly send?: string;
	/** A command line, without the word kubectl. */
	readonly kubectl?: string;
	/** The component whose view outside the API is compared: `cri node-a default/web`. */
	readonly look?: string;
	/** Wait until the objects stop changing. */
	readonly settle?: true | {readonly quietMs?: number; readonly timeoutMs?: number; readonly paths?: readonly string[]};
	/** Path of a watch to open, known as `name` until `stop`. */
	readonly watch?: string;
	readonly name?: string;
	readonly stop?: string;
	/** Wait until the `field` of the object at this path exists, or has the value `is`. */
	readonly until?: string;
	readonly field?: string;
	readonly is?: unknown;
	readonly timeoutMs?: number;
	/** Milliseconds. */
	readonly wait?: number;
	readonly body?: string;
	readonly input?: string;
	readonly headers?: Readonly<Record<string, string | readonly string[]>>;
	/** User to impersonate. */
	readonly as?: string;
	/** Paths of the fields that are compared. */
	readonly only?: readonly string[];
	readonly unordered?: boolean | 'deep';
	readonly distinct?: boolean;
	/** Whether the step's answer is not compared. */
	readonly ignore?: boolean;
}

/** An answer as it is compared: plain JSON. */
export type Entry = Readonly<Record<string, unknown>> & {readonly step: string};

/** A recorded scenario: the requests, and the answers of a real cluster. */
export interface Golden {
	/** `topic/sub-topic/name`. */
	readonly id: string;
	readonly stage: string;
	readonly needs?: string;
	readonly namespace?: string;
	readonly fixedAddresses?: boolean;
	readonly steps: readonly Step[];
	readonly entries: readonly Entry[];
}

/** A JSON document, a JSON line for each value, either of them compressed. */
export const readLines = <T>(file: string): T[] => {
	const bytes = readFileSync(file);
	const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
	if (/\.jsonl(?:\.gz)?$/.test(file)) {
		return text
			.split('\n')
			.filter(Boolean)
			.map((line): T => JSON.parse(line));
	}

	const document: T | T[] = JSON.parse(text);
	return Array.isArray(document) ? document : [document];
};

/**
The goldens at a place: a folder with JSON files at any depth, or one file with all of them.

@throws when there is nothing at that place.
*/
export const readGoldens = (place: string): Golden[] => {
	if (!statSync(place).isDirectory()) {
		return /\.jsonl?(?:\.gz)?$/.test(place) ? readLines<Golden>(place).filter(({steps}) => steps !== undefined) : [];
	}

	return readdirSync(place)
		.sort()
		.flatMap((name) => readGoldens(path.join(place, name)));
};

/** Namespace of a scenario, for `{ns}`. */
export const namespaceOf = ({namespace, id}: Pick<Golden, 'namespace' | 'id'>): string =>
	namespace ?? `t-${id.replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 60).replace(/-$/, '');

/** Fills in `{ns}`, `{now}` and `{x*9}`. */
export const fill = (text: string, namespace: string, wallClockMs: number): string =>
	text
		.replaceAll('{ns}', namespace)
		.replaceAll('{now}', () => new Date(wallClockMs).toISOString())
		.replaceAll(/\{x\*(\d+)\}/g, (_, times: string) => 'x'.repeat(Number(times)));

/** The words of a recorded command line: quotes around a whole word are removed, quotes inside a word stay. */
export const commandWords = (line: string): string[] =>
	(line.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) =>
		/^'.*'$|^".*"$/s.test(word) && word.length > 1 ? word.slice(1, -1) : word,
	);
