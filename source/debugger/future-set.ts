import {checkName, firstFuture, runOf, type Family, type Future, type Origin} from './futures.js';
import type {RecordedInput, Recording} from './recording.js';

/** The futures of a run by their names, in the order in which they began. */
export class FutureSet<Scenario, Input> {
	#all: ReadonlyArray<Future<Scenario, Input>>;

	/** @param family of an earlier recording. */
	constructor(
		recording: Recording<Scenario, Input>,
		{future, futures}: Family<Scenario, Input> = {future: firstFuture, futures: []},
	) {
		const run = runOf(recording);
		this.#all = [{...future, run, cursor: run.steps - 1}, ...futures];
	}

	get all(): ReadonlyArray<Future<Scenario, Input>> {
		return this.#all;
	}

	get names(): readonly string[] {
		return this.#all.map(({name}) => name);
	}

	/** The future with a name. */
	get(name: string): Future<Scenario, Input> | undefined {
		return this.#all.find((future) => future.name === name);
	}

	/** Adds another future. @param later the inputs of the future that may be repeated. @throws {Error} when the name is invalid, or taken. */
	add(
		name: string,
		from: Origin<Input>['from'],
		recording: Recording<Scenario, Input>,
		later: ReadonlyArray<RecordedInput<Input>> = [],
	): void {
		checkName(name, this.names);
		const run = runOf(recording);
		this.#all = [...this.#all, {name, from, later, run, cursor: run.steps - 1}];
	}

	/** Changes the data of a future: its run, its last viewed step, its repeatable inputs. */
	change(name: string, fields: Partial<Pick<Future<Scenario, Input>, 'run' | 'cursor' | 'later'>>): void {
		this.#all = this.#all.map((future) => (future.name === name ? {...future, ...fields} : future));
	}

	/** Calls a future otherwise. @throws {Error} when the name is invalid, or taken. */
	rename(old: string, name: string): void {
		checkName(
			name,
			this.names.filter((taken) => taken !== old),
		);
		this.#all = this.#all.map((future) => ({
			...future,
			...(future.name === old ? {name} : {}),
			...(future.from?.name === old ? {from: {...future.from, name}} : {}),
		}));
	}

	/** All futures, from the view of the one with this name. */
	familyOf(name: string): Family<Scenario, Input> {
		return {
			future: this.get(name) ?? firstFuture,
			futures: this.#all.filter((future) => future.name !== name),
		};
	}
}
