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
	/** Whether its messages and timers wait for the end of a pause. */
	readonly isPaused: boolean;
	readonly frame?: Frame;
	readonly depth: number;
	/** The name of the mailbox, or the time, for which it waits. */
	readonly waitsFor?: string | undefined;
	readonly lastStep: number;
	/** The process whose pause holds it: itself, or one of its parents. */
	readonly pausedBy?: Process | undefined;
	/** The frame of its failure, or the current one. */
	readonly failedIn?: Frame | undefined;
}

/** The relation of a process to its parent. */
interface Kinship {
	/** The process with which it ends; `undefined` if it is independent. */
	readonly parent: Running | undefined;
	/** Whether its parent shares its memory: neither ends or restarts alone. */
	readonly isVital: boolean;
	/** Whether the process is one of many short ones with the same task. */
	readonly isBrief: boolean;
}

/** A process from the kernel's view. */
export class Running implements Process {
	state: State = 'ready';
	frame?: Frame;
	cause = -1;
	periodic = false;
	/** Whether a housekeeping message woke it from a wait whose end is not housekeeping; it waits for that again afterwards. */
	owes = false;
	lastStep = -1;
	/** The step that caused its current work: its last stop, or the sender of the message that woke it since. */
	origin = -1;
	appointment?: Appointment;
	mailbox?: Mailbox<unknown>;
	resumeWith: unknown;
	/** Whether it and its children are paused. */
	isPaused = false;
	/** Whether it would run if it and its parents were not paused. */
	isHeld = false;
	readonly children = new Set<Running>();
	readonly cleanups = new Set<() => void>();
	/**
	Its own routine, and one for each open frame, innermost last.

	Only the innermost is resumed: with `yield*` alone, each stop would pass through every routine of the stack.
	*/
	#routines: Array<Routine<unknown>> = [];
	#started = false;
	/** While an error passes through the frames: the frame in which it was thrown. */
	#failedIn: Frame | undefined;

	constructor(
		readonly name: string,
		readonly component: string,
		readonly start: () => Routine<unknown>,
		readonly kinship: Kinship,
	) {}

	get parent(): Running | undefined {
		return this.kinship.parent;
	}

	get isBrief(): boolean {
		return this.kinship.isBrief;
	}

	/** The process before its beginning. A parent that has ended is no longer its parent. */
	again(): Running {
		const {name, component, start, kinship, parent} = this;
		return new Running(name, component, start, {...kinship, parent: parent?.alive ? parent : undefined});
	}

	/** The process that dies when this one is killed. */
	get root(): Running {
		return this.kinship.isVital && this.parent ? this.parent.root : this;
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

	/** The number of open frames. */
	get depth(): number {
		return Math.max(0, this.#routines.length - 1);
	}

	/** The frame of its failure, or the current one. */
	get failedIn(): Frame | undefined {
		return this.#failedIn ?? this.frame;
	}

	/** Opens a frame: its routine is next, and the waiting one receives its result or error. */
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
	@throws errors of its routines that they did not catch.
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

	/** Begins to wait for a time. */
	sleep(periodic: boolean): void {
		this.state = 'sleeping';
		this.cause = this.origin;
		this.periodic ||= periodic;
		this.owes &&= !periodic;
	}

	/** Begins to wait for a message. */
	listen(mailbox: Mailbox<unknown>): void {
		this.state = 'waiting';
		this.mailbox = mailbox;
		this.owes = false;
	}

	/** Ends a wait without a message. @param cause the step after which it began to wait. */
	giveUp(cause: number, periodic: boolean): void {
		this.appointment = undefined;
		this.mailbox = undefined;
		this.cause = cause;
		this.origin = cause;
		this.periodic = periodic;
	}

	/** Ends a pause. @returns the processes that it held: this one and its children. */
	unpaused(): Running[] {
		if (!this.isPaused) {
			return [];
		}

		this.isPaused = false;
		return this.#released();
	}

	#released(): Running[] {
		const released: Running[] = this.isHeld && this.alive ? [this] : [];
		this.isHeld &&= !this.alive;
		return released.concat([...this.children].flatMap((child) => child.#released()));
	}

	/** Ends the process, and removes it from its parent's children. */
	end(state: 'ended' | 'crashed'): void {
		this.state = state;
		this.#routines = [];
		this.frame = undefined;
		this.appointment = undefined;
		if (this.mailbox) {
			this.mailbox.wake = undefined;
		}

		this.parent?.children.delete(this);
	}

	/** Closes what it held open elsewhere. */
	cleanUp(): void {
		for (const cleanup of this.cleanups) {
			cleanup();
		}

		this.cleanups.clear();
	}
}
