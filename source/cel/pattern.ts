import {RE2JS, RE2JSException} from 're2js';
import {memoised} from '../kernel/memoised.js';

/** A text that is not a regular expression. The message is from Go's regexp/syntax. */
export class PatternError extends Error {
	override name = 'PatternError';
}

/**
A regular expression in the syntax of RE2, which Go and CEL use: no lookaround, no back-references. Matching takes time linear
in the length of the text for every pattern: a client's pattern cannot block the process.
*/
export class Pattern {
	readonly #compiled: RE2JS;

	/** @throws {PatternError} */
	constructor(source: string) {
		try {
			this.#compiled = RE2JS.compile(source);
		} catch (error) {
			if (!(error instanceof RE2JSException)) {
				throw error;
			}

			// Go always adds the invalid part, even if it is empty.
			const {message} = error;
			throw new PatternError(message.endsWith('`') ? message : `${message}: \`\``);
		}
	}

	/** Whether some part of the text matches. */
	test(text: string): boolean {
		return this.#compiled.test(text);
	}

	/** The first part of the text that matches; empty if no part matches. */
	find(text: string): string {
		const matcher = this.#compiled.matcher(text);
		return matcher.find() ? (matcher.group() ?? '') : '';
	}

	/** All parts of the text that match, from left to right. @mirrors regexp.Regexp.FindAllString */
	findAll(text: string): string[] {
		const found: string[] = [];
		const matcher = this.#compiled.matcher(text);
		let lastEnd = -1;
		while (matcher.find()) {
			const [start, end] = [matcher.start(), matcher.end()];
			// Go leaves out an empty match right after another one.
			if (start !== end || start !== lastEnd) {
				found.push(text.slice(start, end));
			}

			lastEnd = end;
		}

		return found;
	}
}

/**
Compiles a text to a regular expression.

@throws {PatternError}
@see https://github.com/google/re2/wiki/Syntax
*/
export const readPattern = memoised((source: string) => new Pattern(source), 1000);
