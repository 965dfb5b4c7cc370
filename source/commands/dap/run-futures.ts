import type {ClusterRecording, Input} from '../../cluster.js';
import {FutureSet} from '../../debugger/future-set.js';
import {firstFuture, nextName, ownInputs, runOf, treeOf, type Family, type Future} from '../../debugger/futures.js';
import {atOnce} from '../../debugger/recording.js';
import {formatTime, stopLine} from '../../exports/stop-line.js';
import {closest} from '../../scenario/mistake.js';
import type {Scenario} from '../../scenario/scenario.js';
import {differentEnds} from '../../screen/actions/future-ends.js';
import {atRest} from '../../screen/state/at-rest.js';
import {alignFutures, firstDifference} from '../../screen/state/futures-aligned.js';
import {inputWords} from '../../screen/state/input-words.js';
import {doneLater} from '../../screen/state/typed-command.js';
import {screenWords} from '../../screen/words/words.js';
import {RequestError} from './arguments.js';

const {messages, lists} = screenWords('en');

/** A run and its current step. */
export interface Viewed {
	readonly recording: ClusterRecording;
	readonly cursor: number;
}

/** The comparison of two futures: in words, and as a value to unfold. */
interface Compared {
	readonly text: string;
	readonly value: object;
}

/** The futures of a client's debuggee, and the current one. */
export class RunFutures {
	readonly #set: FutureSet<Scenario, Input>;
	#name: string;
	#lastLeft: string | undefined;

	/** @param family of an earlier recording. */
	constructor(recording: ClusterRecording, family?: Family<Scenario, Input>) {
		this.#set = new FutureSet(recording, family);
		this.#name = family?.future.name ?? firstFuture.name;
		this.#lastLeft = family?.futures.at(-1)?.name;
	}

	get #here(): Future<Scenario, Input> {
		return this.named(this.#name);
	}

	get name(): string {
		return this.#name;
	}

	get names(): readonly string[] {
		return this.#set.names;
	}

	/** The future that was left last. @throws {RequestError} when only one exists. */
	get other(): string {
		if (this.#lastLeft === undefined) {
			throw new RequestError(messages.oneFuture);
		}

		return this.#lastLeft;
	}

	/** The later commands of the future from which this one branched, for repeating them. */
	get later(): Future<Scenario, Input>['later'] {
		return this.#here.later;
	}

	/** @throws {RequestError} when there is none with this name. */
	named(name: string): Future<Scenario, Input> {
		const found = this.#set.get(name);
		if (!found) {
			throw new RequestError(messages.noFuture(name, closest(name, this.#set.names)));
		}

		return found;
	}

	/** The run that the client is in continues as this one. */
	keep({recording, cursor}: Viewed): void {
		this.#set.change(this.#name, {run: runOf(recording), cursor});
	}

	/** Drops the commands that could be repeated. */
	forgetLater(): void {
		this.#set.change(this.#name, {later: []});
	}

	/** Goes to another future. */
	enter(name: string): void {
		this.#lastLeft = this.#name;
		this.#name = name;
	}

	/** Begins another future that branches from the current one after a step. @returns the message about it. @throws {Error} when the name is invalid, or taken. */
	begin(left: Viewed, from: number, recording: ClusterRecording, name = nextName(this.#set.names)): string {
		const later = doneLater(left.recording, from);
		this.#set.add(name, {name: this.#name, step: from}, recording, later);
		this.keep(left);
		this.enter(name);
		return messages.futureBegins(from, name, later.length);
	}

	/** Renames the current future. @throws {Error} when the name is invalid, or taken. */
	rename(name: string): void {
		this.#set.rename(this.#name, name);
		this.#name = name;
	}

	/** The tree of futures, with the actions of each. */
	tree(fromMs: number): Compared {
		const told = treeOf(this.#set.all).map(({future: {name, from, run}, lead}) => {
			const done = ownInputs({from, inputs: run.inputs}).map(
				({input, timeMs}) => `${formatTime(timeMs - fromMs)} s  ${inputWords(input, lists.futures)}`,
			);
			return {name, from, done, lead};
		});
		const lines = told.flatMap(({name, from, done, lead}) => [
			`${lead}${name === this.#name ? '● ' : ''}${name}${from ? `  ${lists.futures.from(from.step)}` : ''}${done.length === 0 ? `  ${lists.futures.nothingDone}` : ''}`,
			...done.map((line) => `${lead.replace('├─', '│ ').replace('└─', '  ')}   ${line}`),
		]);
		const again = this.later.length === 0 ? [] : [lists.futures.again(this.later.length)];
		return {
			text: [...lines, ...again].join('\n'),
			value: Object.fromEntries(told.map(({name, from, done}) => [name, {...(from ? {from} : {}), done}])),
		};
	}

	/**
	Compares the meaning of two futures' stops, regardless of step numbers: the first difference, and the differences at the end.

	@param fromMs the time from which times count
	@throws {RequestError} when there is no such future.
	*/
	compare(names: readonly [here: string, there: string], fromMs: number): Compared {
		const end = (name: string): ClusterRecording => atOnce(atRest(this.named(name).run.recording()));
		const [here, there] = [end(names[0]), end(names[1])];
		const step = firstDifference(here, there);
		if (step === undefined) {
			return {text: messages.sameFutures(...names), value: {}};
		}

		const first = alignFutures(here, there, step).find(({alike}) => !alike);
		const stops = [here.stops.get(first?.here ?? -1), there.stops.get(first?.there ?? -1)];
		const sides = stops.map((stop) => (stop ? stopLine(stop, fromMs, 'en') : lists.compare.notThere));
		const ends = differentEnds(here, there, step, lists.compare);
		const row = ([what, one, two]: readonly string[]): string => `${what}: ${one} │ ${two}`;
		return {
			text: [
				row(['first difference', ...names]),
				...sides.map((side, index) => `  ${names[index] ?? ''}  ${side}`),
				...(ends.length === 0
					? [lists.compare.endAlike(...names)]
					: [
							row([lists.compare.howTheyEnd, ...names]),
							...ends.map((end) => `  ${row([end.what, end.here, end.there])}`),
						]),
			].join('\n'),
			value: {
				first: Object.fromEntries(stops.flatMap((stop, index) => (stop ? [[names[index] ?? '', stop.step]] : []))),
				ends: Object.fromEntries(ends.map((end) => [end.what, {[names[0]]: end.here, [names[1]]: end.there}])),
			},
		};
	}
}
