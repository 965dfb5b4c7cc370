import {fileURLToPath} from 'node:url';

/** The list of the answers that are not equal yet. It may only shrink. */
export const listFile = fileURLToPath(new URL('../../../snapshots/not-equal.txt', import.meta.url));

/**
Reads the list: a line that begins with `# ` is a reason, for the ids below it.

@returns the reason of each id.
@throws when an id has no reason above it, or appears twice.
*/
export const readList = (text: string): ReadonlyMap<string, string> => {
	const reasons = new Map<string, string>();
	let reason = '';
	for (const line of text.split('\n').filter(Boolean)) {
		if (line.startsWith('# ')) {
			reason = line.slice(2);
		} else if (reason === '' || reasons.has(line)) {
			throw new Error(`${line} ${reason === '' ? 'has no reason above it' : 'is listed twice'}.`);
		} else {
			reasons.set(line, reason);
		}
	}

	return reasons;
};

/** The list without some ids, and without reasons that have no id left. */
export const shrunk = (text: string, gone: ReadonlySet<string>): string =>
	text
		.split(/^(?=# )/m)
		.map((section) => section.split('\n').filter((line) => line !== '' && !gone.has(line)))
		.filter((lines) => lines.length > 1)
		.map((lines) => `${lines.join('\n')}\n`)
		.join('\n');
