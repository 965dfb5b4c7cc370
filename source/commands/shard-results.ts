import {createHash} from 'node:crypto';
import {equal} from '../kernel/equality.js';
import {isRecord} from '../kernel/record.js';
import {Mistake} from '../scenario/mistake.js';
import {readTextFile} from '../scenario/read-text-file.js';
import {printData, readData} from './plain-data.js';
import type {Shard} from './shard.js';
import {version} from './version.js';

/** The common part of all shards of a command. */
export interface Assignment {
	/** `explore`, `check` or `simulate`. */
	readonly command: string;
	/** The number of jobs of all shards. */
	readonly jobs: number;
	/** Plain data from which `merge` makes the report. */
	readonly task: unknown;
}

/** The cost of a shard. */
export interface Measured {
	readonly seconds: number;
	readonly cpuSeconds: number;
}

const first = 'k8s-walkthrough-shard';

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A line of results: a word that no other program prints, a checksum, and JSON. */
const lineOf = (value: unknown): string => {
	const text = printData(value);
	return `${first} ${sumOf(text)} ${text}\n`;
};

/**
The results of a shard, in lines that {@link mergedShards} joins. A truncated or changed line is detected.

@param results of the shard's jobs, in their order
@param measured called at the end
*/
export async function* shardLines(
	assignment: Assignment,
	shard: Shard,
	results: AsyncIterable<unknown> | Iterable<unknown>,
	measured: () => Measured,
): AsyncGenerator<string, void> {
	yield lineOf({head: {...assignment, version: version(), shards: shard.count}});
	let job = shard.number - 1;
	for await (const result of results) {
		yield lineOf({job, result});
		job += shard.count;
	}

	yield lineOf({done: shard.number, measured: measured()});
}

/** The results of all shards. */
export interface Merged {
	readonly task: unknown;
	/** The results, in the order of the jobs. */
	readonly results: readonly unknown[];
	/** The time of the slowest shard, and the CPU time of all. */
	readonly measured: Measured;
}

/** The most bytes of a text. */
const mostBytes = 512 * 1024 * 1024 - 1024;

const remedy = 'write the results with --shard, and pass them all to merge';

/** A line of a file. */
interface Place {
	readonly file: string;
	readonly line: number;
	readonly column: number;
}

/**
The values in the lines of results, each with its place; one without a value is damaged.

Lines of other programs, such as npx, are left out. A killed shard leaves half a line, which the next program's output may continue.
*/
function* valuesIn(
	file: string,
	text: string,
): Generator<{readonly value: Readonly<Record<string, unknown>> | undefined; readonly place: Place}, void> {
	let line = 0;
	for (const row of text.split('\n')) {
		line++;
		const column = row.lastIndexOf(`${first} `);
		if (column === -1) {
			continue;
		}

		const [, sum, ...rest] = row.slice(column).trimEnd().split(' ');
		const json = rest.join(' ');
		const value = sum === sumOf(json) ? readData(json) : undefined;
		yield {value: isRecord(value) ? value : undefined, place: {file, line, column: column + 1}};
	}
}

const isMeasured = (value: unknown): value is Measured =>
	isRecord(value) && typeof value['seconds'] === 'number' && typeof value['cpuSeconds'] === 'number';

/** The first ten of some numbers. */
const shortened = (words: readonly string[]): string =>
	words.length > 10 ? `${words.slice(0, 10).join(', ')} and ${words.length - 10} more` : words.join(', ');

/** All that the lines of results say. */
class Findings {
	#head: Readonly<Record<string, unknown>> | undefined;
	readonly #results: unknown[] = [];
	readonly #measured = new Map<number, Measured>();
	#damaged: Place | undefined;

	/** Adds a line; `undefined` is a damaged one. @throws {Mistake} when the lines before it are from another run */
	take(value: Readonly<Record<string, unknown>> | undefined, place: Place): void {
		if (!value) {
			this.#damaged ??= place;
		} else if (isRecord(value['head'])) {
			if (this.#head && !equal(this.#head, value['head'])) {
				throw new Mistake('these results are from another run', place, 'merge the shards of one command');
			}

			this.#head = value['head'];
		} else if (typeof value['job'] === 'number') {
			this.#results[value['job']] = value['result'];
		} else if (typeof value['done'] === 'number' && isMeasured(value['measured'])) {
			this.#measured.set(value['done'], value['measured']);
		}
	}

	/** @throws {Mistake} when something is missing */
	merged(command: string): Merged {
		const {jobs, shards, task, command: other, version: written} = this.#head ?? {};
		if (typeof jobs !== 'number' || typeof shards !== 'number') {
			throw new Mistake('the first line of the results is missing or damaged', this.#damaged, remedy);
		}

		if (other !== command) {
			throw new Mistake(`these are results of ${String(other)}, not of ${command}`, {}, remedy);
		}

		if (written !== version()) {
			throw new Mistake(
				`these results are from version ${String(written)}, but this is ${version()}`,
				{},
				'run and merge the shards with the same version',
			);
		}

		const missing = this.#missing(jobs, shards);
		if (missing.length > 0) {
			throw new Mistake(
				`missing shards: ${shortened(missing.map((number) => `${number}/${shards}`))}${this.#damaged ? '; this line is damaged' : ''}`,
				this.#damaged,
				'run these shards again, and merge all files',
			);
		}

		const measured = [...this.#measured.values()];
		return {
			task,
			results: this.#results,
			measured: {
				seconds: Math.max(0, ...measured.map(({seconds}) => seconds)),
				cpuSeconds: measured.reduce((sum, {cpuSeconds}) => sum + cpuSeconds, 0),
			},
		};
	}

	/** The shards that lack a result. */
	#missing(jobs: number, shards: number): readonly number[] {
		const lacking = new Set<number>();
		for (let job = 0; job < jobs; job++) {
			if (!(job in this.#results)) {
				lacking.add((job % shards) + 1);
			}
		}

		return [...lacking].sort((a, b) => a - b);
	}
}

/**
Joins the results of all shards of a command. A file may have several shards, one twice, or a part of one: a shard that ran again gives the same results.

@param command the command that must have produced the results
@throws {Mistake} when a shard is missing or incomplete, a line is damaged, or files are of different runs or versions
*/
export const mergedShards = (command: string, files: readonly string[]): Merged => {
	const found = new Findings();
	for (const file of files) {
		let isEmpty = true;
		for (const {value, place} of valuesIn(file, readTextFile(file, mostBytes))) {
			isEmpty = false;
			found.take(value, place);
		}

		if (isEmpty) {
			throw new Mistake('this file has no shard results', {file}, remedy);
		}
	}

	return found.merged(command);
};

/** Measures a shard: time and CPU time since this call. */
export const measuring = (): (() => Measured) => {
	const startMs = performance.now();
	const before = process.cpuUsage();
	return () => {
		const {user} = process.cpuUsage(before);
		return {seconds: (performance.now() - startMs) / 1000, cpuSeconds: user / 1e6};
	};
};
