import type {Input} from '../cluster.js';
import type {Recording} from '../debugger/recording.js';
import type {Stop} from '../kernel/stop.js';
import type {Scenario} from '../scenario/scenario.js';

/**
The speed of virtual time: a multiple of the wall clock, as fast as the machine can while work is in progress (`max`), or always as fast as
it can (`virtual`).
*/
export type Speed = number | 'max' | 'virtual';

export interface PaceOptions {
	readonly speed: Speed;
	/** Decides for each new stop whether to hold the simulation there. */
	readonly holdAt?: (stop: Stop) => boolean;
	/** Called when the simulation has failed; its clients notice this by the end of their connections. */
	readonly onFailure?: (error: unknown) => void;
	/** Called when virtual time falls behind a numeric speed, with the lag in virtual milliseconds, whenever it has doubled; with 0 once the lag is over. */
	readonly onLag?: (behindMs: number) => void;
	/** The wall clock, in milliseconds. */
	readonly wallMs?: () => number;
	/** How far virtual time may run ahead of the wall clock, with `max` (unlimited by default). With `virtual`, it is unlimited. */
	readonly leadMs?: number;
}

/** The longest turn before sockets get their turn. */
const turnMs = 8;
const longestTimerMs = 1000;

/** The longest jump of a virtual clock without a stop. */
const stretchMs = 60_000;

/** A lag of this length is reported, and one below a tenth of it is over. */
const longLagMs = 5000;

/**
The lag to report, if it is new.

@param saidMs the last reported lag; 0 without one, or after its end.
@returns the lag to report, 0 when it is over; `undefined` without news.
*/
export const lagToTell = (behindMs: number, saidMs: number): number | undefined => {
	if (saidMs > 0 && behindMs < longLagMs / 10) {
		return 0;
	}

	if (behindMs >= Math.max(longLagMs, saidMs * 2)) {
		return behindMs;
	}

	return undefined;
};

/**
Lets virtual time follow the wall clock.

With `max`, time jumps to the next event while work other than housekeeping is in progress. At rest, and when it is too far ahead, it keeps pace with the wall clock, so that leases are renewed and watches time out as on a real cluster. With `virtual` it never waits for the wall clock, even at rest.
*/
export class Pace {
	readonly #speed: Speed;
	readonly #wallMs: () => number;
	/** The limit of virtual time, at the wall clock's zero. */
	readonly #limitAtZeroMs: number;
	/** The virtual and the wall clock at one moment. */
	#base: {readonly wallMs: number; readonly virtualMs: number};
	#turn: {readonly cancel: () => void; readonly dueMs: number} | undefined;
	#held: Stop | undefined;
	/** The lag of the last report; 0 without one. */
	#saidMs = 0;
	readonly #turned = new Set<() => void>();
	/** The number of unanswered requests to servers outside the simulation. */
	#asked = 0;
	#ended = false;
	/** Whether the simulation is running: inputs that its output causes at once wait until it pauses. */
	#running = false;
	readonly #waiting: Input[] = [];
	readonly #listeners = new Set<() => void>();

	constructor(
		readonly recording: Recording<Scenario, Input>,
		readonly options: PaceOptions,
	) {
		this.#speed = options.speed;
		this.#wallMs = options.wallMs ?? (() => performance.now());
		this.#base = {wallMs: this.#wallMs(), virtualMs: recording.kernel.now};
		this.#limitAtZeroMs =
			recording.kernel.now -
			this.#base.wallMs +
			(options.speed === 'virtual' ? Infinity : (options.leadMs ?? Infinity));
	}

	/** The stop that holds the simulation; `undefined` while it runs. */
	get held(): Stop | undefined {
		return this.#held;
	}

	/** Starts, and continues after having been held. @param behindMs how far virtual time is behind, and is to catch up at once. */
	run(behindMs = 0): void {
		this.#held = undefined;
		this.#rebase(this.recording.kernel.now + behindMs);
		this.#soon(0);
	}

	/** Holds the simulation at its present stop. */
	hold(): void {
		this.#turn?.cancel();
		this.#turn = undefined;
		if (!this.#held) {
			this.#holdAt(this.recording.stops.at(-1));
		}
	}

	/** Calls the listener each time the running simulation is held. @returns a function that ends this. */
	whenHeld(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/** Calls the listener after each turn. @returns a function that ends this. */
	whenTurned(listener: () => void): () => void {
		this.#turned.add(listener);
		return () => {
			this.#turned.delete(listener);
		};
	}

	#holdAt(stop: Stop | undefined): void {
		this.#held = stop;
		for (const listener of this.#listeners) {
			listener();
		}
	}

	/** Moves one stop further, after any virtual time; the simulation stays held there. */
	step(): Stop | undefined {
		const stop = this.during(() => this.recording.extend());
		this.#held = stop ?? this.#held;
		return stop;
	}

