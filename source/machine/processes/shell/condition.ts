import {RE2JS, RE2JSException} from 're2js';
import type {Routine} from '../../../kernel/routine.js';
import {resolvePath} from '../../../host/file-system.js';
import type {Task} from '../task.js';
import {matches} from './pattern.js';
import type {Variables} from './variables.js';
import type {Shell} from './shell.js';
import type {Condition} from './syntax/tree.js';

/** Whether `[[ … ]]` holds. */
export function* conditionHolds(shell: Shell, condition: Condition): Routine<boolean> {
	switch (condition.kind) {
		case 'not': {
			return !(yield* conditionHolds(shell, condition.operand));
		}

		case 'and': {
			return (yield* conditionHolds(shell, condition.left)) && (yield* conditionHolds(shell, condition.right));
		}

		case 'or': {
			return (yield* conditionHolds(shell, condition.left)) || (yield* conditionHolds(shell, condition.right));
		}

		case 'unary': {
			const operand = yield* shell.expansion.text(condition.operand);
			return condition.operator === '-v'
				? isSet(shell.variables, operand)
				: (unaryHolds(shell.task, condition.operator, operand) ?? false);
		}

		case 'binary': {
			return yield* binaryHolds(shell, condition);
		}
	}
}

/** Whether a variable, or an element of an array, has a value: `name`, `name[key]`. */
const isSet = (variables: Variables, operand: string): boolean => {
	const [, name = operand, key] = /^(\w+)\[(.*)\]$/.exec(operand) ?? [];
	const value = variables.get(name)?.value;
	return key === undefined ? value !== undefined : typeof value === 'object' && value.has(key);
};

function* binaryHolds(
	shell: Shell,
	{operator, left, right}: Extract<Condition, {readonly kind: 'binary'}>,
): Routine<boolean> {
	const {expansion} = shell;
	const text = yield* expansion.text(left);
	switch (operator) {
		case '=':
		case '!=': {
			const pattern = yield* expansion.pattern(right);
			yield* shell.spend((text.length * (1 + pattern.length)) / 1000);
			return matches(pattern, text) === (operator === '=');
		}

		case '=~': {
			return yield* patternHolds(shell, text, yield* expansion.expression(right));
		}

		case '<':
		case '>': {
			const other = yield* expansion.text(right);
			return operator === '<' ? text < other : text > other;
		}

		default: {
			const other = yield* expansion.text(right);
			return /^-(?:nt|ot|ef)$/.test(operator)
				? (compared(shell.task, text, operator, other) ?? false)
				: numbersHold(yield* expansion.arithmeticOf(text), operator, yield* expansion.arithmeticOf(other));
		}
	}
}

/** `=~`: `BASH_REMATCH` has the matches of the groups. */
function* patternHolds(shell: Shell, text: string, expression: string): Routine<boolean> {
	yield* shell.spend(text.length / 100);
	try {
		const matcher = RE2JS.compile(expression).matcher(text);
		const found = matcher.find();
		const groups = found
			? Array.from({length: matcher.groupCount() + 1}, (_, index): [string, string] => [
					String(index),
					matcher.group(index) ?? '',
				])
			: [];
		if (shell.dialect === 'bash') {
			shell.variables.set('BASH_REMATCH', new Map(groups));
		}

		return found;
	} catch (error) {
		if (error instanceof RE2JSException) {
			return false;
		}

		throw error;
	}
}

const numbersHold = (left: bigint, operator: string, right: bigint): boolean => {
	switch (operator) {
		case '-eq': {
			return left === right;
		}

		case '-ne': {
			return left !== right;
		}

		case '-lt': {
			return left < right;
		}

		case '-le': {
			return left <= right;
		}

		case '-gt': {
			return left > right;
		}

		default: {
			return left >= right;
		}
	}
};

/** Whether a path is the directory of a process below /proc. */
const isProcess = (task: Task, path: string): boolean => {
	const [, pid] = /^\/proc\/(\d+|self)$/.exec(path) ?? [];
	return pid === 'self' || (pid !== undefined && task.table.namespace.rows.some((row) => row.pid === Number(pid)));
};

