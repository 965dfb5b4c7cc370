import type {Routine} from '../../../kernel/routine.js';
import type {FileSystem} from '../../../host/file-system.js';
import {ArithmeticError, evaluate, type ArithmeticScope} from './arithmetic.js';
import {arithmeticMessage} from './arithmetic-message.js';
import {expandBraces} from './braces.js';
import {pathsOf} from './globbing.js';
import {changed, lengthOf, sliced, type Value} from './parameter-operation.js';
import {escapedPattern, isPattern} from './pattern.js';
import type {Dialect, Operation, ParameterPart, Part, Script, Word} from './syntax/tree.js';
import {scalarOf, type Variables} from './variables.js';
import {fieldsOf, literally, mostFields, type Pieces} from './word-splitting.js';

/** The cost of expanding a pattern of names: folders are read. */
const globSteps = 2;

/** The shell whose state the words of a script use. */
export interface ExpansionScope {
	readonly dialect: Dialect;
	readonly variables: Variables;
	/** The positional parameters, `$1` and so on. */
	readonly arguments: readonly string[];
	readonly files: FileSystem;
	readonly directory: string;
	/** Whether file names are expanded, and unset variables refused. */
	readonly globs: boolean;
	readonly refusesUnset: boolean;
	/** `$?`, `$$`, `$!`, `$#`, `$-`, `$0`, and variables that change by themselves. */
	special(name: string): string | undefined;
	/** The output of commands, without trailing line ends. */
	capture(script: Script): Routine<string>;
	/** A file for the input or output of commands. */
	throughFile(script: Script, operator: '<' | '>'): Routine<string>;
	/** Ends the shell with a message. */
	fail(message: string, status?: number): Routine<never>;
	spend(steps: number): Routine;
}

const longest = 4 * 1024 * 1024;
/** Expands words to the arguments of commands. @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_06 */
export class Expansion {
	readonly #arithmeticScope: ArithmeticScope;

	constructor(readonly scope: ExpansionScope) {
		const {variables} = scope;
		this.#arithmeticScope = {
			get: (name, index) => {
				const value = variables.get(name)?.value;
				if (index === undefined) {
					return scope.special(name) ?? scalarOf(variables.get(name)) ?? '';
				}

				if (typeof value === 'object') {
					return value.get(this.#key(index)) ?? '';
				}

				return '';
			},
			set(name, value, index) {
				if (index === undefined) {
					variables.set(name, value);
				} else {
					variables.setElement(name, index, value);
				}
			},
		};
	}

