import type {RE2JS} from 're2js';
import type {Routine} from '../../../../../kernel/routine.js';
import {FileError} from '../../../files/file-system.js';
import {open} from '../../open.js';
import type {Stream} from '../../streams.js';
import type {Task} from '../../task.js';
import {printf} from '../echo.js';
import {compileExpression, UnsupportedExpression} from '../regular-expression.js';
import {eachLine, Output, program, textOf, type Programs} from '../program.js';
import {parseAwk} from './parser.js';
import {AwkError, type Expression, type Rule, type Statement} from './tree.js';

/** A value: input that looks like a number counts as one. */
type Value = string | number;

/** What ends a statement early. */
class Jump {
	constructor(readonly kind: 'next' | 'break' | 'continue' | 'exit') {}
}

const numberOf = (value: Value | undefined): number =>
	typeof value === 'number'
		? value
		: Number.parseFloat(/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(value ?? '')?.[0] ?? '0');

const looksNumeric = (value: Value): boolean =>
	typeof value === 'number' || /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(value);

const longest = 1024 * 1024;
const mostElements = 100_000;

/** Runs a program of awk. */
class Awk {
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
			return this.#isTrue(yield* this.#value(from));
		}

		if (!this.#inRange.has(rule) && !this.#isTrue(yield* this.#value(from))) {
			return false;
		}

		this.#inRange.add(rule);
		if (this.#isTrue(yield* this.#value(to))) {
			this.#inRange.delete(rule);
		}

		return true;
	}

	#isTrue(value: Value): boolean {
		return typeof value === 'number' ? value !== 0 : looksNumeric(value) ? Number(value) !== 0 : value !== '';
	}

	#text(value: Value | undefined): string {
		return typeof value === 'number'
			? Number.isInteger(value)
				? String(value)
				: String(Number(value.toPrecision(6)))
			: (value ?? '');
	}

	#split(text: string): void {
		this.#fields = [text, ...this.#parts(text, this.#text(this.#variables.get('FS')))];
		this.set('NF', this.#fields.length - 1);
	}

	#parts(text: string, separator: string): string[] {
		if (text === '') {
			return [];
		}

		if (separator === ' ') {
			return text.trim() === '' ? [] : text.trim().split(/[ \t\n]+/);
		}

		if (separator === '') {
			return [...text];
		}

		if (separator.length === 1 && separator !== '|') {
			return text.split(separator === '\\' ? '\\' : separator);
		}

		return separator === '|' || separator === '\\|' ? text.split('|') : this.#pattern(separator).split(text);
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
			parts.push(this.#text(yield* this.#value(key)));
		}

		return parts.join(this.#text(this.#variables.get('SUBSEP')));
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
				const branch = this.#isTrue(yield* this.#value(statement.test)) ? statement.yes : statement.no;
				if (branch) {
					yield* this.#run(branch);
				}

				return;
			}

			case 'while': {
				for (
					let isFirst = !statement.first;
					isFirst || this.#isTrue(yield* this.#value(statement.test));
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
			if (test && !this.#isTrue(yield* this.#value(test))) {
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
			values.push(this.#text(yield* this.#value(arg)));
		}

		const text = format
			? printf(values[0] ?? '', values.slice(1)).text
			: (values.length === 0 ? (this.#fields[0] ?? '') : values.join(this.#text(this.#variables.get('OFS')))) +
				this.#text(this.#variables.get('ORS'));
		if (!to) {
			yield* this.output.add(text);
			return;
		}

		const path = this.#text(yield* this.#value(to));
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
				return expression.operator === '!'
					? this.#isTrue(operand)
						? 0
						: 1
					: expression.operator === '-'
						? -numberOf(operand)
						: numberOf(operand);
			}

			case 'binary': {
				return yield* this.#binary(expression);
			}

			case 'conditional': {
				return yield* this.#value(this.#isTrue(yield* this.#value(expression.test)) ? expression.yes : expression.no);
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
				this.#split(this.#text(value));
				return;
			}

			while (this.#fields.length <= index) {
				this.#fields.push('');
			}

			this.#fields[index] = this.#text(value);
			this.set('NF', this.#fields.length - 1);
			this.#join();
		}
	}

	#join(): void {
		this.#fields[0] = this.#fields
			.slice(1)
			.map((field) => field ?? '')
			.join(this.#text(this.#variables.get('OFS')));
	}

	*#binary({operator, left, right}: Extract<Expression, {readonly kind: 'binary'}>): Routine<Value> {
		const first = yield* this.#value(left);
		if (operator === '&&' || operator === '||') {
			const holds = this.#isTrue(first);
			return holds === (operator === '||') ? Number(holds) : Number(this.#isTrue(yield* this.#value(right)));
		}

		if (operator === '~' || operator === '!~') {
			const pattern = right.kind === 'pattern' ? right.value : this.#text(yield* this.#value(right));
			return Number(this.#pattern(pattern).matcher(this.#text(first)).find() === (operator === '~'));
		}

		const second = yield* this.#value(right);
		if (operator === ' ') {
			return this.#text(first) + this.#text(second);
		}

		return /^[-+*/%^]$/.test(operator)
			? computed(operator, numberOf(first), numberOf(second))
			: Number(this.#compared(operator, first, second, left, right));
	}

	#compared(operator: string, first: Value, second: Value, left: Expression, right: Expression): boolean {
		const numeric = looksNumeric(first) && looksNumeric(second) && left.kind !== 'text' && right.kind !== 'text';
		const isUnset = (value: Value, expression: Expression): boolean => value === '' && expression.kind !== 'text';
		const asNumbers =
			numeric ||
			(isUnset(first, left) && typeof second === 'number') ||
			(isUnset(second, right) && typeof first === 'number');
		const [a, b] = asNumbers ? [numberOf(first), numberOf(second)] : [this.#text(first), this.#text(second)];
		return operator === '<'
			? a < b
			: operator === '<='
				? a <= b
				: operator === '>'
					? a > b
					: operator === '>='
						? a >= b
						: (a === b) === (operator === '==');
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

		const text = (index: number): string => this.#text(values[index]);
		const number = (index: number): number => numberOf(values[index]);
		const functions: Readonly<Record<string, () => Value>> = {
			length: () => (args.length === 0 ? (this.#fields[0] ?? '') : text(0)).length,
			substr: () => {
				const from = Math.max(1, Math.round(number(1)));
				const end = args.length < 3 ? undefined : Math.max(from, Math.round(number(1)) + Math.round(number(2)));
				return text(0).slice(from - 1, end === undefined ? undefined : end - 1);
			},
			index: () => text(0).indexOf(text(1)) + 1,
			toupper: () => text(0).toUpperCase(),
			tolower: () => text(0).toLowerCase(),
			sprintf: () =>
				printf(
					text(0),
					values.slice(1).map((_, index) => text(index + 1)),
				).text,
			int: () => Math.trunc(number(0)),
			sqrt: () => Math.sqrt(number(0)),
			exp: () => Math.exp(number(0)),
			log: () => Math.log(number(0)),
			sin: () => Math.sin(number(0)),
			cos: () => Math.cos(number(0)),
			rand: () => this.task.table.random(1_000_000) / 1_000_000,
			srand: () => 0,
			systime: () => Math.floor(this.task.kernel.wallClockMs / 1000),
			match: () => {
				const matcher = this.#pattern(text(1)).matcher(text(0));
				const found = matcher.find();
				this.set('RSTART', found ? matcher.start() + 1 : 0);
				this.set('RLENGTH', found ? matcher.end() - matcher.start() : -1);
				return found ? matcher.start() + 1 : 0;
			},
			fflush: () => 0,
			close: () => 0,
		};
		const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
		if (!known) {
			throw new AwkError(name);
		}

		return known();
	}

	/** `split`, `sub` and `gsub`: what they are given changes. */
	*#changing(name: string, args: readonly Expression[]): Routine<Value> {
		const [first, second, third] = args;
		if (!first || !second) {
			throw new AwkError(name);
		}

		if (name === 'split') {
			if (second.kind !== 'variable') {
				throw new AwkError(name);
			}

			const separator =
				third?.kind === 'pattern'
					? third.value
					: third
						? this.#text(yield* this.#value(third))
						: this.#text(this.#variables.get('FS'));
			const parts = this.#parts(this.#text(yield* this.#value(first)), separator);
			this.#arrays.set(second.name, new Map(parts.map((part, index) => [String(index + 1), part])));
			return parts.length;
		}

		const pattern = this.#pattern(first.kind === 'pattern' ? first.value : this.#text(yield* this.#value(first)));
		const replacement = this.#text(yield* this.#value(second));
		const target: Expression = third ?? {kind: 'field', index: {kind: 'number', value: 0}};
		const text = this.#text(yield* this.#value(target));
		const matcher = pattern.matcher(text);
		let [result, from, count] = ['', 0, 0];
		while (matcher.find()) {
			count++;
			result +=
				text.slice(from, matcher.start()) +
				replacement.replaceAll(/\\&|&/g, (mark) => (mark === '&' ? (matcher.group() ?? '') : '&'));
			from = matcher.end();
			if (name === 'sub') {
				break;
			}
		}

		if (count > 0) {
			yield* this.#store(target, result + text.slice(from));
		}

		return count;
	}
}

const computed = (operator: string, left: number, right: number): number => {
	switch (operator) {
		case '+': {
			return left + right;
		}

		case '-': {
			return left - right;
		}

		case '*': {
			return left * right;
		}

		case '^': {
			return left ** right;
		}

		default: {
			if (right === 0) {
				throw new AwkError('division by zero');
			}

			return operator === '/' ? left / right : left % right;
		}
	}
};

const awk = program({values: 'Fvf', stops: true}, function* (task, {values, lists, operands}) {
	const file = values.get('f');
	const text = file === undefined ? operands[0] : yield* textOf(task, file);
	if (text === undefined) {
		yield* task.error('usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]\n');
		return 2;
	}

	const output = new Output(task);
	try {
		const rules = parseAwk(text);
		const run = new Awk(task, rules, output);
		const separator = values.get('F');
		if (separator !== undefined) {
			run.set('FS', separator === 't' ? '\t' : printf(separator.replaceAll('%', '%%'), []).text);
		}

		for (const assignment of lists.get('v') ?? []) {
			const [, name = '', value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(assignment) ?? [];
			run.set(name, printf(value.replaceAll('%', '%%'), []).text);
		}

		const paths = file === undefined ? operands.slice(1) : operands;
		let status = 0;
		let goesOn = yield* run.runAll('BEGIN');
		if (goesOn && rules.some(({when}) => when !== 'BEGIN')) {
			status = yield* eachLine(task, paths, function* (line, path) {
				goesOn = yield* run.line(line, path);
				return !goesOn;
			});
			yield* run.runAll('END');
		}

		yield* output.flush();
		return run.status || (status === 0 ? 0 : 2);
	} catch (error) {
		if (error instanceof FileError) {
			yield* task.error(`awk: ${error.path}: ${error.description}\n`);
			return 2;
		}

		if (!(error instanceof AwkError || error instanceof UnsupportedExpression)) {
			throw error;
		}

		yield* task.table.machine.assume(task, `awk '${text}'`);
		return 0;
	}
});

/** `awk`. */
export const awkPrograms: Programs = {awk, gawk: awk, mawk: awk, nawk: awk};
