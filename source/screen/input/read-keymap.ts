import {list, mapOf, readDocument, record, text} from '../../scenario/document.js';
import {closest, Mistake, Mistakes} from '../../scenario/mistake.js';
import {keyTable, type Keymap} from './key-table.js';

const named = ['return', 'escape', 'tab', 'backtab', 'backspace', 'delete', 'up', 'down', 'left', 'right'];
const alsoNamed = ['pageup', 'pagedown', 'space', 'home', 'end'];
const isKey = (key: string): boolean =>
	[...key].length === 1 || named.includes(key) || alsoNamed.includes(key) || /^ctrl\+[a-z]$/.test(key);

const shape = record({keys: mapOf(list(text))}, ['keys']);

/**
The key table with the keys that a file gives to words: `keys: {step: [s, right]}`. The word loses its old keys; its new keys are removed
from other words of the same context.

@throws {Mistakes} unknown words and keys, each with file, line and column.
*/
export const readKeymap = (source: string, file: string): Keymap => {
	const {value, placeOf} = readDocument(source, file, shape);
	const words: readonly string[] = keyTable.map(({word}) => word);
	const mistakes: Mistake[] = [];
	for (const [word, keys] of Object.entries(value.keys)) {
		if (!words.includes(word)) {
			const near = closest(word, words);
			mistakes.push(
				new Mistake(
					`unknown word "${word}"`,
					placeOf(['keys', word]),
					near ? `did you mean "${near}"?` : 'the key ? lists all words',
				),
			);
		}

		for (const [index, key] of keys.entries()) {
			if (!isKey(key)) {
				mistakes.push(
					new Mistake(
						`"${key}" is not a key`,
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

	return keyTable.map((binding) => {
		const own = value.keys[binding.word];
		const taken = keyTable
			.filter((other) => other.word !== binding.word && other.in === binding.in)
			.flatMap(({word}) => value.keys[word] ?? []);
		return {...binding, keys: (own ?? binding.keys).filter((key) => own !== undefined || !taken.includes(key))};
	});
};