	/** A key of an array: an expression, unless the array is associative. */
	#key(index: string): string {
		return /^\d+$/.test(index) ? index : String(evaluate(index, this.#arithmeticScope));
	}

	/** The fields of words: split, and matched against files. */
	*fields(words: readonly Word[]): Routine<string[]> {
		const fields: string[] = [];
		for (const word of words) {
			const [only] = word;
			if (word.length === 1 && only?.kind === 'text' && (only.quoted || !/[*?[{~]/.test(only.text))) {
				fields.push(only.text);
				continue;
			}

			for (const one of this.scope.dialect === 'bash' ? expandBraces(word) : [word]) {
				const split = fieldsOf(yield* this.#pieces(one, true), scalarOf(this.scope.variables.get('IFS')) ?? ' \t\n');
				let steps = split.length / 20;
				for (const {text, pattern} of split) {
					const globs = pattern !== undefined && this.scope.globs && isPattern(pattern);
					const paths = globs ? pathsOf(pattern, this.scope.files, this.scope.directory) : [];
					steps += globs ? globSteps : 0;
					fields.push(...(paths.length > 0 ? paths : [text]));
				}

				yield* this.scope.spend(steps);
			}

			if (fields.length > mostFields) {
				yield* this.scope.fail('Argument list too long', 126);
			}
		}

		return fields;
	}

	/** The text of a word that is not split: an assignment, a file, `case`. */
	*text(word: Word, assigns = false): Routine<string> {
		const [only] = word;
		if (word.length === 1 && only?.kind === 'text' && (only.quoted || !only.text.includes('~'))) {
			return only.text;
		}

		let text = '';
		for (const piece of yield* this.#pieces(word, true, assigns)) {
			text += 'between' in piece ? ' ' : piece.text;
			yield* this.#checkLength(text);
		}

		return text;
	}

	/** The pattern of a word: quoted parts are literal. */
	*pattern(word: Word): Routine<string> {
		let pattern = '';
		for (const piece of yield* this.#pieces(word, true)) {
			pattern += literally(piece, escapedPattern);
		}

		return pattern;
	}

	/** The regular expression of a word: quoted parts are literal. */
	*expression(word: Word): Routine<string> {
		let expression = '';
		for (const piece of yield* this.#pieces(word, true)) {
			expression += literally(piece, (text) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&'));
		}

		return expression;
	}

	/** The value of an expression. */
	*arithmetic(word: Word): Routine<bigint> {
		return yield* this.arithmeticOf(yield* this.text(word));
	}

	*arithmeticOf(text: string): Routine<bigint> {
		try {
			yield* this.scope.spend(text.length / 100);
			return evaluate(text, this.#arithmeticScope);
		} catch (error) {
			if (!(error instanceof ArithmeticError)) {
				throw error;
			}

			return yield* this.scope.fail(arithmeticMessage(error, this.scope.dialect));
		}
	}

	/** The key of an array's element. */
	*index(word: Word, name: string): Routine<string> {
		const text = yield* this.text(word);
		if (text === '@' || text === '*' || this.scope.variables.get(name)?.isMap) {
			return text;
		}

		return String(yield* this.arithmeticOf(text));
	}

	*#checkLength(text: string): Routine {
		if (text.length > longest) {
			this.scope.variables.reserve(Number.POSITIVE_INFINITY);
		}
	}

	*#pieces(word: Word, tilde: boolean, assigns = false): Routine<Pieces> {
		const pieces: Array<Pieces[number]> = [];
		for (const [index, part] of word.entries()) {
			if (part.kind === 'text') {
				const text =
					tilde && !part.quoted && part.text.includes('~') ? this.#home(part.text, index === 0, assigns) : part.text;
				pieces.push({text, quoted: part.quoted, splits: false});
			} else {
				pieces.push(...(yield* this.#expanded(part)));
			}
		}

		return pieces;
	}

	/** `~` at the beginning, and in assignments after colons. */
	#home(text: string, isFirst: boolean, assigns: boolean): string {
		const home = scalarOf(this.scope.variables.get('HOME')) ?? '/root';
		const replacedFirst = isFirst ? text.replace(/^~(?=\/|$)/, () => home) : text;
		return assigns ? replacedFirst.replaceAll(/:~(?=\/|:|$)/g, () => `:${home}`) : replacedFirst;
	}

	*#expanded(part: Exclude<Part, {readonly kind: 'text'}>): Routine<Pieces> {
		const {quoted} = part;
		const piece = (text: string): Pieces => [{text, quoted, splits: !quoted}];
		switch (part.kind) {
			case 'command': {
				return piece(yield* this.scope.capture(part.script));
			}

			case 'arithmetic': {
				return piece(String(yield* this.arithmetic(part.expression)));
			}

			case 'process': {
				return piece(yield* this.scope.throughFile(part.script, part.operator));
			}

			case 'bad': {
				return yield* this.scope.fail(
					{
						bash: `${part.text}: bad substitution`,
						dash: 'Bad substitution',
						ash: 'syntax error: bad substitution',
					}[this.scope.dialect],
				);
			}

			case 'parameter': {
				return yield* this.#parameter(part);
			}
		}
	}

	*#parameter(part: ParameterPart): Routine<Pieces> {
		const {quoted, operation} = part;
		if (operation?.kind === 'default') {
			const fallback = yield* this.#fallback(part, operation);
			if (fallback) {
				return fallback;
			}
		}

		const value = operation?.kind === 'names' ? this.#names(part.name) : yield* this.#value(part);
		if (value === undefined && this.scope.refusesUnset && operation?.kind !== 'default') {
			yield* this.scope.fail(
				this.scope.dialect === 'bash' ? `${part.name}: unbound variable` : `${part.name}: parameter not set`,
				this.scope.dialect === 'bash' ? 127 : 2,
			);
		}

		if (part.prefix === '#') {
			return [{text: String(lengthOf(value)), quoted, splits: !quoted}];
		}

		const result = operation ? yield* this.#operated(value, operation) : value;
		if (typeof result === 'object') {
			return this.#listed(result, quoted);
		}

		if (result === undefined || (result === '' && !quoted)) {
			return quoted ? [{text: '', quoted, splits: false}] : [];
		}

		return [{text: result, quoted, splits: !quoted}];
	}

	/** The elements of a list, each a separate field, or joined in quotes. */
	#listed({list, joins}: Exclude<Value, string | undefined>, quoted: boolean): Pieces {
		if (quoted && joins) {
			const separators = scalarOf(this.scope.variables.get('IFS'));
			return [{text: list.join(separators === undefined ? ' ' : separators.charAt(0)), quoted, splits: false}];
		}

		return list.flatMap((text, index): Pieces => [
			...(index > 0 ? [{between: quoted ? ('firm' as const) : ('soft' as const)}] : []),
			{text, quoted, splits: !quoted},
		]);
	}

	/** The replacement of a missing value, or for `+` of an existing one. @returns `undefined` if the value itself is used. */
	*#fallback(
		part: ParameterPart,
		{operator, colon, word}: Extract<Operation, {readonly kind: 'default'}>,
	): Routine<Pieces | undefined> {
		const value = yield* this.#value(part);
		const isSet = typeof value === 'object' ? value.list.length > 0 : value !== undefined && !(colon && value === '');
		if (isSet !== (operator === '+')) {
			if (operator === '+' && !isSet) {
				return part.quoted ? [{text: '', quoted: true, splits: false}] : [];
			}

			return operator === '+' ? [] : undefined;
		}

		if (operator === '=') {
			const text = yield* this.text(word, true);
			this.scope.variables.set(part.name, text);
			return [{text, quoted: part.quoted, splits: !part.quoted}];
		}

		if (operator === '?') {
			const text = yield* this.text(word);
			const nullOrNot = this.scope.dialect === 'bash' ? 'parameter null or not set' : 'parameter not set or null';
			const missing = colon ? nullOrNot : 'parameter not set';
			yield* this.scope.fail(`${part.name}: ${text || missing}`, this.scope.dialect === 'bash' ? 127 : 2);
		}

		const pieces = yield* this.#pieces(word, !part.quoted);
		if (part.quoted && pieces.length === 0) {
			return [{text: '', quoted: true, splits: false}];
		}

		// Text that is not quoted is split, unlike text outside braces.
		return pieces.map((piece) =>
			'between' in piece || piece.quoted || part.quoted ? piece : {...piece, splits: true},
		);
	}

	/** `${!prefix*}`. */
	#names(prefix: string): Value {
		return {list: this.scope.variables.names.filter((name) => name.startsWith(prefix)).sort(), joins: false};
	}

