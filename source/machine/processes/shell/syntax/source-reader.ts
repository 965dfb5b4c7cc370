import {ScriptError, type Problem} from './script-error.js';
import type {Dialect} from './tree.js';

/** The deepest nesting. */
const deepest = 60;

/** A position in the text of a script. Readers of words and commands build on it. */
export abstract class SourceReader {
	position = 0;
	#depth = 0;
	#counted: {readonly position: number; readonly line: number};

	constructor(
		readonly source: string,
		readonly dialect: Dialect,
		readonly firstLine = 1,
	) {
		this.#counted = {position: 0, line: firstLine};
	}

	/** Line of the position. Counts from the place of the last call. */
	get line(): number {
		const known = this.#counted.position <= this.position ? this.#counted : {position: 0, line: this.firstLine};
		let {line} = known;
		for (
			let at = this.source.indexOf('\n', known.position);
			at !== -1 && at < this.position;
			at = this.source.indexOf('\n', at + 1)
		) {
			line++;
		}

		this.#counted = {position: this.position, line};
		return line;
	}

	/** The match at the position. @param pattern with the flag y. */
	matched(pattern: RegExp): RegExpExecArray | undefined {
		pattern.lastIndex = this.position;
		return pattern.exec(this.source) ?? undefined;
	}

	fail(problem: Problem): never {
		const from = this.source.lastIndexOf('\n', this.position - 1) + 1;
		const to = this.source.indexOf('\n', from);
		throw new ScriptError(problem, this.line, this.source.slice(from, to === -1 ? undefined : to));
	}

	startsWith(text: string): boolean {
		return this.source.startsWith(text, this.position);
	}

	/** A nested construct, such as `$(…)`: no script needs many levels of it. */
	nested<T>(read: () => T): T {
		if (++this.#depth > deepest) {
			this.fail({kind: 'nested'});
		}

		const value = read();
		this.#depth--;
		return value;
	}

	/** Whether a line continues after a backslash here; skips it. */
	continuation(): boolean {
		if (!this.startsWith('\\\n')) {
			return false;
		}

		this.position += 2;
		return true;
	}
}
