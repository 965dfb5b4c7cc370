import {memoised} from '../../../../../kernel/memoised.js';

import {ConditionReader} from './condition-reader.js';
import {ScriptError} from './script-error.js';
import type {
	Assignment,
	Branch,
	Command,
	Compound,
	Dialect,
	Pipeline,
	Redirect,
	Script,
	SimpleCommand,
	Statement,
	Word,
} from './tree.js';

/** Words that end a list of commands. */
const closers = new Set(['then', 'do', 'done', 'fi', 'else', 'elif', 'esac', '}']);

type Opener = 'if' | 'while' | 'until' | 'for' | 'case' | '{' | 'select';

/** What is still to be read of a heredoc: its text begins after the line's end. */
interface Pending {
	readonly index: number;
	readonly delimiter: string;
	readonly quoted: boolean;
	readonly tabs: boolean;
	readonly list: Redirect[];
}

const isWord = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

/**
Reads commands.

@see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html
*/
class ScriptParser extends ConditionReader {
	readonly #pending: Pending[] = [];

	/** Whole lines of commands, up to a line that cannot be read. */
	*lines(): Generator<Script, void> {
		for (;;) {
			this.blank(true);
			if (this.position >= this.source.length) {
				return;
			}

			const line: Statement[] = [];
			do {
				line.push(this.#statement());
				this.blank(false);
			} while (this.position < this.source.length && !this.startsWith('\n') && this.#mustBegin());
			this.#heredocs();
			yield line;
		}
	}

	/** Refuses what cannot begin a command. */
	#mustBegin(): boolean {
		const token = this.#token();
		if (/^[;&|()]/.test(token) && token !== '(') {
			this.fail({kind: 'unexpected', token});
		}

		return true;
	}

	override commandsInParentheses(): Script {
		const script = this.#list();
		this.blank(true);
		this.#expect(')');
		return script;
	}

	override commandsOf(source: string, line: number): Script {
		const parser = new ScriptParser(source, this.dialect, line);
		return [...parser.lines()].flat();
	}

	/** Skips blanks, comments and joined lines; with `lines` also the ends of lines. */
	blank(lines: boolean): void {
		for (;;) {
			if (/[ \t]/.test(this.source.charAt(this.position))) {
				this.position++;
			} else if (this.startsWith('#')) {
				const end = this.source.indexOf('\n', this.position);
				this.position = end === -1 ? this.source.length : end;
			} else if (lines && this.startsWith('\n')) {
				this.#heredocs();
				this.position += this.startsWith('\n') ? 1 : 0;
			} else if (!this.continuation()) {
				return;
			}
		}
	}

	/** The next token, as an error names it: an operator, a reserved word, or any other word. */
	#token(): string {
		const [token = ''] =
			this.matched(/\n|&&|\|\||;;&?|;&|&>>?|<<<|<<-?|[<>]&|>>|>\||<>|[;&|()<>]|(?:[^\s;&|()<>'"\\$`]|\\.)+/sy) ?? [];
		return token === '' ? this.source.charAt(this.position) : token;
	}

	/** Whether a reserved word stands here by itself. */
	#reserved(word: string): boolean {
		return this.#token() === word && !/['"\\$`]/.test(this.source.charAt(this.position + word.length));
	}

	#expect(token: string): void {
		this.blank(true);
		if (!this.#take(token)) {
			const found = this.#token();
			this.fail(found === '' ? {kind: 'end', expecting: token} : {kind: 'unexpected', token: found, expecting: token});
		}
	}

	#take(token: string): boolean {
		if (!this.#reserved(token) && !(token === ')' && this.startsWith(')'))) {
			return false;
		}

		this.position += token.length;
		return true;
	}

	/** Commands up to what closes them. */
	#list(): Script {
		const list: Statement[] = [];
		for (;;) {
			this.blank(true);
			const token = this.#token();
			if (
				token === '' ||
				token === ')' ||
				token.startsWith(';;') ||
				token === ';&' ||
				(closers.has(token) && this.#reserved(token))
			) {
				return list;
			}

			list.push(this.#statement());
		}
	}

	/** A list that must have commands. @param closer what follows it. */
	#body(closer: string): Script {
		const list = this.#list();
		if (list.length === 0) {
			const token = this.#token();
			this.fail(token === '' ? {kind: 'end', expecting: closer} : {kind: 'unexpected', token});
		}

		this.#expect(closer);
		return list;
	}