	*#value({name, prefix, index, operation}: ParameterPart): Routine<Value> {
		const {scope} = this;
		if (index) {
			return yield* this.#element(name, index, prefix === '!');
		}

		if (prefix === '!') {
			const target = this.#scalar(name);
			return target === undefined ? undefined : this.#scalar(target);
		}

		if (name === '@' || name === '*') {
			if (operation?.kind === 'slice') {
				return {list: [scope.special('0') ?? '', ...scope.arguments], joins: name === '*'};
			}

			return {list: scope.arguments, joins: name === '*'};
		}

		return this.#scalar(name);
	}

	#scalar(name: string): string | undefined {
		return /^[1-9]\d*$/.test(name)
			? this.scope.arguments[Number(name) - 1]
			: (this.scope.special(name) ?? scalarOf(this.scope.variables.get(name)));
	}

	*#element(name: string, index: Word, isKeys: boolean): Routine<Value> {
		const key = yield* this.index(index, name);
		const value = this.scope.variables.get(name)?.value;
		const elements: ReadonlyMap<string, string> =
			typeof value === 'object' ? value : new Map(value === undefined ? [] : [['0', value]]);
		if (key === '@' || key === '*') {
			const sorted = this.scope.variables.get(name)?.isMap
				? [...elements]
				: [...elements].sort(([a], [b]) => Number(a) - Number(b));
			return {list: sorted.map(([own, element]) => (isKeys ? own : element)), joins: key === '*'};
		}

		if (key.startsWith('-')) {
			return [...elements].sort(([a], [b]) => Number(a) - Number(b)).at(Number(key))?.[1];
		}

		return elements.get(key);
	}

	*#operated(value: Value, operation: Operation): Routine<Value> {
		if (value === undefined || operation.kind === 'default' || operation.kind === 'names') {
			return value;
		}

		if (operation.kind === 'slice') {
			const offset = Number(yield* this.arithmetic(operation.offset));
			const length = operation.length && Number(yield* this.arithmetic(operation.length));
			return typeof value === 'object'
				? {...value, list: sliced(value.list, offset, length, (list, from, to) => list.slice(from, to))}
				: sliced(value, offset, length, (text, from, to) => text.slice(from, to));
		}

		const pattern = yield* this.pattern(operation.pattern);
		const replacement = operation.kind === 'replace' ? yield* this.text(operation.replacement) : '';
		const change = (text: string): string => changed(text, operation, pattern, replacement);
		const size = typeof value === 'object' ? value.list.reduce((sum, {length}) => sum + length, 0) : value.length;
		yield* this.scope.spend((size * (1 + pattern.length)) / 500);
		const result = typeof value === 'object' ? {...value, list: value.list.map((text) => change(text))} : change(value);
		yield* this.#checkLength(typeof result === 'string' ? result : '');
		return result;
	}
}
