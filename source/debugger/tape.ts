import type {Facts, Outcome} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import {FrameTable} from './frame-table.js';
import {Texts} from './texts.js';

const outcomes: ReadonlyArray<Outcome | undefined> = [undefined, 'passed', 'refused', 'failed', 'warning'];

/** The number of stops in a chunk. */
export const chunkLength = 1024;
const columns = 7;

/** Consecutive stops, as columns: 36 bytes each, and references to facts. */
class Chunk {
	readonly timesMs = new Float64Array(chunkLength);
	/** Per stop: process, component, stage, object (−1: none), cause, depth with outcome and periodic in its lowest four bits, and number of the frame (−1: none). */
	readonly numbers = new Int32Array(columns * chunkLength);
	/** `undefined`: forgotten, but for those in `kept`. */
	facts: Array<Facts | undefined> | undefined = Array.from({length: chunkLength});
	/** Facts that are never forgotten, by their rows. */
	kept: ReadonlyMap<number, Facts | undefined> = new Map();
}

/** Chunks at the end of a tape whose facts are never forgotten: searches for a cause read this far back. */
const rememberedChunks = 24;

/** The number of last steps whose facts are never forgotten. */
export const rememberedSteps = rememberedChunks * chunkLength;

/** The options for forgetting facts. */
interface Forgetting {
	/** The first chunk that may forget. */
	readonly from: number;
	/** Stages whose stops keep their facts. */
	readonly stages: ReadonlySet<string>;
	/** Makes the tape again, with all facts. */
	readonly recall: () => Tape;
}

/** The number of stops that are kept as objects after a read; a power of 2. */
const viewed = 1024;

/**
All stops of a run, by their steps.

A stop is a row in columns of numbers, and becomes an object when it is read. Two objects of one stop are equal, but not
always identical; their facts are. A tape without a past keeps the last two stops.
*/
export class Tape implements Iterable<Stop> {
	/** All that is kept of the past, oldest first. */
	readonly chunks: Chunk[] = [];
	readonly #processes = new Texts();
	readonly #components = new Texts();
	readonly #stages = new Texts();
	readonly #objects = new Texts();
	/** The frames of these stops. */
	readonly frames = new FrameTable(this.#components, this.#objects);
	/** Recently read stops, or the last two without a kept past, at the remainder of their steps. */
	readonly #views: Array<Stop | undefined>;
	#length = 0;
	#forgetting: Forgetting | undefined;

	constructor(readonly keepsPast = true) {
		this.#views = Array.from({length: keepsPast ? viewed : 2});
	}

	/** The number of stops so far. */
	get length(): number {
		return this.#length;
	}

	/** The first step that may be known. */
	get #first(): number {
		return this.keepsPast ? 0 : Math.max(0, this.#length - 2);
	}

	/**
	Reads the next stop.

	@throws {RangeError} when its step is not the next one.
	*/
	append(stop: Stop): void {
		const {step} = stop;
		if (step !== this.#length) {
			throw new RangeError(`stop ${step} cannot follow ${this.#length} stops`);
		}

		this.#length++;
		if (!this.keepsPast) {
			this.#views[step % 2] = stop;
			return;
		}

		const row = step % chunkLength;
		let chunk = this.chunks.at(-1);
		if (row === 0 || !chunk) {
			chunk = new Chunk();
			this.chunks.push(chunk);
			this.#forgetOld();
		}

		const {numbers} = chunk;
		const at = row * columns;
		chunk.timesMs[row] = stop.timeMs;
		numbers[at] = this.#processes.numberOf(stop.process);
		numbers[at + 1] = this.#components.numberOf(stop.component);
		numbers[at + 2] = this.#stages.numberOf(stop.stage);
		numbers[at + 3] = stop.object === undefined ? -1 : this.#objects.numberOf(stop.object);
		numbers[at + 4] = stop.cause;
		numbers[at + 5] = (stop.depth << 4) | (outcomes.indexOf(stop.outcome) << 1) | (stop.periodic ? 1 : 0);
		numbers[at + 6] = stop.frame?.number ?? -1;
		if (chunk.facts) {
			chunk.facts[row] = stop.facts;
		}

		if (stop.frame) {
			this.frames.add(stop.frame);
		}
	}

	/** The stop of a step; `undefined` if it is not recorded or no longer kept. */
	get(step: number): Stop | undefined {
		const view = this.#views[step % this.#views.length];
		if (view?.step === step) {
			return view;
		}

		const chunk = this.chunks[Math.floor(step / chunkLength)];
		if (!chunk || step >= this.#length) {
			return undefined;
		}

		const row = step % chunkLength;
		const timeMs = chunk.timesMs[row];
		if (timeMs === undefined) {
			return undefined;
		}

		const made = this.#made(chunk, step, row, timeMs);
		this.#views[step % viewed] = made;
		return made;
	}

	#made(chunk: Chunk, step: number, row: number, timeMs: number): Stop {
		const {numbers} = chunk;
		const at = row * columns;
		const object = numbers[at + 3] ?? -1;
		const rest = numbers[at + 5] ?? 0;
		return {
			step,
			timeMs,
			process: this.#processes.textOf(numbers[at] ?? 0),
			component: this.#components.textOf(numbers[at + 1] ?? 0),
			depth: rest >>> 4,
			frame: this.frames.get(numbers[at + 6] ?? -1),
			stage: this.#stages.textOf(numbers[at + 2] ?? 0),
			facts: this.#factsIn(chunk, row),
			object: object === -1 ? undefined : this.#objects.textOf(object),
			outcome: outcomes[(rest >>> 1) & 7],
			cause: numbers[at + 4] ?? -1,
			periodic: (rest & 1) === 1,
		};
	}

