import type {Routine} from '../../../../kernel/routine.js';
import {open} from '../../open.js';
import type {Stream} from '../../streams.js';
import type {Task} from '../../task.js';
import {printf} from '../echo.js';
import type {Output} from '../program.js';
import {Evaluator} from './evaluator.js';
import {Memory} from './memory.js';
import type {Expression, Rule, Statement} from './tree.js';
import {numberOf, type Value} from './values.js';

/** An early end of a statement. */
class Jump {
	constructor(readonly kind: 'next' | 'break' | 'continue' | 'exit') {}
}

/** Runs the rules of a program of awk, and their statements. Throws an AwkError for unsimulated features. */
export class Interpreter {
	readonly #files = new Map<string, Stream>();
	readonly #inRange = new Set<Rule>();
	readonly #memory = new Memory();
	readonly #evaluator: Evaluator;
	#number = 0;
	status = 0;

	constructor(
		readonly task: Task,
		readonly rules: readonly Rule[],
		readonly output: Output,
	) {
		this.#evaluator = new Evaluator(task, this.#memory);
	}

	/** Sets a variable, as an option. */
	set(name: string, value: Value): void {
		this.#memory.set(name, value);
	}

	/** The separator of records: `RS`. */
	get separator(): string {
		return this.#memory.text('RS');
	}

	/** @returns false if the program has ended. */
	*runAll(when: 'BEGIN' | 'END'): Routine<boolean> {
		for (const rule of this.rules) {
			if (rule.when === when && rule.body && !(yield* this.#guarded(rule.body))) {
				return false;
			}
		}

		return true;
	}

	/** @returns false if the program has ended. */
	*line(text: string, path: string): Routine<boolean> {
		this.#number++;
		this.#memory.set('NR', this.#number);
		this.#memory.set('FILENAME', path === '-' ? '' : path);
		this.#memory.read(text);
		for (const rule of this.rules) {
			if (typeof rule.when === 'string' || !(yield* this.#applies(rule, rule.when))) {
				continue;
			}

			const body = rule.body ?? {kind: 'print', format: false, args: [], append: false};
			try {
				yield* this.#run(body);
			} catch (error) {
				if (!(error instanceof Jump)) {
					throw error;
				}

				return error.kind !== 'exit';
			}
		}

		return true;
	}

	*#guarded(body: Statement): Routine<boolean> {
		try {
			yield* this.#run(body);
			return true;
		} catch (error) {
			if (!(error instanceof Jump)) {
				throw error;
			}

			return error.kind !== 'exit';
		}
	}

	*#applies(rule: Rule, [from, to]: readonly Expression[]): Routine<boolean> {
		if (!from) {
			return true;
		}

		if (!to) {
			return yield* this.#evaluator.holds(from);
		}

		if (!this.#inRange.has(rule) && !(yield* this.#evaluator.holds(from))) {
			return false;
		}

		this.#inRange.add(rule);
		if (yield* this.#evaluator.holds(to)) {
			this.#inRange.delete(rule);
		}

		return true;
	}

	/** Long because each kind of statement is a case. */
	*#run(statement: Statement): Routine {
		yield* this.task.spend(0.3);
		switch (statement.kind) {
			case 'expression': {
				yield* this.#evaluator.value(statement.value);
				return;
			}

			case 'print': {
				yield* this.#print(statement);
				return;
			}

			case 'block': {
				for (const one of statement.body) {
					yield* this.#run(one);
				}

				return;
			}

			case 'if': {
				const branch = (yield* this.#evaluator.holds(statement.test)) ? statement.yes : statement.no;
				if (branch) {
					yield* this.#run(branch);
				}

				return;
			}

			case 'while': {
				for (
					let isFirst = !statement.first;
					isFirst || (yield* this.#evaluator.holds(statement.test));
					isFirst = false
				) {
					if (yield* this.#round(statement.body)) {
						return;
					}
				}

				return;
			}

			case 'for': {
				yield* this.#for(statement);
				return;
			}

			case 'each': {
				for (const key of Array.from(this.#memory.array(statement.name).keys())) {
					this.#memory.set(statement.variable, key);
					if (yield* this.#round(statement.body)) {
						return;
					}
				}

				return;
			}

			case 'delete': {
				if (statement.keys) {
					this.#memory.array(statement.name).delete(yield* this.#evaluator.key(statement.keys));
				} else {
					this.#memory.array(statement.name).clear();
				}

				return;
			}

			case 'exit': {
				this.status = statement.value ? numberOf(yield* this.#evaluator.value(statement.value)) & 255 : this.status;
				throw new Jump('exit');
			}

			default: {
				throw new Jump(statement.kind);
			}
		}
	}

	*#for({first, test, next, body}: Extract<Statement, {readonly kind: 'for'}>): Routine {
		if (first) {
			yield* this.#run(first);
		}

		for (;;) {
			if (test && !(yield* this.#evaluator.holds(test))) {
				return;
			}

			if (yield* this.#round(body)) {
				return;
			}

			if (next) {
				yield* this.#run(next);
			}
		}
	}

	/** Runs the body of a loop. @returns whether the loop is left. */
	*#round(body: Statement): Routine<boolean> {
		yield* this.task.spend(0.3);
		try {
			yield* this.#run(body);
		} catch (error) {
			if (!(error instanceof Jump) || (error.kind !== 'break' && error.kind !== 'continue')) {
				throw error;
			}

			return error.kind === 'break';
		}

		return false;
	}

	*#print({format, args, to, append}: Extract<Statement, {readonly kind: 'print'}>): Routine {
		const values: string[] = [];
		for (const arg of args) {
			values.push(yield* this.#evaluator.text(arg));
		}

		const text = format
			? printf(values[0] ?? '', values.slice(1)).text
			: (values.length === 0 ? this.#memory.record : values.join(this.#memory.text('OFS'))) + this.#memory.text('ORS');
		if (!to) {
			yield* this.output.add(text);
			return;
		}

		const path = yield* this.#evaluator.text(to);
		let stream = this.#files.get(path);
		if (!stream) {
			stream = yield* open(this.task, path, append ? '>>' : '>');
			this.#files.set(path, stream);
		}

		yield* stream.write(this.task, text);
	}
}
