/** Whether a word of the text begins at a place. */
const begins = (text: string, at: number): boolean => at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** The score of a character that follows the previous match, and of one that begins a word. */
const following = 8;
const beginning = 6;
const none = Number.NEGATIVE_INFINITY;

/** Longer queries and texts are cut: readers neither type nor read more. */
const most = {query: 24, text: 120} as const;

/**
How well a text matches the typed characters: each must occur in the text, in this order, with any text in between. Runs of
characters and beginnings of words count most, then short texts. Case is ignored, as are spaces in the query.

@returns a score, higher for better matches; `undefined` without a match
*/
export const fuzzy = (query: string, text: string): number | undefined => {
	const typed = query.toLowerCase().replaceAll(/\s/g, '').slice(0, most.query);
	const shown = text.toLowerCase().slice(0, most.text);
	// For each place of the text, the best worth of the query up to one of its characters, if that character is at that place.
	let before: readonly number[] = Array.from({length: shown.length}, () => none);
	for (const [index, character] of [...typed].entries()) {
		let best = index === 0 ? 0 : none;
		const now: number[] = [];
		for (let at = 0; at < shown.length; at++) {
			const run = index > 0 && at > 0 ? (before[at - 1] ?? none) + following : none;
			const here = shown[at] === character;
			now.push(here ? Math.max(run, best + (begins(shown, at) ? beginning : 0)) : none);
			best = index === 0 ? 0 : Math.max(best, before[at] ?? none);
		}

		before = now;
	}

	const worth = typed === '' ? 0 : Math.max(none, ...before);
	return worth === none ? undefined : worth - text.length / 100;
};
