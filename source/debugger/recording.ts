import type {Kernel} from '../kernel/kernel.js';
import {Fingerprint} from '../kernel/fingerprint.js';
import type {Stop} from '../kernel/stop.js';
import {forgetPastOf, type Kept} from './forget-past.js';
import {Tape} from './tape.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

/** The recorded system: a kernel with everything that runs on it, and the actions that a user can perform on it. */
export interface World<Input> {
	readonly kernel: Kernel;
	/** Submits an input to the simulation, which acts on it from now on. */
	readonly submit: (input: Input) => void;
	/** Receives each stop as it is recorded, and may act on it. */
	readonly seen?: (stop: Stop, recording: AnyRecording) => void;
	/** The sentence of a stop, for conditions and messages; without it, its stage. */
	readonly sentence?: (stop: Stop) => string;
	/** Whether labels match a selector, for breakpoints; without it, no labels match. */
	readonly selects?: (labels: Readonly<Record<string, string>>, selector: string) => boolean;
	/** The form of the object at a stop on its way to the store; `undefined` at other stops. */
	readonly carried?: (stop: Stop) => unknown;
	/** The request that a stop belongs to; by default, the request in its facts. */
	readonly request?: (stops: {readonly get: (step: number) => Stop | undefined}, stop: Stop) => unknown;
}

/** Something the user did, and when. */
export interface RecordedInput<Input> {
	/** The length of the tape. */
	readonly step: number;
	readonly timeMs: number;
	/** Whether the run had continued after the last stop or input: its process up to its next wait, and other work without a stop. */
	readonly idle: boolean;
	readonly input: Input;
}

/** The progress of a re-run. */
export interface Place {
	readonly step: number;
	readonly timeMs: number;
}

/** Carries out, to its end, work that can also be done a stop at a time. */
export const atOnce = <T>(work: Generator<Place, T>): T => {
	for (;;) {
		const {done, value} = work.next();
		if (done) {
			return value;
		}
	}
};

/** Re-running did not produce the same stops: the recording was made by other code, or the simulation is not deterministic. */
export class Divergence extends Error {
	override name = 'Divergence';

	constructor(
		/** The first step that differs. */
		readonly step: number,
		readonly expected: string,
		readonly found: string,
	) {
		super(`the re-run differs from the recording at step ${step}: expected ${expected}, found ${found}`);
	}
}

/**
A scenario, the inputs given to it, and the tape of stops they produce.

The tape is recorded only as far as the reader has moved (`extend`). Reading the past executes nothing; only changing it does (`branch`). A
world without history keeps its last two stops and no inputs.
*/
export class Recording<Scenario, Input> {
	readonly #world: World<Input>;
	readonly #tape: Tape;
	/** Made at the first request, up to the end of the tape at that time: stops and their facts do not change. */
	readonly #fingerprints: number[] = [];
	readonly #fingerprint = new Fingerprint();
	readonly #inputs: Array<RecordedInput<Input>> = [];
	/** Whether each stop is mixed into the fingerprint at once: its facts may be forgotten. */
	#mixesAtOnce = false;
	/** Whether a stop was requested after the last stop or input, and the run had no further one. */
	#idle = false;
	/** Made at the first request, up to the end of the tape at that time. */
	readonly #effects = new Map<number, number[]>();
	#effectsKnown = 0;
	/** The next stop of the same process, and the last stop of each; also made at the first request. */
	readonly #next: number[] = [];
	readonly #last: number[] = [];

	constructor(
		readonly scenario: Scenario,
		readonly create: (scenario: Scenario) => World<Input>,
	) {
		this.#world = create(scenario);
		this.#tape = new Tape(this.#world.kernel.ledger.keepsHistory);
	}

	get world(): World<Input> {
		return this.#world;
	}

	get kernel(): Kernel {
		return this.#world.kernel;
	}

	/** The recorded tape. */
	get stops(): Tape {
		return this.#tape;
	}

	get inputs(): ReadonlyArray<RecordedInput<Input>> {
		return this.#inputs;
	}

	/**
	Rolling hash of all stops so far, 16 hexadecimal digits: equal runs have equal fingerprints at every step.

	@throws {TypeError} when the world keeps no history.
	*/
	get fingerprint(): string {
		this.#takeFingerprints(this.#tape.length);
		return this.#fingerprint.text;
	}

	/** @param length the number of needed stops: for a long tape, all of them take seconds. */
	#takeFingerprints(length: number): void {
		if (!this.kernel.ledger.keepsHistory) {
			throw new TypeError('a recording without history has no fingerprint');
		}

