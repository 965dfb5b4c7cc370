import {lineEdits, unifiedDiff} from '../../kernel/line-diff.js';
import {pathInOutput} from './fingerprint.js';
import type {FixedFile} from './fix.js';

/** The lines of a text; without an end, the last says so as diff does. */
const linesOf = (text: string): readonly string[] =>
	text.endsWith('\n')
		? text.slice(0, -1).split('\n')
		: text
				.split('\n')
				.map((line, index, all) => (index === all.length - 1 ? `${line}\n\\ No newline at end of file` : line));

const filePatch = ({file, before, after}: FixedFile): string => {
	const name = pathInOutput(file);
	const [old, now] = [linesOf(before), linesOf(after)];
	const lines = unifiedDiff(lineEdits(old, now), old, now);
	return [`diff --git a/${name} b/${name}`, `--- a/${name}`, `+++ b/${name}`, ...lines, ''].join('\n');
};

/** A patch that `git apply` accepts. */
export const patchOf = (fixed: readonly FixedFile[]): string => fixed.map(filePatch).join('');