/**
The result of a test of one text or file; `undefined` for an unknown operator.

Long because each operator is a case.
*/
const unaryHolds = (task: Task, operator: string, operand: string): boolean | undefined => {
	if (operator === '-n' || operator === '-z') {
		return (operand === '') === (operator === '-z');
	}

	if (operator === '-v' && task.shell?.dialect === 'bash') {
		return isSet(task.shell.variables, operand);
	}

	const path = resolvePath(task.directory, operand);
	const device = /^\/dev\/(?:null|zero|u?random|tty|full)$/.test(path);
	const stat = operand === '' ? undefined : task.files.stat(path, {follow: !/^-[hL]$/.test(operator)});
	const may = (bit: number): boolean =>
		stat !== undefined && (task.table.machine.user.uid === 0 || (stat.mode & (bit | (bit << 3) | (bit << 6))) !== 0);
	switch (operator) {
		case '-e':
		case '-a': {
			return stat !== undefined || device || isProcess(task, path);
		}

		case '-f': {
			return stat?.kind === 'file' && !device;
		}

		case '-d': {
			return stat?.kind === 'directory' || isProcess(task, path);
		}

		case '-h':
		case '-L': {
			return stat?.kind === 'link';
		}

		case '-s': {
			return (stat?.size ?? 0) > 0;
		}

		case '-r': {
			return may(4) || device;
		}

		case '-w': {
			return may(2) || device;
		}

		case '-x': {
			return stat !== undefined && (stat.mode & 0o111) !== 0;
		}

		case '-c': {
			return device;
		}

		case '-t': {
			return task.stream(Number(operand))?.terminal !== undefined;
		}

		case '-O':
		case '-G':
		case '-N': {
			return stat !== undefined;
		}

		case '-S':
		case '-p':
		case '-b':
		case '-u':
		case '-g':
		case '-k': {
			return false;
		}

		default: {
			return undefined;
		}
	}
};

const compared = (task: Task, left: string, operator: string, right: string): boolean | undefined => {
	const [first, second] = [left, right].map((path) => task.files.stat(resolvePath(task.directory, path)));
	switch (operator) {
		case '-nt': {
			return first !== undefined && (second ? first.modifiedMs > second.modifiedMs : task.shellDialect === 'bash');
		}

		case '-ot': {
			return second !== undefined && (first ? first.modifiedMs < second.modifiedMs : task.shellDialect === 'bash');
		}

		case '-ef': {
			return (
				first !== undefined &&
				second !== undefined &&
				resolvePath(task.directory, left) === resolvePath(task.directory, right)
			);
		}

		default: {
			return undefined;
		}
	}
};

/** An error in the words of `test`. */
export class TestError {
	constructor(readonly text: string) {}
}

/** The expression of `test` and `[`: the number of its words determines their meaning. */
class TestExpression {
	#position = 0;

	constructor(
		readonly task: Task,
		readonly words: readonly string[],
	) {}

	value(): boolean {
		const {words} = this;
		if (words.length === 0) {
			return false;
		}

		const holds = this.#or();
		if (this.#position < words.length) {
			throw new TestError(
				this.task.shellDialect === 'ash'
					? `${words[this.#position]}: unknown operand`
					: `${words[this.#position]}: unexpected operator`,
			);
		}

		return holds;
	}

	#take(word: string): boolean {
		if (this.words[this.#position] !== word) {
			return false;
		}

		this.#position++;
		return true;
	}

	#or(): boolean {
		let holds = this.#and();
		while (this.#take('-o')) {
			const right = this.#and();
			holds ||= right;
		}

		return holds;
	}

	#and(): boolean {
		let holds = this.#not();
		while (this.#take('-a')) {
			const right = this.#not();
			holds &&= right;
		}

		return holds;
	}

	#not(): boolean {
		const {words} = this;
		const left = words.length - this.#position;
		if (left > 1 && words[this.#position] === '!' && !(left >= 3 && this.#isBinary(words[this.#position + 1]))) {
			this.#position++;
			return !this.#not();
		}

		return this.#primary();
	}

	#isBinary(word: string | undefined): boolean {
		return /^(?:==?|!=|[<>]|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(word ?? '');
	}

	#primary(): boolean {
		const {words, task} = this;
		const first = words[this.#position];
		const second = words[this.#position + 1];
		const third = words[this.#position + 2];
		if (first === undefined) {
			throw new TestError('argument expected');
		}

		if (third !== undefined && second !== undefined && this.#isBinary(second)) {
			this.#position += 3;
			return this.#compare(first, second, third);
		}

		if (first === '(' && second !== undefined) {
			this.#position++;
			const holds = this.#or();
			if (!this.#take(')')) {
				throw new TestError('closing paren expected');
			}

			return holds;
		}

		if (second !== undefined && /^-[a-zA-Z]$/.test(first)) {
			const holds = unaryHolds(task, first, second);
			if (holds !== undefined) {
				this.#position += 2;
				return holds;
			}
		}

		this.#position++;
		return first !== '';
	}

	#compare(left: string, operator: string, right: string): boolean {
		switch (operator) {
			case '=':
			case '==': {
				return left === right;
			}

			case '!=': {
				return left !== right;
			}

			case '<': {
				return left < right;
			}

			case '>': {
				return left > right;
			}

			default: {
				return (
					compared(this.task, left, operator, right) ?? numbersHold(this.#number(left), operator, this.#number(right))
				);
			}
		}
	}

	#number(text: string): bigint {
		if (!/^\s*[-+]?\d+\s*$/.test(text)) {
			throw new TestError(
				{
					bash: `${text}: integer expression expected`,
					dash: `Illegal number: ${text}`,
					ash: `${text}: bad number`,
				}[this.task.shellDialect],
			);
		}

		return BigInt(text.trim().replace(/^\+/, ''));
	}
}

/** Whether the condition of `test` holds. @throws {TestError} */
export const testHolds = (task: Task, words: readonly string[]): boolean => new TestExpression(task, words).value();
