import type {DebugProtocol} from '@vscode/debugprotocol';
import type {ClusterRecording} from '../../cluster.js';
import type {Breakpoint} from '../../debugger/breakpoint.js';
import type {Found, Motion, SeekLimits} from '../../debugger/seek.js';
import {busiestOfLast, mostStopsOf} from '../../diagnosis/settle.js';
import {emptySession, hitBreakpoints, moveWithBreakpoints, proceed, type Session} from '../../debugger/session.js';
import {stopLine} from '../../exports/stop-line.js';
import type {Stop} from '../../kernel/stop.js';
import {sentenceOf} from '../../stages/sentence.js';
import type {Wanted} from './breakpoints.js';
import {conclusionOf} from './conclusion.js';
import type {Debuggee} from './debuggee.js';
import type {WrittenField} from './places.js';
import {RunFutures, type Viewed} from './run-futures.js';
import type {ServedCluster} from './served.js';
import {fileSource} from './sources.js';
import {Terminals} from './terminals.js';
import type {Futures} from './evaluated-futures.js';

/** Sends an event to the client. */
type Emit = (event: string, body?: object) => void;

/** A group of breakpoints that are set together: those of a file, of functions, of data, of exceptions. */
type Group = 'function breakpoint' | 'data breakpoint' | 'exception' | `file ${string}`;

interface Placed {
	readonly breakpoint: Breakpoint;
	readonly group: Group;
	readonly field?: WrittenField;
}

/** How often a slice of work checks whether to pause before the client's messages are read. */
const turnsOfASlice = 30;

/** How long, in virtual time, a run continues: to the next rest, and past it. */
const searchMs = 600_000;
const pastRestMs = 60_000;

/** A run that a client steers: its place, its breakpoints, and the motions. */
export class Debugging {
	#recording: ClusterRecording;
	#cursor: number;
	#session: Session = emptySession;
	#placed: readonly Placed[] = [];
	#lastId = 0;
	#pausing = false;
	#running = false;
	/** Whether clients are served; a breakpoint or a pause ends this. */
	#serving = false;
	#abandoned = false;
	#concluded = false;
	/** The stop of the last actions, and the step at which they took effect. */
	#done: {readonly at: number; readonly until: number} | undefined;
	readonly #terminals = new Terminals();
	readonly family: RunFutures;
	/** The time of the user's command, from which shown times count. */
	readonly fromMs: number;

	constructor(
		readonly debuggee: Debuggee,
		readonly emit: Emit,
		readonly later: (work: () => void) => void,
	) {
		this.#recording = debuggee.recording;
		this.#cursor = debuggee.start;
		this.fromMs = debuggee.applied?.fromMs ?? this.stop?.timeMs ?? 0;
		this.family = new RunFutures(debuggee.recording, debuggee.family);
		const {served} = debuggee;
		if (served) {
			this.#lastId = served.lastId;
			// Lines printed before are not new.
			this.#terminals.take(this.#recording, this.#cursor);
			served.heed({
				held: () => {
					later(() => {
						this.#takeHeld();
					});
				},
				log: (text) => {
					this.output('console', `${text}\n`);
				},
			});
		}
	}

