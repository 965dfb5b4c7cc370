/** The line that is being typed, with the earlier ones. */
export interface Edit {
	readonly text: string;
	/** Characters before the cursor. */
	readonly cursor: number;
	/** Earlier lines, the oldest first. */
	readonly history: readonly string[];
	/** The shown one; their number for the line being typed. */
	readonly place: number;
	/** The typed line, while an earlier one is shown. */
	readonly draft: string;
}

/** The result of a key: a changed line, a finished one, or the end. Each has the text that shows it. */
export type Pressed =
	| {readonly kind: 'edit'; readonly edit: Edit; readonly out: string}
	| {readonly kind: 'line'; readonly line: string; readonly out: string}
	| {readonly kind: 'interrupt'; readonly out: string}
	| {readonly kind: 'end'; readonly out: string};

/** Finds the texts that the word before the cursor may become. */
export type Complete = (before: string) => readonly string[];

export const emptyEdit = (history: readonly string[]): Edit => ({
	text: '',
	cursor: 0,
	history,
	place: history.length,
	draft: '',
});

/** The keys of typed text: escape sequences are one key, as `\x1b[A`. */
export const keysOf = (text: string): readonly string[] => text.match(/\u001B(?:\[[\d;]*[A-Za-z~]|O[A-Z])|[^]/gu) ?? [];

const back = (count: number): string => '\b'.repeat(Math.max(0, count));

/** Shows a line in place of another, or its cursor at another place. */
const redrawn = (before: Edit, after: Edit): string => {
	if (before.text === after.text) {
		return back(before.cursor - after.cursor) + after.text.slice(before.cursor, after.cursor);
	}

	const erased = Math.max(0, before.text.length - after.text.length);
	return back(before.cursor) + after.text + ' '.repeat(erased) + back(erased) + back(after.text.length - after.cursor);
};

const changed = (before: Edit, text: string, cursor: number): Pressed => {
	const edit = {...before, text, cursor};
	const isTypedAtEnd = before.cursor === before.text.length && text.startsWith(before.text) && cursor === text.length;
	const isErasedAtEnd = before.cursor === before.text.length && before.text.startsWith(text) && cursor === text.length;
	if (isTypedAtEnd) {
		return {kind: 'edit', edit, out: text.slice(before.text.length)};
	}

	const erased = '\b \b'.repeat(Math.max(0, before.text.length - text.length));
	return {kind: 'edit', edit, out: isErasedAtEnd ? erased : redrawn(before, edit)};
};

const moved = (edit: Edit, cursor: number): Pressed =>
	changed(edit, edit.text, Math.min(edit.text.length, Math.max(0, cursor)));

/** Shows an earlier or later line. */
const recalled = (edit: Edit, by: number): Pressed => {
	const {history, text} = edit;
	const place = Math.min(history.length, Math.max(0, edit.place + by));
	const draft = edit.place === history.length ? text : edit.draft;
	const line = history[place] ?? draft;
	const after = {...edit, place, draft, text: line, cursor: line.length};
	return {kind: 'edit', edit: after, out: place === edit.place ? '' : redrawn(edit, after)};
};

const commonStart = (texts: readonly string[]): string =>
	texts.reduce((start, text) => {
		let length = 0;
		while (length < start.length && start[length] === text[length]) {
			length++;
		}

		return start.slice(0, length);
	});

const completed = (edit: Edit, complete: Complete, prompt: string): Pressed => {
	const {text, cursor} = edit;
	const word = /\S*$/.exec(text.slice(0, cursor))?.[0] ?? '';
	const found = complete(text.slice(0, cursor));
	const start = found.length === 0 ? word : commonStart(found);
	if (start.length > word.length) {
		return changed(
			edit,
			text.slice(0, cursor) + start.slice(word.length) + text.slice(cursor),
			cursor + start.length - word.length,
		);
	}

	const list = found.map((one) => one.replace(/^.*\/(?=.)/, '')).join('  ');
	return {
		kind: 'edit',
		edit,
		out: found.length > 1 ? `\n${list}\n${prompt}${text}${back(text.length - cursor)}` : '\u0007',
	};
};

/**
The line after a key, as the shells edit it: arrows, Home and End, Ctrl-A, E, B, F, D, K, U, W and L, earlier lines with the arrows, completion with tab.

Long because each key has its line.
*/
export const press = (edit: Edit, key: string, prompt: string, complete: Complete): Pressed => {
	const {text, cursor} = edit;
	switch (key) {
		case '\r':
		case '\n': {
			return {kind: 'line', line: text, out: '\n'};
		}

		case '\u0003': {
			return {kind: 'interrupt', out: '^C\n'};
		}

		case '\u0004': {
			return text === ''
				? {kind: 'end', out: ''}
				: changed(edit, text.slice(0, cursor) + text.slice(cursor + 1), cursor);
		}

		case '\u007F':
		case '\b': {
			return changed(edit, text.slice(0, Math.max(0, cursor - 1)) + text.slice(cursor), Math.max(0, cursor - 1));
		}

		case '\u001B[3~': {
			return changed(edit, text.slice(0, cursor) + text.slice(cursor + 1), cursor);
		}

		case '\u0001':
		case '\u001B[H':
		case '\u001B[1~':
		case '\u001BOH': {
			return moved(edit, 0);
		}

		case '\u0005':
		case '\u001B[F':
		case '\u001B[4~':
		case '\u001BOF': {
			return moved(edit, text.length);
		}

		case '\u0002':
		case '\u001B[D':
		case '\u001BOD': {
			return moved(edit, cursor - 1);
		}

		case '\u0006':
		case '\u001B[C':
		case '\u001BOC': {
			return moved(edit, cursor + 1);
		}

		case '\u0010':
		case '\u001B[A':
		case '\u001BOA': {
			return recalled(edit, -1);
		}

		case '\u000E':
		case '\u001B[B':
		case '\u001BOB': {
			return recalled(edit, 1);
		}

		case '\u000B': {
			return changed(edit, text.slice(0, cursor), cursor);
		}

		case '\u0015': {
			return changed(edit, text.slice(cursor), 0);
		}

		case '\u0017': {
			const kept = text.slice(0, cursor).replace(/\S*\s*$/, '');
			return changed(edit, kept + text.slice(cursor), kept.length);
		}

		case '\u000C': {
			return {kind: 'edit', edit, out: `\u001B[H\u001B[J${prompt}${text}${back(text.length - cursor)}`};
		}

		case '\t': {
			return completed(edit, complete, prompt);
		}

		default: {
			return key.length > 2 || key < ' '
				? {kind: 'edit', edit, out: ''}
				: changed(edit, text.slice(0, cursor) + key + text.slice(cursor), cursor + key.length);
		}
	}
};
