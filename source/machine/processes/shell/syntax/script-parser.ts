import {memoised} from '../../../../kernel/memoised.js';

import {ScriptError} from './script-error.js';
import {SimpleCommandReader} from './simple-command-reader.js';
import type {Branch, Command, Compound, Dialect, Pipeline, Redirect, Script, Statement, Word} from './tree.js';

/** Words that end a list of commands. */
const closers = new Set(['then', 'do', 'done', 'fi', 'else', 'elif', 'esac', '}']);

type Opener = 'if' | 'while' | 'until' | 'for' | 'case' | '{' | 'select';

const isWord = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

/**
Reads commands.

@see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html
*/
class ScriptParser extends SimpleCommandReader {
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
			this.readHeredocs();
			yield line;
		}
	}

	/** Refuses tokens that cannot begin a command. */
	#mustBegin(): boolean {
		const token = this.token();
		if (/^[;&|()]/.test(token) && token !== '(') {
			this.fail({kind: 'unexpected', token});
		}

		return true;
	}

	override textWord(text: string): Word {
		return new ScriptParser(text, this.dialect, this.line).heredoc();
	}

	override commandsInParentheses(): Script {
		const script = this.#list();
		this.blank(true);
		this.expect(')');
		return script;
	}

	override commandsOf(source: string, line: number): Script {
		const parser = new ScriptParser(source, this.dialect, line);
		return [...parser.lines()].flat();
	}

	/** Commands up to what closes them. */
	#list(): Script {
		const list: Statement[] = [];
		for (;;) {
			this.blank(true);
			const token = this.token();
			if (
				token === '' ||
				token === ')' ||
				token.startsWith(';;') ||
				token === ';&' ||
				(closers.has(token) && this.isReserved(token))
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
			this.refuse(closer);
		}

		this.expect(closer);
		return list;
	}

	#statement(): Statement {
		const from = this.position;
		const first = this.#pipeline();
		const rest: Array<Statement['rest'][number]> = [];
		for (;;) {
			this.blank(false);
			const operator = (['&&', '||'] as const).find((one) => this.startsWith(one));
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
		while (this.isReserved('!')) {
			this.position++;
			this.blank(false);
			negated = !negated;
		}

		if (this.dialect === 'bash' && this.isReserved('time')) {
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
		const token = this.token();
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
			return this.simpleCommand(line);
		}

		return {kind: 'compound', command: compound, redirects: this.redirects(), line};
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
		const opener = this.token();
		const compound = this.#compound(opener);
		if (compound) {
			return {kind: 'function', name, body: {kind: 'compound', command: compound, redirects: this.redirects(), line}};
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
			if (closers.has(token) && this.isReserved(token)) {
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
				return this.isReserved(token) ? token : undefined;
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
				this.refuse('fi');
			}

			branches.push({condition, body});
			this.blank(true);
			if (this.take('elif')) {
				continue;
			}

			const otherwise = this.take('else') ? this.#body('fi') : undefined;
			if (!otherwise) {
				this.expect('fi');
			}

			return {kind: 'if', branches, otherwise};
		}
	}

	#for(): Compound {
		this.blank(false);
		if (this.dialect === 'bash' && this.startsWith('((')) {
			return this.#count();
		}

		const name = this.token();
		if (!isWord(name)) {
			this.fail(name === '' ? {kind: 'end'} : {kind: 'name', word: name});
		}

		this.position += name.length;
		this.blank(true);
		let words: Word[] | undefined;
		if (this.take('in')) {
			words = [];
			for (this.blank(false); ; this.blank(false)) {
				const word = this.word();
				if (!word) {
					break;
				}

				words.push(word);
			}

			if (!this.matched(/[;\n]/y)) {
				this.refuse('do', 'do');
			}

			this.position += this.startsWith(';') ? 1 : 0;
		} else if (this.startsWith(';')) {
			this.position++;
		}

		this.expect('do');
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

		this.blank(false);
		this.position += this.startsWith(';') ? 1 : 0;
		this.expect('do');
		return {
			kind: 'count',
			first: this.textWord(first),
			test: this.textWord(test),
			next: this.textWord(next),
			body: this.#body('done'),
		};
	}

	#case(): Compound {
		this.blank(false);
		const word = this.word();
		if (!word) {
			this.fail({kind: 'unexpected', token: this.token()});
		}

		this.expect('in');
		const items: Array<Extract<Compound, {kind: 'case'}>['items'][number]> = [];
		for (;;) {
			this.blank(true);
			if (this.take('esac')) {
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
					this.refuse(';;');
				}

				patterns.push(pattern);
				this.blank(false);
			} while (this.startsWith('|') && this.position++ >= 0);
			this.expect(')');
			const body = this.#list();
			const [end] = this.matched(/;;&|;;|;&/y) ?? [];
			this.position += end?.length ?? 0;
			items.push({patterns, body, end: end === ';&' || end === ';;&' ? end : ';;'});
			this.blank(true);
			if (end === undefined && !this.isReserved('esac')) {
				this.refuse(';;', ';;');
			}
		}
	}
}

/** `a |& b`: the pipe has the errors, too. */
const withError = (command: Command): Command => {
	const redirect: Redirect = {operator: '>&', descriptor: 2, target: [{kind: 'text', text: '1', quoted: false}]};
	return command.kind === 'function' ? command : {...command, redirects: [...command.redirects, redirect]};
};

/** A script as a shell reads it: line by line, so the lines before a syntax error run. */
interface ParsedScript {
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
