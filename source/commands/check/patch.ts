import path from 'node:path';
import {lineEdits, unifiedDiff} from '../../kernel/line-diff.js';
import type {FixedFile} from './fix.js';

/** The lines of a text; a last line without a line ending is marked as in diff. */
const linesOf = (text: string): readonly string[] =>
	text.endsWith('\n')
		? text.slice(0, -1).split('\n')
		: text
				.split('\n')
				.map((line, index, all) => (index === all.length - 1 ? `${line}\n\\ No newline at end of file` : line));

const isIn = (folder: string, file: string): boolean => {
	const relative = path.relative(folder, file);
	return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
};

/** The folder in which a patch applies: the current one, or the nearest common folder, if a file is outside it. */
export const folderOfPatch = (fixed: ReadonlyArray<Pick<FixedFile, 'file'>>): string => {
	const files = fixed.map(({file}) => path.resolve(file));
	let folder = process.cwd();
	if (files.every((file) => isIn(folder, file))) {
		return folder;
	}

	folder = path.dirname(files[0] ?? '');
	while (!files.every((file) => isIn(folder, file))) {
		folder = path.dirname(folder);
	}

	return folder;
};

/** A patch that `git apply` accepts in {@link folderOfPatch}. */
export const patchOf = (fixed: readonly FixedFile[]): string => {
	const folder = folderOfPatch(fixed);
	return fixed
		.map(({file, before, after}) => {
			const name = path.relative(folder, path.resolve(file)).replaceAll(path.sep, '/');
			const [old, now] = [linesOf(before), linesOf(after)];
			const lines = unifiedDiff(lineEdits(old, now), old, now);
			// Without a line of `diff --git`, git takes the paths as relative to the folder in which it runs.
			return [`--- a/${name}`, `+++ b/${name}`, ...lines, ''].join('\n');
		})
		.join('');
};
