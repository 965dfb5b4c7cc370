import type {Mailbox} from './mailbox.js';

/**
Work of a simulated process, written with `sleep`, `take`, `note` and `frame`, always through `yield*`.

A routine reads top to bottom like an explanation of the component's work; time passes only where it yields.
*/
export type Routine<T = void> = Generator<Wait, T, unknown>;

/** The data of a stop from which its sentence is made: requests, objects before and after, verdicts, call input and output. Values are shared, never copied. */
export type Facts = Readonly<Record<string, unknown>>;

/** The outcome of the work at a stop; absent if it continued. */
export type Outcome = 'passed' | 'refused' | 'failed' | 'warning';

/** A named stretch of work; nesting is the call stack. */
export interface Opening {
	/** The name in the stack: `create pods`, `ServiceAccount.admit`. */
	readonly name: string;
	/** The component of this work, if it differs from the enclosing one: a request runs in its caller's process. */
	readonly component?: string;
	/** With a stage, the entry is a separate stop. */
	readonly stage?: string;
	readonly facts?: Facts;
	/** Ledger key of the object this is about, such as `/registry/pods/default/web`. */
	readonly object?: string;
	/** Facts of the stop at the entry. */
	readonly outcome?: Outcome;
}

/** The stage, the facts and the place of a stop. */
export interface Note {
	/** Dotted path from the stage catalogue: `apiserver.admit.mutate.ServiceAccount`. */
	readonly stage: string;
	readonly facts?: Facts;
	readonly object?: string;
	readonly outcome?: Outcome;
}

/** A process's request to the kernel. Only the functions below make these. */
export type Wait =
	| {readonly kind: 'sleep'; readonly ms: number; readonly periodic: boolean}
	| {readonly kind: 'take'; readonly mailbox: Mailbox<unknown>; readonly timeoutMs?: number; readonly periodic: boolean}
	| {readonly kind: 'note'; readonly note: Note}
	| {readonly kind: 'enter'; readonly opening: Opening; readonly body: Routine<unknown>}
	| {readonly kind: 'active'};

/**
A routine with one request to the kernel, which returns the answer.

Written without `yield`: every stop, wait and frame of a run is one of these, and a separate generator would cost more than the kernel's other work for it.
*/
class Asking<T> implements Routine<T> {
	// The result is the object itself, at most two of them: no caller reads the first after requesting the second.
	private asked = false;
	value: unknown;
	done = false;

	constructor(private readonly wait: Wait) {}

	next(value?: unknown): IteratorResult<Wait, T> {
		this.done = this.asked;
		this.value = this.done ? value : this.wait;
		this.asked = true;
		return this as IteratorResult<Wait, T>;
	}

	return(value: T): IteratorResult<Wait, T> {
		this.asked = true;
		return {value, done: true};
	}

	throw(error: unknown): IteratorResult<Wait, T> {
		throw error;
	}

	[Symbol.iterator](): this {
		return this;
	}

	[Symbol.dispose](): void {
		this.asked = true;
	}

	get [Symbol.toStringTag](): string {
		return 'Routine';
	}
}

/**
Lets `ms` whole milliseconds of virtual time pass.

`periodic` marks routine housekeeping (leases, resyncs, probes): it does not prevent rest, and the screen can fold it.

@example yield* sleep(kernel.latency('oven.heat', 200));
*/
export const sleep = (ms: number, {periodic = false} = {}): Routine =>
	new Asking({kind: 'sleep', ms: Math.max(0, Math.round(ms)), periodic});

/**
Waits for the next message. With `timeoutMs` the result is `undefined` when none arrived in time.

@example const order = yield* take(orders, {timeoutMs: 30_000});
*/
export const take = <T>(
	mailbox: Mailbox<T>,
	options: {readonly timeoutMs?: number; readonly periodic?: boolean} = {},
): Routine<T | undefined> =>
	new Asking({
		kind: 'take',
		mailbox: mailbox as Mailbox<unknown>,
		timeoutMs: options.timeoutMs === undefined ? undefined : Math.max(0, Math.round(options.timeoutMs)),
		periodic: options.periodic ?? false,
	});

/**
Waits for the next message, without a limit.

@example const {loaf} = yield* receive(orders);
*/
export const receive = <T>(mailbox: Mailbox<T>): Routine<T> =>
	new Asking({kind: 'take', mailbox: mailbox as Mailbox<unknown>, timeoutMs: undefined, periodic: false});

/**
A stop: a place where the debugger can pause. Writes since the last stop belong to it.

It has no text: the catalogue of stages makes the sentence from the facts when the stop is shown. Facts are plain data that
never change afterwards; large ones are shared with the ledger, not copied.

@example yield* note('oven.bake', {loaf: 'rye', minutes: 40}, {object: '/shop/loaves/rye'});
*/
export const note = (
	stage: string,
	facts?: Facts,
	options?: {readonly object?: string; readonly outcome?: Outcome},
): Routine => new Asking({kind: 'note', note: {stage, facts, object: options?.object, outcome: options?.outcome}});

/**
Runs `body` inside a frame. An error passes through and closes the frame.

@example const loaf = yield* frame({name: 'bake rye', component: 'oven', stage: 'oven.bake', facts: {minutes: 40}}, bake('rye'));
*/
export const frame = <T>(opening: Opening, body: Routine<T>): Routine<T> => new Asking({kind: 'enter', opening, body});

const activeWait: Wait = {kind: 'active'};

/**
Marks that housekeeping found real work (a probe failed, a lease expired): up to the next wait, the process is no longer periodic.

@example if (leaseIsOver(lease, kernel.now)) yield* active();
*/
export const active = (): Routine => new Asking(activeWait);
