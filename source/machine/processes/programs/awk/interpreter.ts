import type {RE2JS} from 're2js';
import type {Routine} from '../../../../kernel/routine.js';
import {open} from '../../open.js';
import type {Stream} from '../../streams.js';
import type {Task} from '../../task.js';
import {printf} from '../echo.js';
import type {Output} from '../program.js';
import {compileExpression} from '../regular-expression.js';
import {partsOf} from './fields.js';
import {callFunction, substituted} from './functions.js';
import {AwkError, type Expression, type Rule, type Statement} from './tree.js';
import {asText, compared, computed, isTrue, numberOf, type Value} from './values.js';

/** An early end of a statement. */
class Jump {
	constructor(readonly kind: 'next' | 'break' | 'continue' | 'exit') {}
}

const longest = 1024 * 1024;
const mostElements = 100_000;

/** Runs a program of awk. Throws an AwkError for unsimulated features. */
export class Interpreter {
	readonly #variables = new Map<string, Value>([
		['FS', ' '],
		['OFS', ' '],
		['ORS', '\n'],
		['RS', '\n'],
		['NR', 0],
		['NF', 0],
		['SUBSEP', '\u001C'],
	]);
	readonly #arrays = new Map<string, Map<string, Value>>();
	readonly #patterns = new Map<string, RE2JS>();
	readonly #files = new Map<string, Stream>();
	readonly #inRange = new Set<Rule>();
	#fields: string[] = [''];
	#number = 0;
	status = 0;

	constructor(
		readonly task: Task,
		readonly rules: readonly Rule[],
		readonly output: Output,
	) {}

	set(name: string, value: Value): void {
		this.#variables.set(name, value);
	}

	/** The separator of records: `RS`. */
	get separator(): string {
		return asText(this.#variables.get('RS') ?? '\n');
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
		this.set('NR', this.#number);
		this.set('FILENAME', path === '-' ? '' : path);
		this.#split(text);
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
			return isTrue(yield* this.#value(from));
		}

		if (!this.#inRange.has(rule) && !isTrue(yield* this.#value(from))) {
			return false;
		}

		this.#inRange.add(rule);
		if (isTrue(yield* this.#value(to))) {
			this.#inRange.delete(rule);
		}

		return true;
	}

	#split(text: string): void {
		this.#fields = [text, ...partsOf(text, asText(this.#variables.get('FS')), (pattern) => this.#pattern(pattern))];
		this.set('NF', this.#fields.length - 1);
	}

	#pattern(text: string): RE2JS {
		let pattern = this.#patterns.get(text);
		if (!pattern) {
			pattern = compileExpression(text, 'extended');
			if (this.#patterns.size < 500) {
				this.#patterns.set(text, pattern);
			}
		}

		return pattern;
	}

	#array(name: string): Map<string, Value> {
		let array = this.#arrays.get(name);
		if (!array) {
			array = new Map();
			this.#arrays.set(name, array);
		}

		return array;
	}

	*#key(keys: readonly Expression[]): Routine<string> {
		const parts: string[] = [];
		for (const key of keys) {
			parts.push(asText(yield* this.#value(key)));
		}

		return parts.join(asText(this.#variables.get('SUBSEP')));
	}

	/** Long because each kind of statement is a case. */
	*#run(statement: Statement): Routine {
		yield* this.task.spend(0.3);
		switch (statement.kind) {
			case 'expression': {
				yield* this.#value(statement.value);
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
				const branch = isTrue(yield* this.#value(statement.test)) ? statement.yes : statement.no;
				if (branch) {
					yield* this.#run(branch);
				}

				return;
			}

			case 'while': {
				for (let isFirst = !statement.first; isFirst || isTrue(yield* this.#value(statement.test)); isFirst = false) {
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
				for (const key of Array.from(this.#array(statement.name).keys())) {
					this.set(statement.variable, key);
					if (yield* this.#round(statement.body)) {
						return;
					}
				}

				return;
			}

			case 'delete': {
				if (statement.keys) {
					this.#array(statement.name).delete(yield* this.#key(statement.keys));
				} else {
					this.#array(statement.name).clear();
				}

				return;
			}

			case 'exit': {
				this.status = statement.value ? numberOf(yield* this.#value(statement.value)) & 255 : this.status;
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
			if (test && !isTrue(yield* this.#value(test))) {
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
			values.push(asText(yield* this.#value(arg)));
		}

		const text = format
			? printf(values[0] ?? '', values.slice(1)).text
			: (values.length === 0 ? (this.#fields[0] ?? '') : values.join(asText(this.#variables.get('OFS')))) +
				asText(this.#variables.get('ORS'));
		if (!to) {
			yield* this.output.add(text);
			return;
		}

		const path = asText(yield* this.#value(to));
		let stream = this.#files.get(path);
		if (!stream) {
			stream = yield* open(this.task, path, append ? '>>' : '>');
			this.#files.set(path, stream);
		}

		yield* stream.write(this.task, text);
	}

	*#value(expression: Expression): Routine<Value> {
		switch (expression.kind) {
			case 'number':
			case 'text': {
				return expression.value;
			}

			case 'pattern': {
				return this.#pattern(expression.value)
					.matcher(this.#fields[0] ?? '')
					.find()
					? 1
					: 0;
			}

			case 'variable': {
				return this.#variables.get(expression.name) ?? '';
			}

			case 'field': {
				return this.#fields[numberOf(yield* this.#value(expression.index))] ?? '';
			}

			case 'element': {
				const array = this.#array(expression.name);
				const key = yield* this.#key(expression.keys);
				return array.get(key) ?? '';
			}

			case 'assign': {
				return yield* this.#assign(expression);
			}

			case 'step': {
				const before = numberOf(yield* this.#value(expression.target));
				yield* this.#store(expression.target, before + expression.by);
				return expression.isPrefix ? before + expression.by : before;
			}

			case 'unary': {
				const operand = yield* this.#value(expression.operand);
				if (expression.operator === '!') {
					return isTrue(operand) ? 0 : 1;
				}

				return expression.operator === '-' ? -numberOf(operand) : numberOf(operand);
			}

			case 'binary': {
				return yield* this.#binary(expression);
			}

			case 'conditional': {
				return yield* this.#value(isTrue(yield* this.#value(expression.test)) ? expression.yes : expression.no);
			}

			case 'in': {
				return this.#array(expression.name).has(yield* this.#key(expression.keys)) ? 1 : 0;
			}

			case 'call': {
				return yield* this.#call(expression.name, expression.args);
			}
		}
	}

	*#assign({target, operator, value}: Extract<Expression, {readonly kind: 'assign'}>): Routine<Value> {
		const right = yield* this.#value(value);
		const result =
			operator === '=' ? right : computed(operator.charAt(0), numberOf(yield* this.#value(target)), numberOf(right));
		yield* this.#store(target, result);
		return result;
	}

	*#store(target: Expression, value: Value): Routine {
		if (typeof value === 'string' && value.length > longest) {
			this.task.reserve(Number.POSITIVE_INFINITY);
		}

		if (target.kind === 'variable') {
			this.set(target.name, value);
			if (target.name === 'NF') {
				this.#fields.length = Math.min(mostElements, numberOf(value) + 1);
				this.#join();
			}
		} else if (target.kind === 'element') {
			const array = this.#array(target.name);
			array.set(yield* this.#key(target.keys), value);
			if (array.size > mostElements) {
				this.task.reserve(Number.POSITIVE_INFINITY);
			}
		} else if (target.kind === 'field') {
			const index = Math.min(mostElements, Math.max(0, numberOf(yield* this.#value(target.index))));
			if (index === 0) {
				this.#split(asText(value));
				return;
			}

			while (this.#fields.length <= index) {
				this.#fields.push('');
			}

			this.#fields[index] = asText(value);
			this.set('NF', this.#fields.length - 1);
			this.#join();
		}
	}

	#join(): void {
		this.#fields[0] = this.#fields
			.slice(1)
			.map((field) => field ?? '')
			.join(asText(this.#variables.get('OFS')));
	}

	*#binary({operator, left, right}: Extract<Expression, {readonly kind: 'binary'}>): Routine<Value> {
		const first = yield* this.#value(left);
		if (operator === '&&' || operator === '||') {
			const holds = isTrue(first);
			return holds === (operator === '||') ? Number(holds) : Number(isTrue(yield* this.#value(right)));
		}

		if (operator === '~' || operator === '!~') {
			const pattern = right.kind === 'pattern' ? right.value : asText(yield* this.#value(right));
			return Number(this.#pattern(pattern).matcher(asText(first)).find() === (operator === '~'));
		}

		const second = yield* this.#value(right);
		if (operator === ' ') {
			return asText(first) + asText(second);
		}

		return /^[-+*/%^]$/.test(operator)
			? computed(operator, numberOf(first), numberOf(second))
			: Number(compared(operator, first, second, left, right));
	}

	*#call(name: string, args: readonly Expression[]): Routine<Value> {
		const [target] = args;
		if (name === 'split' || name === 'sub' || name === 'gsub') {
			return yield* this.#changing(name, args);
		}

		if (name === 'length' && target?.kind === 'variable' && this.#arrays.has(target.name)) {
			return this.#array(target.name).size;
		}

		const values: Value[] = [];
		for (const arg of args) {
			values.push(arg.kind === 'pattern' ? arg.value : yield* this.#value(arg));
		}

		return callFunction(name, values, {
			record: this.#fields[0] ?? '',
			pattern: (text) => this.#pattern(text),
			set: (variable, value) => {
				this.set(variable, value);
			},
			random: () => this.task.table.random(1_000_000) / 1_000_000,
			seconds: Math.floor(this.task.kernel.wallClockMs / 1000),
		});
	}

	/** `split`, `sub` and `gsub` change their argument. */
	*#changing(name: string, args: readonly Expression[]): Routine<Value> {
		const [first, second, third] = args;
		if (!first || !second) {
			throw new AwkError(name);
		}

		if (name === 'split') {
			if (second.kind !== 'variable') {
				throw new AwkError(name);
			}

			let separator = asText(this.#variables.get('FS'));
			if (third) {
				separator = third.kind === 'pattern' ? third.value : asText(yield* this.#value(third));
			}

			const parts = partsOf(asText(yield* this.#value(first)), separator, (pattern) => this.#pattern(pattern));
			this.#arrays.set(second.name, new Map(parts.map((part, index) => [String(index + 1), part])));
			return parts.length;
		}

		const pattern = this.#pattern(first.kind === 'pattern' ? first.value : asText(yield* this.#value(first)));
		const replacement = asText(yield* this.#value(second));
		const target: Expression = third ?? {kind: 'field', index: {kind: 'number', value: 0}};
		const text = asText(yield* this.#value(target));
		const {result, count} = substituted(text, pattern, replacement, name === 'gsub');
		if (count > 0) {
			yield* this.#store(target, result);
		}

		return count;
	}
}
