import type {Stop} from '../kernel/stop.js';
import {matchesBreakpoint, type Breakpoint} from '../debugger/breakpoint.js';
import {conditionOf} from './condition.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, sleep, take, type Routine} from '../kernel/routine.js';
import {faultEndedKey, type Fault, type Lasting, type PlannedFault, type RequestFault} from '../objects/fault.js';
import {processName} from '../scenario/faults/fault-words.js';
import {faultTargets, missingTarget, parseFault} from '../scenario/faults/parse-fault.js';
import type {FactsOf} from '../stages/facts.js';
import {note} from '../stages/note.js';
import {Hindrances} from './hindrances.js';
import type {FaultGround} from './ground.js';
import {beginNodeFault, shutDown} from './node-faults.js';
import {beginPartition} from './partition.js';
import {endedNodes} from './present-nodes.js';
import {isOnNode} from './processes.js';
import type {AnyRecording} from '../debugger/recording.js';

/** A lasting fault during its effect. */
interface Active {
	readonly fault: Fault;
	readonly words: string;
	/** Receives the word that ends it before its time. */
	readonly ends: Mailbox<'healed' | 'released'>;
}

/** A fault that waits for a stop. */
interface Awaited {
	readonly breakpoint: Breakpoint;
	readonly met: Mailbox<true>;
}

/**
The faults of a cluster and their repair: each fault is a separate process with a stop for its effect. A lasting fault waits for its end.

Every lasting fault ends after its time, by `heal`, or by a restart of its target.
*/
export class Faults {
	readonly #hindrances: Hindrances;
	readonly #active = new Set<Active>();
	readonly #awaited = new Set<Awaited>();
	#count = 0;

	constructor(readonly ground: FaultGround) {
		this.#hindrances = new Hindrances(ground.kernel);
	}

	/** Starts a fault, now or at the time that its words state. @throws {Mistake} when they cannot be read. */
	submit(words: string): void {
		const planned = parseFault(words);
		this.ground.kernel.spawn(`user/${++this.#count}`, 'user', () => this.#happen(planned, words), {brief: true});
	}

	/** Called for each recorded stop: starts the faults that wait for it. */
	readonly seen = (stop: Stop, recording: AnyRecording): void => {
		for (const awaited of this.#awaited) {
			if (matchesBreakpoint(recording, awaited.breakpoint, stop)) {
				this.#awaited.delete(awaited);
				this.ground.kernel.send(awaited.met, true, 0, stop.step);
			}
		}
	};

	*#happen({fault, afterMs, when}: PlannedFault, words: string): Routine {
		if (afterMs !== undefined) {
			yield* note('fault.plan', {words, afterMs});
			yield* sleep(afterMs);
		}

		if (when !== undefined) {
			const awaited: Awaited = {breakpoint: conditionOf(when), met: new Mailbox('the stop of a fault')};
			this.#awaited.add(awaited);
			yield* note('fault.plan', {words, when});
			yield* receive(awaited.met);
		}

		const missing = missingTarget(fault, {...this.ground.names(), takesOthers: true});
		if (missing && fault.kind !== 'crash' && fault.kind !== 'restart') {
			yield* note('fault.refused', {words, message: missing.message}, {outcome: 'refused'});
			return;
		}

		const end = yield* this.#begin(fault, words);
		if (end) {
			yield* this.#last(fault, words, end);
		}
	}