	/**
	Makes the tape forget facts of stops far behind the end: a run that is only printed rarely needs them. Reading one of them restores
	equal facts for all stops, and ends the forgetting.

	@param stages whose stops keep their facts

	@param recall makes the tape again
	*/
	forgetFacts(stages: Iterable<string>, recall: () => Tape): void {
		this.#forgetting = {from: this.chunks.length, stages: new Set(stages), recall};
	}

	/** Forgets the facts of the chunk that is now far behind. */
	#forgetOld(): void {
		const index = this.chunks.length - 1 - rememberedChunks;
		const chunk = this.chunks[index];
		const {facts} = chunk ?? {};
		if (!this.#forgetting || !chunk || !facts || index < this.#forgetting.from) {
			return;
		}

		const {stages} = this.#forgetting;
		chunk.kept = new Map(
			[...facts.entries()].filter(([row]) => stages.has(this.#stages.textOf(chunk.numbers[row * columns + 2] ?? 0))),
		);
		chunk.facts = undefined;
	}

	#factsIn(chunk: Chunk, row: number): Facts | undefined {
		if (!chunk.facts && !chunk.kept.has(row)) {
			this.#recall();
		}

		return chunk.facts ? chunk.facts[row] : chunk.kept.get(row);
	}

	#recall(): void {
		const whole = this.#forgetting?.recall();
		if (whole) {
			this.remember(whole);
		}
	}

	/** Restores the forgotten facts, and ends the forgetting. @param whole the complete tape, with all facts */
	remember(whole: Tape): void {
		this.#forgetting = undefined;
		for (const [index, chunk] of this.chunks.entries()) {
			chunk.facts ??= whole.chunks[index]?.facts;
		}
	}

	/** The stops of some stages, in order; without reading facts of other stops. @param which the stops to include; by default, all */
	*ofStages(
		stages: Iterable<string>,
		{
			from = 0,
			to = this.#length,
			outcome,
		}: {readonly from?: number; readonly to?: number; readonly outcome?: Outcome} = {},
	): Generator<Stop, undefined> {
		const wanted = new Set(stages);
		for (let step = Math.max(this.#first, from); step < Math.min(to, this.#length); step++) {
			const {numbers} = this.chunks[Math.floor(step / chunkLength)] ?? {};
			const at = (step % chunkLength) * columns;
			const mayMatch =
				!numbers ||
				(wanted.has(this.#stages.textOf(numbers[at + 2] ?? 0)) &&
					(outcome === undefined || outcomes[((numbers[at + 5] ?? 0) >>> 1) & 7] === outcome));
			const stop = mayMatch ? this.get(step) : undefined;
			if (stop && wanted.has(stop.stage) && (outcome === undefined || stop.outcome === outcome)) {
				yield stop;
			}
		}
	}

	/** The cause of a stop, without reading the rest of it; −1 also without a stop. */
	causeOf(step: number): number {
		return step < this.#length
			? (this.chunks[Math.floor(step / chunkLength)]?.numbers[(step % chunkLength) * columns + 4] ?? -1)
			: -1;
	}

	/** The number of a stop's process, from 0; −1 without a stop. */
	processOf(step: number): number {
		return step < this.#length
			? (this.chunks[Math.floor(step / chunkLength)]?.numbers[(step % chunkLength) * columns] ?? -1)
			: -1;
	}

	/** The stage of a stop, without reading the rest of it; empty without a stop. */
	stageOf(step: number): string {
		const chunk = step < this.#length ? this.chunks[Math.floor(step / chunkLength)] : undefined;
		const number = chunk?.numbers[(step % chunkLength) * columns + 2];
		return number === undefined ? (this.get(step)?.stage ?? '') : this.#stages.textOf(number);
	}

	/** The stops whose steps begin at `from` and end before `to`; negative ones count from the end, as in a list. */
	slice(from = 0, to = this.#length): Stop[] {
		const stops: Stop[] = [];
		const end = Math.min(this.#length, to < 0 ? this.#length + to : to);
		for (let step = Math.max(this.#first, from < 0 ? this.#length + from : from); step < end; step++) {
			const stop = this.get(step);
			if (stop) {
				stops.push(stop);
			}
		}

		return stops;
	}

	/** The stop at this place, as in a list: −1 is the last. */
	at(index: number): Stop | undefined {
		return this.get(index < 0 ? this.#length + index : index);
	}

	*[Symbol.iterator](): Iterator<Stop, undefined> {
		for (let step = this.#first; step < this.#length; step++) {
			const stop = this.get(step);
			if (stop) {
				yield stop;
			}
		}
	}

	/** The first stop that matches. */
	find(matches: (stop: Stop) => boolean, from = 0): Stop | undefined {
		for (let step = Math.max(this.#first, from); step < this.#length; step++) {
			const stop = this.get(step);
			if (stop && matches(stop)) {
				return stop;
			}
		}

		return undefined;
	}

	/** The last stop that matches. */
	findLast(matches: (stop: Stop) => boolean): Stop | undefined {
		for (let step = this.#length - 1; step >= this.#first; step--) {
			const stop = this.get(step);
			if (stop && matches(stop)) {
				return stop;
			}
		}

		return undefined;
	}

	/** All stops that match. */
	filter(matches: (stop: Stop) => boolean): Stop[] {
		const found: Stop[] = [];
		for (const stop of this) {
			if (matches(stop)) {
				found.push(stop);
			}
		}

		return found;
	}

	/** The results of a function for each stop. */
	map<T>(make: (stop: Stop) => T): T[] {
		const made: T[] = [];
		for (const stop of this) {
			made.push(make(stop));
		}

		return made;
	}
}
