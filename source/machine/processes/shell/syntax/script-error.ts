import type {Dialect} from './tree.js';

/** Why a script cannot be read. */
export type Problem =
	| {readonly kind: 'unexpected'; readonly token: string; readonly expecting?: string}
	/** The script ended too early. */
	| {readonly kind: 'end'; readonly expecting?: string}
	/** A quote, or a bracket of an expansion, is not closed. */
	| {readonly kind: 'unterminated'; readonly closer: string}
	/** The variable of a loop is not a valid name. */
	| {readonly kind: 'name'; readonly word: string}
	| {readonly kind: 'nested'};

/** A script that its shell cannot read. */
export class ScriptError extends Error {
	override name = 'ScriptError';

	/**
	@param line from 1.
	@param text the line itself.
	*/
	constructor(
		readonly problem: Problem,
		readonly line: number,
		readonly text: string,
	) {
		super(`line ${line}: ${JSON.stringify(problem)}`);
	}

	/** The problem as the shell prints it. @param name the script's name in messages: `sh`, `bash`. */
	shown(dialect: Dialect, name: string): string {
		const {line, problem} = this;
		if (dialect === 'bash') {
			return this.#inBash(name);
		}

		const text = inSh(problem);
		if (dialect === 'dash') {
			return `${name}: ${line}: Syntax error: ${text}\n`;
		}

		const [, what, rest = ''] = /^(.+) unexpected( \(.*\))?$/s.exec(text) ?? [];
		const lowered =
			what === undefined
				? text.replace(/^[MUB](?=[a-z])/, (first) => first.toLowerCase())
				: `unexpected ${what}${rest}`;
		return `${name}: syntax error: ${lowered}\n`;
	}

	#inBash(name: string): string {
		const {line, problem, text} = this;
		const at = `${name}: -c: line ${line}: `;
		switch (problem.kind) {
			case 'unexpected': {
				const token = problem.token === '\n' ? 'newline' : problem.token;
				return `${at}syntax error near unexpected token \`${token}'\n${at}\`${text}'\n`;
			}

			case 'end': {
				return `${name}: -c: line ${line + 1}: syntax error: unexpected end of file\n`;
			}

			case 'unterminated': {
				return `${at}unexpected EOF while looking for matching \`${problem.closer.charAt(0)}'\n`;
			}

			case 'name': {
				return `${name}: line ${line}: \`${problem.word}': not a valid identifier\n`;
			}

			case 'nested': {
				return `${at}maximum nesting level exceeded\n`;
			}
		}
	}
}

/** A token as Debian's shell names it: only operators and reserved words by themselves. */
const named = (token: string): string => {
	if (token === '\n') {
		return 'newline';
	}

	if (/^&?[<>]/.test(token)) {
		return 'redirection';
	}

	if (/^(?:[;&|()!{}]+|if|then|else|elif|fi|do|done|case|esac|while|until|for|in)$/.test(token)) {
		return `"${token}"`;
	}

	return 'word';
};

const inSh = (problem: Problem): string => {
	switch (problem.kind) {
		case 'unexpected':
		case 'end': {
			const {expecting} = problem;
			const what = problem.kind === 'end' ? 'end of file' : named(problem.token);
			return `${what} unexpected${expecting === undefined ? '' : ` (expecting "${expecting}")`}`;
		}

		case 'unterminated': {
			const {closer} = problem;
			if (closer === '`') {
				return 'EOF in backquote substitution';
			}

			if (closer.startsWith(')') || closer === '}') {
				return `Missing '${closer}'`;
			}

			return 'Unterminated quoted string';
		}

		case 'name': {
			return 'Bad for loop variable';
		}

		case 'nested': {
			return 'Nested too deeply';
		}
	}
};
