import {readFileSync} from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import {list, mapOf, readDocument, record, text} from '../../scenario/document.js';
import {closest, Mistake, Mistakes} from '../../scenario/mistake.js';
import {contextsOf, type Binding} from '../state/binding.js';
import {bindings} from './key-table.js';
import type {State} from '../state/state.js';

/** The key table, as it is or with keys of the user's own. */
export type Keymap = readonly Binding[];

export const defaultKeymap: Keymap = bindings;

/** What a key does here: in the nearest context that has a meaning for it, else everywhere. */
export const bindingOfKey = (state: State, key: string): Binding | undefined => {
	const found = state.keymap.filter(({keys}) => keys.includes(key));
	for (const context of contextsOf(state)) {
		const here = found.find((binding) => binding.in === context);
		if (here) {
			return here;
		}
	}

	return found.find((binding) => binding.in === undefined);
};

export const bindingOfWord = (keymap: Keymap, word: string): Binding | undefined =>
	keymap.find((binding) => binding.word === word);

const named = ['return', 'escape', 'tab', 'backtab', 'backspace', 'delete', 'up', 'down', 'left', 'right'];
const alsoNamed = ['pageup', 'pagedown', 'space', 'home', 'end'];
const isKey = (key: string): boolean =>
	[...key].length === 1 || named.includes(key) || alsoNamed.includes(key) || /^ctrl\+[a-z]$/.test(key);

const shape = record({keys: mapOf(list(text))}, ['keys']);

/**
The key table with the keys that a file gives to words: `keys: {step: [s, right]}`. A word loses its old keys; a key that is
given to a word is taken from others of the same context.

@throws {Mistakes} unknown words and keys, each with file, line and column.
*/
export const readKeymap = (source: string, file: string): Keymap => {
	const {value, placeOf} = readDocument(source, file, shape);
	const words = bindings.map(({word}) => word);
	const mistakes: Mistake[] = [];
	for (const [word, keys] of Object.entries(value.keys)) {
		if (!words.includes(word)) {
			const near = closest(word, words);
			mistakes.push(
				new Mistake(
					`there is no word "${word}"`,
					placeOf(['keys', word]),
					near ? `did you mean "${near}"?` : 'the key ? lists all words',
				),
			);
		}

		for (const [index, key] of keys.entries()) {
			if (!isKey(key)) {
				mistakes.push(
					new Mistake(
						`"${key}" is no key`,
						placeOf(['keys', word, index]),
						`a key is one character, ctrl+ and a letter, or one of ${[...named, ...alsoNamed].join(', ')}`,
					),
				);
			}
		}
	}

	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	return bindings.map((binding): Binding => {
		const own = value.keys[binding.word];
		const taken = Object.entries(value.keys)
			.filter(([word]) => word !== binding.word && bindings.find((other) => other.word === word)!.in === binding.in)
			.flatMap(([, keys]) => keys);
		return {...binding, keys: (own ?? binding.keys).filter((key) => own !== undefined || !taken.includes(key))};
	});
};

/** Where the user's own keys are kept. */
export const keymapFile = (): string => path.join(envPaths('k8s-walkthrough', {suffix: ''}).config, 'keys.yaml');

/**
The user's keys; the default ones when there is no file.

@throws {Mistakes} what is wrong with the file.
*/
export const loadKeymap = (file = keymapFile()): Keymap => {
	let source;
	try {
		source = readFileSync(file, 'utf8');
	} catch {
		return defaultKeymap;
	}

	return readKeymap(source, file);
};

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

/** The name of a key as users know it. */
export const keyLabel = (key: string): string => shownKeys[key] ?? key;

const code = (key: string): string => `\`${keyLabel(key)}\``;

/** The key table as Markdown, for the README. */
export const keyTable = (keymap: Keymap = defaultKeymap): string => {
	const rows = keymap.map(({keys, word, does}) => [keys.map((key) => code(key)).join(' '), does, `\`:${word}\``]);
	const widths = [0, 1, 2].map((column) => Math.max(6, ...rows.map((row) => row[column]!.length)));
	const print = (cells: readonly string[]): string =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
	return [
		print(['Key', 'What it does', 'Word']),
		`| ${widths.map((size) => '-'.repeat(size)).join(' | ')} |`,
		...rows.map((row) => print(row)),
	].join('\n');
};
