import type {DebugProtocol} from '@vscode/debugprotocol';
import type {ClusterRecording, TerminalEntry} from '../../cluster.js';
import type {Breakpoint} from '../../debugger/breakpoint.js';
import type {Found, Motion, SeekLimits} from '../../debugger/seek.js';
import {emptySession, hitBreakpoints, moveWithBreakpoints, proceed, type Session} from '../../debugger/session.js';
import {stopLine} from '../../exports/stop-line.js';
import type {Stop} from '../../kernel/stop.js';
import {printable} from '../../scenario/mistake.js';
import {sentenceOf} from '../../stages/sentence.js';
import {explanationLines, type Look} from '../explanation-lines.js';
import {concluded, runUntilSettled} from '../run-manifests.js';
import type {Wanted} from './breakpoints.js';
import type {Debuggee} from './debuggee.js';
import type {WrittenField} from './places.js';
import {fileSource} from './sources.js';

/** Sends an event to the client. */
type Emit = (event: string, body?: object) => void;

/** Which breakpoints are set together: those of a file, of functions, of data, of exceptions. */
type Group = 'function breakpoint' | 'data breakpoint' | 'exception' | `file ${string}`;

interface Placed {
	readonly breakpoint: Breakpoint;
	readonly group: Group;
	readonly field?: WrittenField;
}

/** How many questions whether to pause are answered with no before messages are read. */
const turnsOfASlice = 30;

/** How long, in virtual time, a run goes on: to the next rest, and past it. */
const searchMs = 600_000;
const pastRestMs = 60_000;

/** A run under the hands of a client: where it is, what stops it, and the motions. */
export class Debugging {
	#recording: ClusterRecording;
	#cursor: number;
	#session: Session = emptySession;
	#placed: readonly Placed[] = [];
	#lastId = 0;
	#pausing = false;
	#running = false;
	#abandoned = false;
	#concluded = false;
	/** At which stop things were done last, and the step by which they had happened. */
	#done: {readonly at: number; readonly until: number} | undefined;
	/** How much of each command's output has been shown, by its ledger key. */
	readonly #shown = new Map<string, number>();
	/** When the user's command was given: times are shown from here on. */
	readonly fromMs: number;

	constructor(
		readonly debuggee: Debuggee,
		readonly emit: Emit,
		readonly later: (work: () => void) => void,
	) {
		this.#recording = debuggee.recording;
		this.#cursor = debuggee.start;
		this.fromMs = debuggee.applied?.fromMs ?? this.stop?.timeMs ?? 0;
	}

	get recording(): ClusterRecording {
		return this.#recording;
	}

	get cursor(): number {
		return this.#cursor;
	}

	/** Where the run is. */
	get stop(): Stop | undefined {
		return this.#recording.stops.get(this.#cursor);
	}

	get running(): boolean {
		return this.#running;
	}

	/** Sets the breakpoints of a group in place of those before. @returns what the client is told of each. */
	place(group: Group, all: readonly Wanted[]): DebugProtocol.Breakpoint[] {
		const set: Placed[] = [];
		const told = all.map((one): DebugProtocol.Breakpoint => {
			const id = ++this.#lastId;
			if ('refusal' in one) {
				return {id, verified: false, message: one.refusal};
			}

			set.push({breakpoint: {...one.breakpoint, id, sinceStep: this.#cursor + 1}, group, field: one.field});
			return {
				id,
				verified: true,
				...(one.field ? {line: one.field.line, source: fileSource(one.field.object.file)} : {}),
			};
		});
		this.#placed = [...this.#placed.filter((placed) => placed.group !== group), ...set];
		this.#session = {...this.#session, breakpoints: this.#placed.map(({breakpoint}) => breakpoint)};
		return told;
	}

	/** Begins: stops at the first stop of the command, or runs to a breakpoint. */
	begin(stopsOnEntry: boolean): void {
		if (stopsOnEntry) {
			this.#search(
				(limits) => moveWithBreakpoints(this.#recording, this.#session, this.#cursor, 'into', 1, limits),
				'entry',
			);
		} else {
			this.proceed(1);
		}
	}

	/** Runs to the next breakpoint; from where the run rests, a minute of periodic work. */
	proceed(direction: 1 | -1): void {
		const last = this.#recording.stops.length - 1;
		const isPastRest = direction === 1 && this.#cursor === last && this.#recording.resting;
		const untilMs = this.#recording.kernel.now + (isPastRest ? pastRestMs : searchMs);
		this.#search(
			(limits) =>
				proceed(this.#recording, this.#session, this.#cursor, direction, {...limits, untilMs, pastRest: isPastRest}),
			'step',
		);
	}

	step(motion: Motion, direction: 1 | -1): void {
		this.#search(
			(limits) => moveWithBreakpoints(this.#recording, this.#session, this.#cursor, motion, direction, limits),
			'step',
		);
	}

	/** Ends a search that is under way, where it is. */
	pause(): void {
		if (this.#running) {
			this.#pausing = true;
		} else {
			this.#arrive('pause', 'paused');
		}
	}

	/** Ends whatever is under way: nobody listens any more. */
	abandon(): void {
		this.#abandoned = true;
	}

	/** Searches in slices, between which messages are read. */
	#search(search: (limits: SeekLimits) => Found & {readonly session: Session}, reason: string): void {
		this.#running = true;
		this.#pausing = false;
		const slice = (): void => {
			if (this.#abandoned) {
				return;
			}

			let turns = 0;
			const pause = (): boolean => this.#pausing || ++turns > turnsOfASlice;
			const found = search({pause, steps: Number.POSITIVE_INFINITY});
			if (found.edge === 'paused' && !this.#pausing) {
				this.later(slice);
				return;
			}

			this.#running = false;
			this.#takeLog(found);
			this.#end(found, reason);
		};

		this.later(slice);
	}

	#takeLog({session, edge}: Found & {readonly session: Session}): void {
		const before = this.#session.log.length;
		// What a search says before it is interrupted it will say again.
		if (edge !== 'paused') {
			this.#session = session;
			for (const {text} of session.log.slice(before)) {
				this.output('console', `${text}\n`);
			}
		}
	}

	#end({stop, edge}: Found, reason: string): void {
		if (stop) {
			this.#cursor = stop.step;
			this.#arrive(reason);
		} else if (edge === 'start') {
			this.#cursor = 0;
			this.#arrive('step', 'the beginning of the run');
		} else {
			this.#cursor = this.#recording.stops.length - 1;
			const words = {rest: 'at rest: only periodic work is left', paused: 'paused', limit: 'no breakpoint was hit'};
			this.#arrive(edge === 'paused' ? 'pause' : 'step', words[edge ?? 'limit']);
			if (edge === 'rest') {
				this.conclude();
			}
		}
	}

