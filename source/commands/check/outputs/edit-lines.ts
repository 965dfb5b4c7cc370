import type {LineChange} from '../../../diagnosis/fix.js';

/** The lines of a change, as a patch marks them. */
export const editLines = ({before, after}: Pick<LineChange, 'before' | 'after'>): readonly string[] =>
	[...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)].map((line) => line.replace(/\r$/, ''));

/** The place of a change: the user's line, and with a rendered file its line too. */
export const editPlace = ({file, line, source, rendered}: LineChange, nameOf = (name: string) => name): string => {
	const own = source ?? {file, line};
	const made = source ? {file, line} : rendered;
	return `${nameOf(own.file)}:${own.line}${made ? ` (${nameOf(made.file)}:${made.line})` : ''}`;
};
