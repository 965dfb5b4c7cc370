import type {Binding, Context} from './binding.js';
import {keyTable, type Keymap, type Word} from './key-table.js';

/**
The meaning of a key in the nearest context that has one, else everywhere.

@param contexts the contexts that are open, the nearest first.
*/
export const bindingOfKey = (keymap: Keymap, contexts: readonly Context[], key: string): Binding<Word> | undefined => {
	const found = keymap.filter(({keys}) => keys.includes(key));
	for (const context of contexts) {
		const here = found.find((binding) => binding.in === context);
		if (here) {
			return here;
		}
	}

	return found.find((binding) => binding.in === undefined);
};

export const bindingOfWord = (keymap: Keymap, word: string): Binding<Word> | undefined =>
	keymap.find((binding) => binding.word === word);

const shownKeys: Readonly<Record<string, string>> = {
	return: 'enter',
	escape: 'esc',
	backtab: 'shift+tab',
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
	pageup: 'page up',
	pagedown: 'page down',
};

/** The name of a key in the users' words. */
export const keyLabel = (key: string): string => shownKeys[key] ?? key;

const code = (key: string): string => `\`${keyLabel(key)}\``;

/** The name of the first key of a word, for texts that name a key; the word itself if it has no key. */
export const keyFor = (keymap: Keymap, word: Word): string => {
	const [key] = bindingOfWord(keymap, word)?.keys ?? [];
	return key === undefined ? `:${word}` : keyLabel(key);
};

/** The key table as Markdown, for the manual. */
export const keyMarkdown = (keymap: Keymap = keyTable): string => {
	const rows = keymap.map(({keys, word, does}) => [keys.map((key) => code(key)).join(' '), does, `\`:${word}\``]);
	const widths = [0, 1, 2].map((column) => Math.max(6, ...rows.map((row) => row[column]?.length ?? 0)));
	const print = (cells: readonly string[]): string =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [
		print(['Key', 'What it does', 'Word']),
		`| ${widths.map((size) => '-'.repeat(size)).join(' | ')} |`,
		...rows.map((row) => print(row)),
	].join('\n');
};