	#statement(): Statement {
		const from = this.position;
		const first = this.#pipeline();
		const rest: Array<Statement['rest'][number]> = [];
		for (;;) {
			this.blank(false);
			const operator = this.startsWith('&&') ? '&&' : this.startsWith('||') ? '||' : undefined;
			if (!operator) {
				break;
			}

			this.position += 2;
			this.blank(true);
			rest.push({operator, pipeline: this.#pipeline()});
		}

		const text = this.source.slice(from, this.position).trimEnd();
		const background = this.startsWith('&');
		if (background || (this.startsWith(';') && !this.matched(/;[;&]/y))) {
			this.position++;
		}

		return {first, rest, background, text};
	}

	#pipeline(): Pipeline {
		let negated = false;
		while (this.#reserved('!')) {
			this.position++;
			this.blank(false);
			negated = !negated;
		}

		if (this.dialect === 'bash' && this.#reserved('time')) {
			this.position += 4;
			this.blank(false);
		}

		const commands: Command[] = [];
		for (;;) {
			const command = this.nested(() => this.#command());
			this.blank(false);
			const both = this.dialect === 'bash' && this.startsWith('|&');
			if (!this.startsWith('|') || this.startsWith('||')) {
				commands.push(command);
				return {negated, commands};
			}

			commands.push(both ? withError(command) : command);
			this.position += both ? 2 : 1;
			this.blank(true);
		}
	}

	#command(): Command {
		const token = this.#token();
		const {line} = this;
		if (token === '') {
			this.fail({kind: 'end'});
		}

		const simple = this.#isFunction(token);
		if (simple) {
			return simple;
		}

		const compound = this.#compound(token);
		if (!compound) {
			return this.#simple(line);
		}

		return {kind: 'compound', command: compound, redirects: this.#redirects(), line};
	}

	/** `name() …` or `function name …`. */
	#isFunction(token: string): Command | undefined {
		const [head, keyword, short] =
			this.matched(
				/function[ \t]+([^\s()<>&|;'"$`\\]+)[ \t]*(?:\([ \t]*\))?|([^\s()<>&|;'"$`\\=]+)[ \t]*\([ \t]*\)/y,
			) ?? [];
		const name = keyword ?? short;
		if (
			head === undefined ||
			name === undefined ||
			(keyword !== undefined && this.dialect === 'dash') ||
			closers.has(token)
		) {
			return undefined;
		}

		this.position += head.length;
		this.blank(true);
		const {line} = this;
		const opener = this.#token();
		const compound = this.#compound(opener);
		if (compound) {
			return {kind: 'function', name, body: {kind: 'compound', command: compound, redirects: this.#redirects(), line}};
		}

		if (opener === '') {
			this.fail({kind: 'end'});
		}

		if (this.dialect === 'bash') {
			this.fail({kind: 'unexpected', token: opener});
		}

		return {kind: 'function', name, body: this.#command()};
	}

	#compound(token: string): Compound | undefined {
		if (token === '(') {
			const counted = this.dialect === 'bash' && this.startsWith('((') ? this.arithmetic(2) : undefined;
			if (counted) {
				return {kind: 'arithmetic', expression: counted};
			}

			this.position++;
			return {kind: 'subshell', body: this.#body(')')};
		}

		if (this.dialect !== 'dash' && this.matched(/\[\[(?=\s)/y)) {
			this.position += 2;
			return {kind: 'condition', condition: this.condition()};
		}

		const opener = this.#opener(token);
		if (!opener) {
			if (closers.has(token) && this.#reserved(token)) {
				this.fail({kind: 'unexpected', token});
			}

			return undefined;
		}

		this.position += token.length;
		switch (opener) {
			case '{': {
				return {kind: 'group', body: this.#body('}')};
			}

			case 'if': {
				return this.#if();
			}

			case 'while':
			case 'until': {
				const condition = this.#body('do');
				return {kind: 'loop', until: opener === 'until', condition, body: this.#body('done')};
			}

			case 'select':
			case 'for': {
				return this.#for();
			}

			case 'case': {
				return this.#case();
			}
		}
	}

	#opener(token: string): Opener | undefined {
		switch (token) {
			case 'if':
			case 'while':
			case 'until':
			case 'for':
			case 'case':
			case '{': {
				return this.#reserved(token) ? token : undefined;
			}

			default: {
				return undefined;
			}
		}
	}

	#if(): Compound {
		const branches: Branch[] = [];
		for (;;) {
			const condition = this.#body('then');
			const body = this.#list();
			if (body.length === 0) {
				const token = this.#token();
				this.fail(token === '' ? {kind: 'end', expecting: 'fi'} : {kind: 'unexpected', token});
			}

			branches.push({condition, body});
			this.blank(true);
			if (this.#take('elif')) {
				continue;
			}

			const otherwise = this.#take('else') ? this.#body('fi') : undefined;
			if (!otherwise) {
				this.#expect('fi');
			}

			return {kind: 'if', branches, otherwise};
		}
	}

	#for(): Compound {
		this.blank(false);
		if (this.dialect === 'bash' && this.startsWith('((')) {
			return this.#count();
		}

		const name = this.#token();
		if (!isWord(name)) {
			this.fail(name === '' ? {kind: 'end'} : {kind: 'name', word: name});
		}

		this.position += name.length;
		this.blank(true);
		let words: Word[] | undefined;
		if (this.#take('in')) {
			words = [];
			for (this.blank(false); ; this.blank(false)) {
				const word = this.word();
				if (!word) {
					break;
				}

				words.push(word);
			}

			if (!this.matched(/[;\n]/y)) {
				const token = this.#token();
				this.fail(token === '' ? {kind: 'end', expecting: 'do'} : {kind: 'unexpected', token, expecting: 'do'});
			}

			this.position += this.startsWith(';') ? 1 : 0;
		} else if (this.startsWith(';')) {
			this.position++;
		}

		this.#expect('do');
		return {kind: 'for', name, words, body: this.#body('done')};
	}

	/** `for ((first; test; next))`. */
	#count(): Compound {
		const from = this.position;
		const [, first = '', test = '', next = ''] = this.matched(/\(\(([^;]*);([^;]*);((?:[^()]|\([^()]*\))*)\)\)/y) ?? [];
		this.arithmetic(2);
		if (this.position === from) {
			this.fail({kind: 'unexpected', token: '('});
		}

		const read = (text: string): Word => new ScriptParser(text, this.dialect, this.line).heredoc();
		this.blank(false);
		this.position += this.startsWith(';') ? 1 : 0;
		this.#expect('do');
		return {kind: 'count', first: read(first), test: read(test), next: read(next), body: this.#body('done')};
	}

	#case(): Compound {
		this.blank(false);
		const word = this.word();
		if (!word) {
			this.fail({kind: 'unexpected', token: this.#token()});
		}

		this.#expect('in');
		const items: Array<Extract<Compound, {kind: 'case'}>['items'][number]> = [];
		for (;;) {
			this.blank(true);
			if (this.#take('esac')) {
				return {kind: 'case', word, items};
			}

			if (this.startsWith('(')) {
				this.position++;
			}

			const patterns: Word[] = [];
			do {
				this.blank(false);
				const pattern = this.word();
				if (!pattern) {
					const token = this.#token();
					this.fail(token === '' ? {kind: 'end', expecting: ';;'} : {kind: 'unexpected', token});
				}

				patterns.push(pattern);
				this.blank(false);
			} while (this.startsWith('|') && this.position++ >= 0);
			this.#expect(')');
			const body = this.#list();
			const [end] = this.matched(/;;&|;;|;&/y) ?? [];
			this.position += end?.length ?? 0;
			items.push({patterns, body, end: end === ';&' || end === ';;&' ? end : ';;'});
			this.blank(true);
			if (end === undefined && !this.#reserved('esac')) {
				const token = this.#token();
				this.fail(token === '' ? {kind: 'end', expecting: ';;'} : {kind: 'unexpected', token, expecting: ';;'});
			}
		}
	}

	#simple(line: number): SimpleCommand {
		const assignments: Assignment[] = [];
		const words: Word[] = [];
		const redirects: Redirect[] = [];
		for (;;) {
			this.blank(false);
			const assignment = words.length === 0 ? this.#assignment() : undefined;
			if (assignment) {
				assignments.push(assignment);
				continue;
			}

			if (this.#redirect(redirects)) {
				continue;
			}

			const array = words.length > 0 && this.matched(/[A-Za-z_]\w*\+?=\(/y) ? this.#assignment() : undefined;
			if (array && 'elements' in array.value) {
				// `declare -a x=(…)`: the elements are assigned by the command.
				assignments.push(array);
				continue;
			}

			const word = this.word();
			if (!word) {
				break;
			}

			words.push(word);
		}

		if (assignments.length === 0 && words.length === 0 && redirects.length === 0) {
			const token = this.#token();
			this.fail(token === '' ? {kind: 'end'} : {kind: 'unexpected', token});
		}

		if (this.startsWith('(')) {
			this.fail({kind: 'unexpected', token: '('});
		}

		return {kind: 'simple', assignments, words, redirects, line};
	}

	#assignment(): Assignment | undefined {
		const [head, name = '', bracket, plus] = this.matched(/([A-Za-z_]\w*)(\[[^\]\n]*\])?(\+)?=/y) ?? [];
		if (head === undefined || ((bracket || plus) && this.dialect !== 'bash')) {
			return undefined;
		}

		this.position += head.length;
		const index = bracket ? new ScriptParser(bracket.slice(1, -1), this.dialect, this.line).heredoc() : undefined;
		const append = plus !== undefined;
		if (this.dialect === 'bash' && this.startsWith('(')) {
			this.position++;
			const elements: Word[] = [];
			for (this.blank(true); !this.startsWith(')'); this.blank(true)) {
				const element = this.word();
				if (!element) {
					const token = this.#token();
					this.fail(token === '' ? {kind: 'unterminated', closer: ')'} : {kind: 'unexpected', token});
				}

				elements.push(element);
			}

			this.position++;
			return {name, index, append, value: {elements}};
		}

		return {name, index, append, value: this.word() ?? []};
	}

	#redirects(): readonly Redirect[] {
		const redirects: Redirect[] = [];
		for (this.blank(false); this.#redirect(redirects); this.blank(false)) {
			// Each one is added where it is read.
		}

		return redirects;
	}

	/** Reads a redirection, if one stands here. */
	#redirect(into: Redirect[]): boolean {
		const [head, number, both, sign] = this.matched(/(\d+)?(?:(&>>?)|(<<<|<<-?|<&|>&|>>|>\||<>|[<>](?!\()))/y) ?? [];
		if (head === undefined || (both && (this.dialect === 'dash' || number !== undefined))) {
			return false;
		}

		if (sign === '<<<' && this.dialect !== 'bash') {
			this.fail({kind: 'unexpected', token: '<'});
		}

		this.position += head.length;
		this.blank(false);
		const descriptor = number === undefined ? undefined : Number(number);
		if (sign === '<<' || sign === '<<-') {
			this.#heredocBegins(into, descriptor, sign === '<<-');
			return true;
		}

		const target = this.word();
		if (!target) {
			const token = this.#token();
			this.fail(token === '' ? {kind: 'end'} : {kind: 'unexpected', token});
		}

		const operator = (['&>', '&>>', '<<<', '<&', '>&', '>>', '>|', '<>', '<', '>'] as const).find(
			(one) => one === (both ?? sign),
		);
		into.push({operator: operator ?? '>', descriptor, target});
		return true;
	}

	#heredocBegins(list: Redirect[], descriptor: number | undefined, tabs: boolean): void {
		const from = this.position;
		const word = this.word();
		if (!word) {
			this.fail({kind: 'unexpected', token: this.#token()});
		}

		const quoted = /['"\\]/.test(this.source.slice(from, this.position));
		const delimiter = word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
		this.#pending.push({index: list.length, delimiter, quoted, tabs, list});
		list.push({operator: '<<', descriptor, target: []});
	}

	/** At the end of a line: reads the texts of the heredocs that began in it. */
	#heredocs(): void {
		if (this.#pending.length === 0 || !this.startsWith('\n')) {
			this.#withoutText();
			return;
		}

		for (const {index, delimiter, quoted, tabs, list} of this.#pending.splice(0)) {
			let text = '';
			while (this.position < this.source.length) {
				const end = this.source.indexOf('\n', this.position + 1);
				const line = this.source.slice(this.position + 1, end === -1 ? undefined : end);
				this.position = end === -1 ? this.source.length : end;
				const shown = tabs ? line.replace(/^\t+/, '') : line;
				if (shown === delimiter) {
					break;
				}

				text += end === -1 && shown === '' ? '' : `${shown}\n`;
			}

			const known = list[index];
			if (known) {
				list[index] = {
					...known,
					target: quoted
						? [{kind: 'text', text, quoted: true}]
						: new ScriptParser(text, this.dialect, this.line).heredoc(),
				};
			}
		}
	}

	/** At the end of the script a heredoc is empty. */
	#withoutText(): void {
		if (this.position >= this.source.length) {
			this.#pending.length = 0;
		}
	}
}

/** `a |& b`: the errors go into the pipe, too. */
const withError = (command: Command): Command => {
	const redirect: Redirect = {operator: '>&', descriptor: 2, target: [{kind: 'text', text: '1', quoted: false}]};
	return command.kind === 'function' ? command : {...command, redirects: [...command.redirects, redirect]};
};

/** What a shell makes of a script: it runs line by line, so that lines before one that cannot be read have run. */
export interface ParsedScript {
	readonly script: Script;
	readonly error: ScriptError | undefined;
}

const parse = (source: string, dialect: Dialect): ParsedScript => {
	const parser = new ScriptParser(source, dialect);
	const script: Statement[] = [];
	try {
		for (const line of parser.lines()) {
			script.push(...line);
		}

		return {script, error: undefined};
	} catch (error) {
		if (!(error instanceof ScriptError)) {
			throw error;
		}

		return {script, error};
	}
};

const parsers: Readonly<Record<Dialect, (source: string) => ParsedScript>> = {
	dash: memoised((source: string) => parse(source, 'dash'), 200),
	ash: memoised((source: string) => parse(source, 'ash'), 200),
	bash: memoised((source: string) => parse(source, 'bash'), 200),
};

/** Reads a script as a shell does. */
export const parseScript = (source: string, dialect: Dialect): ParsedScript => parsers[dialect](source);