	get #isAtEnd(): boolean {
		return this.#cursor === this.#recording.stops.length - 1;
	}

	get recording(): ClusterRecording {
		return this.#recording;
	}

	get cursor(): number {
		return this.#cursor;
	}

	/** The place of the run. */
	get stop(): Stop | undefined {
		return this.#recording.stops.get(this.#cursor);
	}

	get running(): boolean {
		return this.#running;
	}

	/** Sets the breakpoints of a group in place of those before. @returns the client's view of each. */
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
		this.debuggee.served?.use(this.#session.breakpoints);
		return told;
	}

	/** Begins: stops at the first stop of the command, or runs to a breakpoint. A served cluster is held where it is, or continues. */
	begin(stopsOnEntry: boolean): void {
		const served = this.debuggee.served;
		if (served && stopsOnEntry) {
			served.hold();
			this.#cursor = this.#recording.stops.length - 1;
			this.#arrive('entry');
		} else if (served) {
			this.#serve(served);
		} else if (stopsOnEntry) {
			this.#search(
				(limits) => moveWithBreakpoints(this.#recording, this.#session, this.#cursor, 'into', 1, limits),
				'entry',
			);
		} else {
			this.proceed(1);
		}
	}

	/** Continues to serve clients, until a breakpoint or a pause holds them. */
	#serve(served: ServedCluster): void {
		this.#running = true;
		this.#serving = true;
		served.run();
	}

	/** Takes over the position at which a served cluster was held. */
	#takeHeld(): void {
		const held = this.debuggee.served?.held;
		if (this.#serving && held && !this.#abandoned) {
			this.#serving = false;
			this.#running = false;
			this.#cursor = held.step;
			this.#arrive('pause');
		}
	}

	/** Runs to the next breakpoint; from rest, for a minute of periodic work. A served cluster continues from the end of its past. */
	proceed(direction: 1 | -1): void {
		const served = direction === 1 ? this.debuggee.served : undefined;
		if (served && this.#isAtEnd) {
			this.#serve(served);
			return;
		}

		const isPastRest = direction === 1 && this.#isAtEnd && this.#recording.resting;
		const reachMs = isPastRest ? pastRestMs : searchMs;
		const untilMs = this.#recording.kernel.now + (served ? 0 : reachMs);
		this.#search(
			(limits) =>
				proceed(this.#recording, this.#session, this.#cursor, direction, {...limits, untilMs, pastRest: isPastRest}),
			'step',
			served &&
				(() => {
					this.#serve(served);
				}),
		);
	}

	step(motion: Motion, direction: 1 | -1): void {
		this.#search(
			(limits) => moveWithBreakpoints(this.#recording, this.#session, this.#cursor, motion, direction, limits),
			'step',
		);
	}

	/** Ends a search that is in progress, where it is. */
	pause(): void {
		if (this.#serving) {
			this.debuggee.served?.hold();
		} else if (this.#running) {
			this.#pausing = true;
		} else {
			this.#arrive('pause', 'paused');
		}
	}

	/** Ends all work in progress, because the client has disconnected. */
	abandon(): void {
		if (!this.#abandoned) {
			this.#abandoned = true;
			this.debuggee.served?.leave();
		}
	}

	/** Performs work that may record more stops. In a served cluster, clients wait during it. */
	during<T>(act: () => T): T {
		const served = this.debuggee.served;
		return served ? served.during(act) : act();
	}

	/** Searches in slices, and reads messages between them. @param atEdge called at the end of the served cluster's past, if the search found nothing */
	#search(
		search: (limits: SeekLimits) => Found & {readonly session: Session},
		reason: string,
		atEdge?: () => void,
	): void {
		this.#running = true;
		this.#pausing = false;
		const {mostStops = mostStopsOf} = this.debuggee;
		const endStep = this.#recording.stops.length + mostStops;
		const slice = (): void => {
			if (this.#abandoned) {
				return;
			}

			let turns = 0;
			const pause = (): boolean => this.#pausing || ++turns > turnsOfASlice;
			const found = this.during(() => search({pause, steps: Math.max(0, endStep - this.#recording.stops.length)}));
			if (found.edge === 'paused' && !this.#pausing) {
				this.later(slice);
				return;
			}

			this.#running = false;
			this.#takeLog(found);
			if (found.edge === 'limit' && this.#recording.stops.length >= endStep) {
				this.#tellWhoSpins(mostStops);
			}

			if (found.stop || found.edge === 'paused' || !atEdge) {
				this.#end(found, reason);
			} else {
				atEdge();
			}
		};

		this.later(slice);
	}

	/** Reports that a search ended at its limit of stops, and the busiest process. */
	#tellWhoSpins(mostStops: number): void {
		const busiest = busiestOfLast(this.#recording, mostStops);
		const who = busiest ? `: ${busiest.process.name} made most of the last ${busiest.stops}` : '';
		this.output(
			'important',
			`ended after ${mostStops} stops${who}; continue the run, or raise "stops" in the launch configuration\n`,
		);
	}

	#takeLog({session, edge}: Found & {readonly session: Session}): void {
		const before = this.#session.log.length;
		// An interrupted search repeats its output later.
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

	/** Reports the position of the run to the client. */
	#arrive(reason: string, description?: string): void {
		const {stop} = this;
		if (!stop) {
			return;
		}

		const hits = this.#hits();
		const group = hits[0]?.group;
		for (const {category, text} of this.#terminals.take(this.#recording, this.#cursor)) {
			this.output(category, text);
		}

		this.output('console', `${stopLine(stop, this.fromMs, 'en')}\n`);
		this.emit('stopped', {
			reason: group?.startsWith('file ') ? 'breakpoint' : (group ?? reason),
			description: description ?? stop.stage,
			text: sentenceOf(stop, 'en'),
			process: stop.process,
			allThreadsStopped: true,
			hitBreakpointIds: hits.map(({breakpoint}) => breakpoint.id),
		});
	}

	/** The step after which the next action applies: this stop, or the end of the earlier actions here. */
	get #from(): number {
		return this.#done?.at === this.#cursor ? this.#done.until : this.#cursor;
	}

	/** The place of the next action: this stop, or the end of the earlier actions here; in a served cluster, the present moment. */
	get futures(): Futures {
		const {served} = this.debuggee;
		const copy = (): ClusterRecording => this.#recording.branch(this.#from);
		return {copy, next: served ? () => served.recording : copy};
	}

	get #viewed(): Viewed {
		return {recording: this.#recording, cursor: this.#from};
	}

	/** Saves the state of the present future. */
	keep(): void {
		this.family.keep(this.#viewed);
	}

	/**
	Stays at this stop, and continues with another run from here; the later part of the current run stays as another future.

	@param printed the terminal whose output the client has already seen
	@returns the message about another future that begins; `undefined` when none does.
	*/
	take(recording: ClusterRecording, printed?: string): string | undefined {
		const begins = !this.debuggee.served && this.#from < this.#recording.stops.length - 1;
		const told = begins ? this.family.begin(this.#viewed, this.#from, recording) : undefined;
		this.#recording = recording;
		if (begins) {
			this.#terminals.move(recording, this.#cursor);
		}

		this.#done = {at: this.#cursor, until: recording.stops.length - 1};
		if (printed !== undefined) {
			this.#terminals.leaveOut(printed);
		}

		return told;
	}

	/** Begins another future here, before its first action. @returns the message about it. @throws {Error} when the name is invalid, or taken. */
	branchHere(name?: string): string {
		const branch = this.#recording.branch(this.#from);
		const told = this.family.begin(this.#viewed, this.#from, branch, name);
		this.#recording = branch;
		return told;
	}

	/** Switches to another future, at its last viewed step. */
	enter(name: string, viewed: Viewed): void {
		this.family.enter(name);
		this.stand(viewed);
	}

	/** Moves to a step of a run, and informs the client. */
	stand({recording, cursor}: Viewed): void {
		this.#recording = recording;
		this.#cursor = cursor;
		this.#done = undefined;
		this.#terminals.move(recording, cursor);
		this.keep();
		this.later(() => {
			this.#arrive('goto', this.family.name);
		});
	}

	/** Reports once the result of the manifests, and their remedies. @returns whether all succeeded. */
	conclude(): boolean {
		const {applied} = this.debuggee;
		if (!applied || this.#concluded || applied.recording !== this.#recording) {
			return true;
		}

		this.#concluded = true;
		const {text, isWell} = conclusionOf(applied);
		this.output(isWell ? 'console' : 'important', `${text}\n`);
		return isWell;
	}

	output(category: 'console' | 'important' | 'stdout' | 'stderr', text: string): void {
		this.emit('output', {category, output: text});
	}
}
