import {lineEdits} from '../kernel/line-diff.js';
import type {LanguageName} from '../stages/language-names.js';
import type {Files} from './files.js';
import {told, type Said} from './words/words.js';

/** Lines of a file that become others. */
export interface LineChange {
	readonly file: string;
	/** The first of them, from 1; for pure insertions, the line after them. */
	readonly line: number;
	readonly before: readonly string[];
	readonly after: readonly string[];
	/** The line in the output of another program that rendered the file. */
	readonly rendered?: {readonly file: string; readonly line: number};
	/** The line of the user's file from which another program made these lines, if that file has no such lines itself. */
	readonly source?: {readonly file: string; readonly line: number};
}

/**
The result of playing the whole run again with a fix.

- `works`: with this fix alone, the whole run succeeds.
- `helps`: its own problem is solved, and another one stops the run.
- `untested`: the budget of the diagnosis ended before its turn.
*/
export type Proof = 'works' | 'helps' | 'untested';

/** A change as data: all of its parts belong together. */
export interface Fix {
	readonly proof: Proof;
	/** The next problem of the run, in a line; only for `helps`. */
	readonly next?: string;
	/** Changes of the original files: in the order of their lines, without overlap. */
	readonly edits: readonly LineChange[];
	/** Command lines that run after the files are applied: of kubectl, or of the debugger with a colon first, such as `:heal`. */
	readonly commands: readonly string[];
	/** Whether the refused command that applied the files is repeated at the end. */
	readonly again?: boolean;
	/** An addition to the cluster, in words. */
	readonly words?: string;
}

/** A fix that no language has been chosen for yet. */
export interface ProvenFix extends Omit<Fix, 'words' | 'next'> {
	readonly next?: Said;
	readonly words?: Said;
}

/** Fixes in a language. */
export const toldFixes = (fixes: readonly ProvenFix[], language: LanguageName): readonly Fix[] =>
	fixes.map(({words, next, ...fix}) => ({
		...fix,
		...(next === undefined ? {} : {next: told(next, language)}),
		...(words === undefined ? {} : {words: told(words, language)}),
	}));

/** The changed lines of a file. */
export const changesBetween = (file: string, before: string, after: string): readonly LineChange[] => {
	const [old, now] = [before.split('\n'), after.split('\n')];
	const changes: Array<{file: string; line: number; before: string[]; after: string[]}> = [];
	let isOpen = false;
	for (const edit of lineEdits(old, now)) {
		if (edit.mark === ' ') {
			isOpen = false;
			continue;
		}

		if (!isOpen) {
			changes.push({file, line: edit.before + 1, before: [], after: []});
			isOpen = true;
		}

		const change = changes.at(-1);
		if (edit.mark === '-') {
			change?.before.push(old[edit.before] ?? '');
		} else {
			change?.after.push(now[edit.after] ?? '');
		}
	}

	return changes;
};

/**
The files with the edits of a fix made in them.

@throws {RangeError} when a file does not have the lines that an edit replaces: it has changed since.
*/
export const withEdits = (files: Files, edits: readonly LineChange[]): Files => {
	const changed: Record<string, string> = {...files};
	for (const {file, line, before, after} of edits.toReversed()) {
		const lines = (changed[file] ?? '').split('\n');
		const found = lines.splice(line - 1, before.length, ...after);
		if (found.join('\n') !== before.join('\n')) {
			throw new RangeError(`${file}:${line}: the lines are not those that the fix replaces`);
		}

		changed[file] = lines.join('\n');
	}

	return changed;
};
