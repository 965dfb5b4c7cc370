import type {Routine} from '../../../../kernel/routine.js';
import type {Task} from '../../task.js';
import {callFunction, substituted} from './functions.js';
import {mostElements, type Memory} from './memory.js';
import {AwkError, type Expression} from './tree.js';
import {asText, compared, computed, isTrue, numberOf, type Value} from './values.js';

const longest = 1024 * 1024;

/** Evaluates the expressions of a program, which may change its memory. Throws an AwkError for unsimulated features. */
export class Evaluator {
	constructor(
		readonly task: Task,
		readonly memory: Memory,
	) {}

	/** Whether an expression holds. */
	*holds(expression: Expression): Routine<boolean> {
		return isTrue(yield* this.value(expression));
	}

	/** An expression as text. */
	*text(expression: Expression): Routine<string> {
		return asText(yield* this.value(expression));
	}

	/** The key of an element: parts with `SUBSEP` between them. */
	*key(keys: readonly Expression[]): Routine<string> {
		const parts: string[] = [];
		for (const key of keys) {
			parts.push(asText(yield* this.value(key)));
		}

		return parts.join(this.memory.text('SUBSEP'));
	}

	/** The value of an expression. */
	*value(expression: Expression): Routine<Value> {
		switch (expression.kind) {
			case 'number':
			case 'text': {
				return expression.value;
			}

			case 'pattern': {
				return this.memory.pattern(expression.value).matcher(this.memory.record).find() ? 1 : 0;
			}

			case 'variable': {
				return this.memory.variable(expression.name) ?? '';
			}

			case 'field': {
				return this.memory.field(numberOf(yield* this.value(expression.index)));
			}

			case 'element': {
				const array = this.memory.array(expression.name);
				const key = yield* this.key(expression.keys);
				return array.get(key) ?? '';
			}

			case 'assign': {
				return yield* this.#assign(expression);
			}

			case 'step': {
				const before = numberOf(yield* this.value(expression.target));
				yield* this.#store(expression.target, before + expression.by);
				return expression.isPrefix ? before + expression.by : before;
			}

			case 'unary': {
				const operand = yield* this.value(expression.operand);
				if (expression.operator === '!') {
					return isTrue(operand) ? 0 : 1;
				}

				return expression.operator === '-' ? -numberOf(operand) : numberOf(operand);
			}

			case 'binary': {
				return yield* this.#binary(expression);
			}

			case 'conditional': {
				return yield* this.value(isTrue(yield* this.value(expression.test)) ? expression.yes : expression.no);
			}

			case 'in': {
				return this.memory.array(expression.name).has(yield* this.key(expression.keys)) ? 1 : 0;
			}

			case 'call': {
				return yield* this.#call(expression.name, expression.args);
			}
		}
	}

	*#assign({target, operator, value}: Extract<Expression, {readonly kind: 'assign'}>): Routine<Value> {
		const right = yield* this.value(value);
		const result =
			operator === '=' ? right : computed(operator.charAt(0), numberOf(yield* this.value(target)), numberOf(right));
		yield* this.#store(target, result);
		return result;
	}

	*#store(target: Expression, value: Value): Routine {
		if (typeof value === 'string' && value.length > longest) {
			this.task.reserve(Number.POSITIVE_INFINITY);
		}

		if (target.kind === 'variable') {
			this.memory.assign(target.name, value);
		} else if (target.kind === 'element') {
			const array = this.memory.array(target.name);
			array.set(yield* this.key(target.keys), value);
			if (array.size > mostElements) {
				this.task.reserve(Number.POSITIVE_INFINITY);
			}
		} else if (target.kind === 'field') {
			const index = Math.min(mostElements, Math.max(0, numberOf(yield* this.value(target.index))));
			this.memory.setField(index, asText(value));
		}
	}

	*#binary({operator, left, right}: Extract<Expression, {readonly kind: 'binary'}>): Routine<Value> {
		const first = yield* this.value(left);
		if (operator === '&&' || operator === '||') {
			const holds = isTrue(first);
			return holds === (operator === '||') ? Number(holds) : Number(isTrue(yield* this.value(right)));
		}

		if (operator === '~' || operator === '!~') {
			const pattern = right.kind === 'pattern' ? right.value : asText(yield* this.value(right));
			return Number(this.memory.pattern(pattern).matcher(asText(first)).find() === (operator === '~'));
		}

		const second = yield* this.value(right);
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

		if (name === 'length' && target?.kind === 'variable' && this.memory.hasArray(target.name)) {
			return this.memory.array(target.name).size;
		}

		const values: Value[] = [];
		for (const arg of args) {
			values.push(arg.kind === 'pattern' ? arg.value : yield* this.value(arg));
		}

		return callFunction(name, values, {
			record: this.memory.record,
			pattern: (text) => this.memory.pattern(text),
			set: (variable, value) => {
				this.memory.set(variable, value);
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

			let separator = this.memory.text('FS');
			if (third) {
				separator = third.kind === 'pattern' ? third.value : asText(yield* this.value(third));
			}

			const parts = this.memory.split(asText(yield* this.value(first)), separator);
			this.memory.fill(second.name, parts);
			return parts.length;
		}

		const pattern = this.memory.pattern(first.kind === 'pattern' ? first.value : asText(yield* this.value(first)));
		const replacement = asText(yield* this.value(second));
		const target: Expression = third ?? {kind: 'field', index: {kind: 'number', value: 0}};
		const text = asText(yield* this.value(target));
		const {result, count} = substituted(text, pattern, replacement, name === 'gsub');
		if (count > 0) {
			yield* this.#store(target, result);
		}

		return count;
	}
}