	/** @returns a function that ends it, if it lasts. */
	*#begin(fault: Fault, words: string): Routine<(() => void) | undefined> {
		const {wire} = this.ground;
		switch (fault.kind) {
			case 'crash':
			case 'restart': {
				yield* this.#toProcess(fault.kind, fault.process);
				return undefined;
			}

			case 'pause': {
				return yield* this.#pause(fault.target, fault.forMs);
			}

			case 'slow': {
				const {target, factor, forMs} = fault;
				const end = this.#hindrances.add(target, {factor});
				yield* note('fault.slow', {target, factor, forMs}, {outcome: 'warning'});
				return end;
			}

			case 'requests': {
				const end = wire.disturb(fault);
				yield* note('fault.requests', requestsDisturbed(fault), {outcome: 'warning'});
				return end;
			}

			case 'watches': {
				const {client: of, resource, end} = fault;
				yield* note('fault.watches', {of, resource, end, count: wire.cut(fault)}, {outcome: 'warning'});
				return undefined;
			}

			case 'deliveries': {
				const {client: of, resource, change, delayMs, behind, forMs} = fault;
				const end = wire.deliveries.disturb(fault);
				yield* note('fault.deliveries', {of, resource, change, delayMs, behind, forMs}, {outcome: 'warning'});
				return end;
			}

			case 'partition': {
				return yield* beginPartition(this.ground, fault);
			}

			case 'clock': {
				const {node, byMs, forMs} = fault;
				const end = this.#hindrances.add(node, {byMs});
				yield* note('fault.clock', {node, byMs, forMs}, {outcome: 'warning'});
				return end;
			}

			case 'shortage':
			case 'kill':
			case 'calls':
			case 'power': {
				return yield* beginNodeFault(this.ground, fault);
			}

			case 'shutdown': {
				return yield* this.#shutDown(fault, words);
			}

			case 'heal': {
				const {what} = fault;
				const count = this.#heal((active) => what === undefined || concerns(active, what));
				yield* note('fault.heal', {what, count}, count === 0 ? {outcome: 'refused'} : {});
				return undefined;
			}
		}
	}

	*#toProcess(verb: 'crash' | 'restart', process: string): Routine {
		const {kernel} = this.ground;
		const isGone = endedNodes(kernel).some((node) => isOnNode(process, node));
		if (isGone || !kernel.processes.has(process)) {
			yield* note(`fault.${verb}`, {process, isUnknown: true}, {outcome: 'refused'});
			return;
		}

		const root = kernel.processes[verb](process);
		this.#heal(({fault}) => fault.kind === 'pause' && (fault.target === process || fault.target === root));
		yield* note(
			`fault.${verb}`,
			root === process ? {process} : {process, root},
			verb === 'crash' ? {outcome: 'failed'} : {},
		);
	}

	*#pause(target: string, forMs: number | undefined): Routine<() => void> {
		const {kernel, wire} = this.ground;
		const paused = new Set(
			[...kernel.processes.values()]
				.filter(({name, state}) => state !== 'ended' && state !== 'crashed' && isOnNode(name, target))
				.map(({name}) => name),
		);
		const roots = paused.size > 0 ? paused : new Set([target]);
		const held = new Set([...roots].map((name) => kernel.processes.pause(name)));
		yield* note('fault.pause', {target, count: held.size, forMs}, {outcome: 'warning'});
		// Requests are served in the processes of those who send them.
		const open = held.has('kube-apiserver') ? wire.block(() => true) : undefined;
		return () => {
			for (const name of held) {
				kernel.processes.resume(name);
			}

			open?.();
		};
	}

	/** Shuts a node down; while the shutdown is delayed, it can be cancelled. */
	*#shutDown(fault: Extract<Fault, {kind: 'shutdown'}>, words: string): Routine<(() => void) | undefined> {
		const active: Active = {fault, words, ends: new Mailbox('healed')};
		this.#active.add(active);
		const end = yield* shutDown(this.ground, fault, active.ends);
		this.#active.delete(active);
		if (!end) {
			yield* note('fault.end', {words, why: 'healed'});
		}

		return end;
	}

	/** Waits until it is over. */
	*#last(fault: Fault & Lasting, words: string, end: () => void): Routine {
		const {kernel} = this.ground;
		const active: Active = {fault, words, ends: new Mailbox('healed')};
		this.#active.add(active);
		const healed = yield* take(active.ends, {timeoutMs: fault.forMs});
		this.#active.delete(active);
		end();
		if (cutsOff(fault)) {
			kernel.ledger.write(faultEndedKey, {at: kernel.timestamp(), words});
		}

		if (fault.kind === 'power' || fault.kind === 'shutdown') {
			yield* note('fault.power', {node: fault.node, isOn: true});
		}

		yield* note('fault.end', {words, why: healed ? 'healed' : 'time'});
	}

	#heal(isMeant: (active: Active) => boolean): number {
		const meant = [...this.#active].filter(isMeant);
		for (const active of meant) {
			this.ground.kernel.send(active.ends, 'healed');
		}

		return meant.length;
	}
}

/** The facts of a fault of requests. */
const requestsDisturbed = ({
	client: from,
	forMs,
	fail,
	share,
	delayMs,
	verb,
	resource,
	number,
}: RequestFault): FactsOf<'fault.requests'> => ({
	from,
	forMs,
	fail,
	share,
	delayMs,
	...(verb === undefined ? {} : {verb}),
	...(resource === undefined ? {} : {resource}),
	...(number === undefined ? {} : {number}),
});

/** Whether clients wait before they retry after its end. */
const cutsOff = ({kind}: Fault): boolean => kind === 'partition' || kind === 'requests' || kind === 'pause';

const concerns = ({fault, words}: Active, what: string): boolean =>
	faultTargets(fault).some(({name}) => name === what || name === processName(what)) ||
	words === what ||
	words.startsWith(`${what} `);