		for (let stop; this.#fingerprints.length < length && (stop = this.#tape.get(this.#fingerprints.length));) {
			this.#mix(stop);
		}
	}

	#mix(stop: Stop): void {
		this.#fingerprint.mix(stop);
		this.#fingerprints.push(this.#fingerprint.number);
	}

	/**
	Makes the recording forget facts of stops far behind the end, and ledger values that were replaced before them. Reading one of them
	plays the deterministic run again, as {@link branch} does.
	*/
	forgetPast(kept: Kept): void {
		this.#takeFingerprints(this.#tape.length);
		this.#mixesAtOnce = true;
		forgetPastOf({stops: this.#tape, ledger: this.kernel.ledger}, kept, () => {
			const again = new Recording(this.scenario, this.create);
			again.replay(this.#inputs, this.#tape.length, (step) => this.#fingerprints[step]);
			return {stops: again.stops, ledger: again.kernel.ledger};
		});
	}

	/** The sentence of a stop. */
	sentence(stop: Stop): string {
		return this.#world.sentence?.(stop) ?? stop.stage;
	}

	/** Whether labels match a selector. */
	selects(labels: Readonly<Record<string, string>>, selector: string): boolean {
		return this.#world.selects?.(labels, selector) ?? false;
	}

	/** The request that a stop belongs to. */
	request(stop: Stop): unknown {
		return this.#world.request?.(this.stops, stop) ?? stop.facts?.['request'] ?? stop.facts?.['info'];
	}

	/** The form of the object at a stop on its way to the store. */
	carried(stop: Stop): unknown {
		return this.#world.carried?.(stop);
	}

	/** Whether only periodic work would follow. */
	get resting(): boolean {
		return this.kernel.resting;
	}

	/**
	Records one more stop.

	@param untilMs the latest virtual time.
	@param atRest end where only periodic work is left.
	@returns `undefined` when no stop follows (until then).
	*/
	extend(untilMs?: number, atRest = false): Stop | undefined {
		const stop = this.kernel.step(untilMs, atRest);
		this.#idle = stop === undefined;
		if (stop) {
			this.#tape.append(stop);
			if (this.#mixesAtOnce) {
				this.#mix(stop);
			}

			this.#world.seen?.(stop, this);
		}

		return stop;
	}

	/** Submits an input at the end of the tape. */
	submit(input: Input): void {
		if (this.kernel.ledger.keepsHistory) {
			this.#inputs.push({
				step: this.#tape.length,
				timeMs: this.kernel.now,
				idle: this.#idle,
				input,
			});
		}

		this.#idle = false;
		this.#world.submit(input);
	}

	/** Steps that a stop caused directly, by a message or a timer. */
	effects(step: number): readonly number[] {
		for (; this.#effectsKnown < this.#tape.length; this.#effectsKnown++) {
			const cause = this.#tape.causeOf(this.#effectsKnown);
			if (cause >= 0) {
				getOrInsert(this.#effects, cause, () => []).push(this.#effectsKnown);
			}
		}

		return this.#effects.get(step) ?? [];
	}

	/** The step of the next stop of the same process, if it is recorded. */
	nextOfProcess(step: number): number | undefined {
		for (let at = this.#next.length; at < this.#tape.length; at++) {
			const process = this.#tape.processOf(at);
			const before = this.#last[process];
			if (before !== undefined) {
				this.#next[before] = at;
			}

			this.#next.push(-1);
			this.#last[process] = at;
		}

		const next = this.#next[step] ?? -1;
		return next === -1 ? undefined : next;
	}

	/** The hash of all stops up to this one, inclusive; `undefined` if the tape does not reach that far. */
	fingerprintAt(step: number): number | undefined {
		this.#takeFingerprints(step + 1);
		return this.#fingerprints[step];
	}

	/**
	A new recording that shares the past up to and including `step`, so that the run can continue differently. This one stays unchanged.

	@throws {Divergence} when the re-run differs.
	*/
	branch(step: number): Recording<Scenario, Input> {
		return atOnce(this.branching(step));
	}

	/**
	Like {@link branch}, stop by stop, for a caller with other work.

	@throws {Divergence} when the re-run differs.
	*/
	*branching(step: number): Generator<Place, Recording<Scenario, Input>> {
		const branch = new Recording(this.scenario, this.create);
		yield* branch.replaying(
			this.#inputs.filter((input) => input.step <= step),
			step + 1,
			(at) => this.fingerprintAt(at),
			(at) => this.#tape.get(at),
		);
		return branch;
	}

	/**
	Submits recorded inputs at their places and records until the tape has `length` stops.

	@param fingerprintAt the expected hash after each stop; `undefined` where the recording has none.
	@throws {Divergence} at the first difference.
	*/
	replay(
		inputs: ReadonlyArray<RecordedInput<Input>>,
		length: number,
		fingerprintAt?: (step: number) => number | undefined,
		expected: (step: number) => Stop | undefined = () => undefined,
	): void {
		atOnce(this.replaying(inputs, length, fingerprintAt, expected));
	}

	/**
	Replays stop by stop, for a caller with other work.

	@throws {Divergence} at the first difference.
	*/
	*replaying(
		inputs: ReadonlyArray<RecordedInput<Input>>,
		length: number,
		fingerprintAt?: (step: number) => number | undefined,
		expected: (step: number) => Stop | undefined = () => undefined,
	): Generator<Place, void> {
		let next = 0;
		for (;;) {
			for (let due = inputs[next]; due?.step === this.#tape.length; due = inputs[++next]) {
				const {timeMs, idle, input} = due;
				const early = (idle && this.extend(timeMs, true)) || (this.kernel.now < timeMs && this.extend(timeMs));
				if (early) {
					throw new Divergence(early.step, `an input at ${timeMs} ms`, this.#describe(early));
				}

				this.submit(input);
			}

			if (this.#tape.length >= length) {
				return;
			}

			const stop = this.extend();
			const step = this.#tape.length - 1;
			if (!stop) {
				throw new Divergence(step + 1, this.#describe(expected(step + 1)), 'the end of the run');
			}

			const known = fingerprintAt?.(step);
			if (known !== undefined && known !== this.fingerprintAt(step)) {
				throw new Divergence(step, this.#describe(expected(step)), this.#describe(stop));
			}

			yield {step, timeMs: this.kernel.now};
		}
	}

	#describe(stop: Stop | undefined): string {
		return stop ? `${stop.stage} in ${stop.process}: ${this.sentence(stop)}` : 'another stop';
	}
}

/** The tape of any scenario, as far as searches need it. */
export type AnyRecording = Pick<
	Recording<unknown, unknown>,
	| 'stops'
	| 'extend'
	| 'resting'
	| 'kernel'
	| 'effects'
	| 'nextOfProcess'
	| 'sentence'
	| 'selects'
	| 'carried'
	| 'request'
>;
