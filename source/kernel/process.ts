import type {Appointment} from './heap.js';
import type {Delivery, Mailbox} from './mailbox.js';
import type {Opening, Routine, Wait} from './routine.js';
import type {Frame} from './stop.js';

type State = 'ready' | 'running' | 'sleeping' | 'waiting' | 'ended' | 'crashed';

/** A named routine with a stack of frames. Read it; only the kernel writes it. */
export interface Process {
	readonly name: string;
	readonly component: string;
	readonly state: State;
	readonly frame?: Frame;
	readonly depth: number;
	/** The name of the mailbox, or the time, that it waits for. */
	readonly waitsFor?: string | undefined;
	readonly lastStep: number;
	/** The process whose pause holds it: itself, or one of its parents. */
	readonly pausedBy?: Process | undefined;
}

/** A process as the kernel sees it. */
export class Running implements Process {
	state: State = 'ready';
	frame?: Frame;
	cause = -1;
	periodic = false;
	/** A message of housekeeping woke it from a wait whose end is not housekeeping: it waits for that again afterwards. */
	owes = false;
	lastStep = -1;
	/** The step that caused its current work: its last stop, or the sender of the message that woke it since. */
	origin = -1;
	appointment?: Appointment;
	mailbox?: Mailbox<unknown>;
	resumeWith: unknown;
	isBrief = false;
	/** Neither it nor its children run. */
	isPaused = false;
	/** It would run if it, or a parent, were not paused. */
	isHeld = false;
	readonly children = new Set<Running>();
	readonly cleanups = new Set<() => void>();
	/**
	Its own routine, and one for each open frame, innermost last.

	Only the innermost is resumed: through `yield*` alone, each stop would pass through every routine of the stack.
	*/
	#routines: Array<Routine<unknown>> = [];
	#started = false;
	/** While an error passes through the frames: the one it was thrown in. */
	#failedIn: Frame | undefined;

	constructor(
		readonly name: string,
		readonly component: string,
		readonly start: () => Routine<unknown>,
		readonly parent?: Running,
		readonly isVital = false,
	) {}

	/** The process that dies when this one is killed. */
	get root(): Running {
		return this.isVital && this.parent ? this.parent.root : this;
	}

	get waitsFor(): string | undefined {
		if (this.state === 'waiting') {
			return this.mailbox?.name;
		}

		if (this.state === 'sleeping') {
			return `${this.appointment?.timeMs} ms`;
		}

		return undefined;
	}

	get pausedBy(): Running | undefined {
		return this.isPaused ? this : this.parent?.pausedBy;
	}

	get alive(): boolean {
		return this.state !== 'ended' && this.state !== 'crashed';
	}

	/** How many frames are open. */
	get depth(): number {
		return Math.max(0, this.#routines.length - 1);
	}

	/** The frame in which it failed, or is. */
	get failedIn(): Frame | undefined {
		return this.#failedIn ?? this.frame;
	}

	/** Opens a frame: its routine goes next, and the one that waits for it gets what it returns or throws. */
	enter({name, component, facts, object}: Opening, body: Routine<unknown>, step: number, number: number): void {
		this.#routines.push(body);
		// Names are joined from pieces, which the engine keeps apart until code reads a character.
		name.charCodeAt(0);
		this.frame = {
			name,
			component: component ?? this.frame?.component ?? this.component,
			facts,
			object: object ?? this.frame?.object,
			step,
			parent: this.frame,
			number,
		};
	}

	/**
	Runs it up to its next request.

	@returns `undefined` when it has ended.
	@throws what its routines threw and none of them caught.
	*/
	resume(): Wait | undefined {
		if (!this.#started) {
			this.#started = true;
			this.#routines.push(this.start());
		}

		let value = this.resumeWith;
		let failed = false;
		this.resumeWith = undefined;
		for (;;) {
			const routine = this.#routines.at(-1);
			if (!routine) {
				return undefined;
			}

			try {
				const result = failed ? routine.throw(value) : routine.next(value);
				this.#failedIn = undefined;
				failed = false;
				if (!result.done) {
					return result.value;
				}

				value = result.value;
			} catch (error) {
				this.#failedIn ??= this.frame;
				failed = true;
				value = error;
			}

			this.#routines.pop();
			this.frame = this.frame?.parent;
			if (failed && this.#routines.length === 0) {
				throw value;
			}
		}
	}

	/** Whether no run waits for its present work. */
	get isHousekeeping(): boolean {
		return this.periodic && !this.owes;
	}

	/** Receives a message: the sender's step is the cause of the work that follows. */
	receive({message, cause, periodic}: Delivery<unknown>): void {
		this.mailbox = undefined;
		this.cause = cause;
		this.origin = cause;
		this.periodic = periodic;
		this.resumeWith = message;
	}

	/** Nothing of it runs any more. */
	drop(): void {
		this.#routines = [];
		this.frame = undefined;
	}
}