	/** The line of a manifest whose breakpoint stopped the run here. */
	get hitField(): WrittenField | undefined {
		return this.#hits().find(({field}) => field)?.field;
	}

	#hits(): readonly Placed[] {
		const {stop} = this;
		const hit = new Set((stop ? hitBreakpoints(this.#recording, this.#session, stop) : []).map(({id}) => id));
		return this.#placed.filter(({breakpoint}) => hit.has(breakpoint.id));
	}

	/** Tells the client where the run is. */
	#arrive(reason: string, description?: string): void {
		const {stop} = this;
		if (!stop) {
			return;
		}

		const hits = this.#hits();
		const group = hits[0]?.group;
		this.#printCommands();
		this.output('console', `${stopLine(stop, this.fromMs, 'en')}\n`);
		this.emit('stopped', {
			reason: group === undefined ? reason : group.startsWith('file ') ? 'breakpoint' : group,
			description: description ?? stop.stage,
			text: sentenceOf(stop, 'en'),
			process: stop.process,
			allThreadsStopped: true,
			hitBreakpointIds: hits.map(({breakpoint}) => breakpoint.id),
		});
	}

	/** Shows what commands have printed up to here. */
	#printCommands(): void {
		for (const [key, {stdout, stderr}] of this.#recording.kernel.ledger.entries<TerminalEntry>(
			'/terminal/',
			this.#cursor,
		)) {
			const text = `${stdout}${stderr}`;
			const from = this.#shown.get(key) ?? 0;
			if (text.length > from) {
				this.#shown.set(key, text.length);
				this.output(stderr === '' ? 'stdout' : 'stderr', text.slice(from));
			}
		}
	}

	/** The step from which the next thing is done: this stop, or the end of what was done here before. */
	get doneUntil(): number {
		return this.#done?.at === this.#cursor ? this.#done.until : this.#cursor;
	}

	/** Stays at this stop, and goes on with another run from here. @param printed the terminal whose output the client has seen already */
	take(recording: ClusterRecording, printed?: string): void {
		this.#recording = recording;
		this.#done = {at: this.#cursor, until: recording.stops.length - 1};
		if (printed !== undefined) {
			this.#shown.set(printed, Number.POSITIVE_INFINITY);
		}
	}

	/** Says once how the manifests have fared, and what helps. @returns whether all went well. */
	conclude(): boolean {
		const {applied} = this.debuggee;
		if (!applied || this.#concluded || applied.recording !== this.#recording) {
			return true;
		}

		this.#concluded = true;
		const language = 'en';
		const {verdict, objects, explanations} = concluded(applied, runUntilSettled(applied), language);
		const look: Look = {fromMs: applied.fromMs, language, columns: 100};
		const lines = [
			...objects.map(({name, words}) => `${name}: ${words}`),
			...explanations.flatMap((explanation) => ['', ...explanationLines(explanation, look)]),
			verdict,
		];
		this.output(verdict === 'done' ? 'console' : 'important', `${lines.map(printable).join('\n')}\n`);
		return verdict === 'done';
	}

	output(category: 'console' | 'important' | 'stdout' | 'stderr', text: string): void {
		this.emit('output', {category, output: text});
	}
}
