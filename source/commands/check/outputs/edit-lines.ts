import type {LineChange} from '../../../diagnosis/fix.js';

/** The lines of a change, as a patch marks them. */
export const editLines = ({before, after}: Pick<LineChange, 'before' | 'after'>): readonly string[] =>
	[...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)].map((line) => line.replace(/\r$/, ''));
