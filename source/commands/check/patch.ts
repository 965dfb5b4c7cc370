import {lineEdits, type Edit} from '../../kernel/line-diff.js';
import {pathInOutput} from './fingerprint.js';
import type {FixedFile} from './fix.js';

const contextLines = 3;

/** Lines of a text, each with its end; without one, the last says so as diff does. */
const linesOf = (text: string): readonly string[] =>
	(text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) =>
		line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`,
	);

/** Neighbouring edits with the lines around them. */
const hunksOf = (edits: readonly Edit[]): ReadonlyArray<readonly Edit[]> => {
	const hunks: Edit[][] = [];
	let lastChange = Number.NEGATIVE_INFINITY;
	for (const [index, edit] of edits.entries()) {
		if (edit.mark === ' ') {
			continue;
		}

		const start = Math.max(0, index - contextLines);
		const hunk = hunks.at(-1);
		if (hunk && start <= lastChange + contextLines + 1) {
			hunk.push(...edits.slice(lastChange + 1, index + 1));
		} else {
			hunk?.push(...edits.slice(lastChange + 1, lastChange + 1 + contextLines));
			hunks.push(edits.slice(start, index + 1));
		}

		lastChange = index;
	}

	hunks.at(-1)?.push(...edits.slice(lastChange + 1, lastChange + 1 + contextLines));
	return hunks;
};

const rangeOf = (hunk: readonly Edit[], side: 'before' | 'after'): string => {
	const count = hunk.filter(({mark}) => mark !== (side === 'before' ? '+' : '-')).length;
	const first = hunk[0]?.[side] ?? 0;
	return `${count === 0 ? first : first + 1},${count}`;
};

const filePatch = ({file, before, after}: FixedFile): string => {
	const name = pathInOutput(file);
	const [old, now] = [linesOf(before), linesOf(after)];
	const hunks = hunksOf(lineEdits(old, now)).map((hunk) =>
		[
			`@@ -${rangeOf(hunk, 'before')} +${rangeOf(hunk, 'after')} @@\n`,
			...hunk.map(({mark, before, after}) => `${mark}${(mark === '+' ? now[after] : old[before]) ?? ''}`),
		].join(''),
	);
	return `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${hunks.join('')}`;
};

/** A patch that `git apply` takes. */
export const patchOf = (fixed: readonly FixedFile[]): string => fixed.map(filePatch).join('');