	/**
	Records a request to a server outside the simulation: until its answer, virtual time is not faster than the wall clock.

	@returns a function that reports its end.
	*/
	ask(): () => void {
		const change = (by: number): void => {
			// With a speed in numbers, virtual time still has to catch up.
			this.#rebase(typeof this.#speed === 'number' ? this.#allowedMs : undefined);
			this.#asked += by;
		};

		change(1);
		return () => {
			change(-1);
		};
	}

	/** Ends the simulation permanently. */
	end(): void {
		this.#ended = true;
		this.#turn?.cancel();
		this.#turn = undefined;
	}

	/** Submits an input at the present moment. */
	submit(input: Input): void {
		if (this.#running) {
			this.#waiting.push(input);
			return;
		}

		if (!this.#held && !this.#ended) {
			this.#advance();
		}

		this.recording.submit(input);
		if (!this.#held) {
			this.#soon(0);
		}
	}

	/** Runs the simulation, then passes the inputs submitted in the meantime to it. */
	during<T>(run: () => T): T {
		this.#running = true;
		try {
			return run();
		} finally {
			this.#running = false;
			for (const input of this.#waiting.splice(0)) {
				this.recording.submit(input);
			}
		}
	}

	#rebase(virtualMs = this.recording.kernel.now): void {
		this.#base = {wallMs: this.#wallMs(), virtualMs};
	}

	/** Reports the lag of virtual time, if it is new. */
	#tellLag(): void {
		const {nextTimeMs} = this.recording.kernel;
		const allowedMs = this.#allowedMs;
		const behindMs = typeof this.#speed === 'string' || nextTimeMs === undefined ? 0 : allowedMs - nextTimeMs;
		const news = lagToTell(behindMs, this.#saidMs);
		if (news !== undefined) {
			this.#saidMs = news;
			this.options.onLag?.(news);
		}
	}

	/** The current limit of virtual time. */
	get #allowedMs(): number {
		const {wallMs, virtualMs} = this.#base;
		return Math.floor(virtualMs + (this.#wallMs() - wallMs) * this.#rate);
	}

	/** The time to which virtual time may jump now. */
	get #limitMs(): number {
		return Math.floor(this.#limitAtZeroMs + this.#wallMs());
	}

	#soon(delayMs: number): void {
		const dueMs = this.#wallMs() + delayMs;
		if (this.#ended || (this.#turn && this.#turn.dueMs <= dueMs)) {
			return;
		}

		this.#turn?.cancel();
		const go = () => {
			this.#turn = undefined;
			this.#advance();
			for (const listener of this.#turned) {
				listener();
			}

			this.#tellLag();
			this.#next();
		};

		if (delayMs <= 0) {
			const immediate = setImmediate(go);
			this.#turn = {
				dueMs,
				cancel() {
					clearImmediate(immediate);
				},
			};
		} else {
			const timer = setTimeout(go, delayMs);
			this.#turn = {
				dueMs,
				cancel() {
					clearTimeout(timer);
				},
			};
		}
	}

	#next(): void {
		if (this.#held || this.#ended) {
			return;
		}

		const {nextTimeMs, now} = this.recording.kernel;
		const jumps = this.#jumps;
		const allowedMs = jumps ? this.#limitMs : this.#allowedMs;
		if (jumps && (nextTimeMs ?? now) <= allowedMs) {
			this.#soon(0);
			return;
		}

		const waitMs = nextTimeMs === undefined ? longestTimerMs : (nextTimeMs - allowedMs) / this.#rate;
		this.#soon(Math.min(longestTimerMs, Math.max(0, waitMs)));
	}

	get #rate(): number {
		if (typeof this.#speed === 'string') {
			return 1;
		}

		if (this.#asked > 0) {
			return Math.min(1, this.#speed);
		}

		return this.#speed;
	}

	/** Whether time jumps to the next event. */
	get #jumps(): boolean {
		return this.#asked === 0 && (this.#speed === 'virtual' || (this.#speed === 'max' && !this.recording.resting));
	}

	/** Records due work, for one turn at most, and at most to the stop that holds it. */
	#advance(): void {
		const {recording, options} = this;
		const endMs = this.#wallMs() + turnMs;
		try {
			for (let count = 1; ; count++) {
				const stop = this.during(() => this.#extend());
				if (!stop) {
					return;
				}

				if (options.holdAt?.(stop)) {
					this.#holdAt(stop);
					return;
				}

				if (count % 32 === 0 && this.#wallMs() > endMs) {
					return;
				}
			}
		} catch (error) {
			const {current} = recording.kernel;
			if (current !== undefined) {
				recording.kernel.processes.crash(current);
			}

			options.onFailure?.(error);
		}
	}

	#extend(): Stop | undefined {
		const {recording} = this;
		if (this.#jumps) {
			const stop =
				this.#speed === 'max'
					? recording.extend(this.#limitMs, true)
					: recording.extend(recording.kernel.now + stretchMs);
			this.#rebase();
			if (stop) {
				return stop;
			}
		}

		return recording.extend(this.#allowedMs);
	}
}
