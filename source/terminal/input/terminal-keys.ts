import type {Key} from 'ink';
import {isMouse, readMouse, type MouseReport} from '../../screen/input/mouse.js';

const controls: Readonly<Record<string, string>> = {
	'\r': 'return',
	'\n': 'return',
	'\t': 'tab',
	'\u007F': 'backspace',
	'\b': 'backspace',
	' ': 'space',
};

const sequences: Readonly<Record<string, string>> = {
	'[A': 'up',
	'[B': 'down',
	'[C': 'right',
	'[D': 'left',
	OA: 'up',
	OB: 'down',
	OC: 'right',
	OD: 'left',
	'[Z': 'backtab',
	'[5~': 'pageup',
	'[6~': 'pagedown',
	'[3~': 'delete',
	'[H': 'home',
	'[F': 'end',
};

const namedKey = (key: Key): string | undefined =>
	(
		[
			['return', key.return],
			['escape', key.escape],
			['backtab', key.tab && key.shift],
			['tab', key.tab],
			['backspace', key.backspace],
			// For the backspace key, most terminals send the code that Ink calls delete.
			['backspace', key.delete],
			['up', key.upArrow],
			['down', key.downArrow],
			['left', key.leftArrow],
			['right', key.rightArrow],
			['pageup', key.pageUp],
			['pagedown', key.pageDown],
			['home', key.home],
			['end', key.end],
		] as const
	).find(([, pressed]) => pressed)?.[0];

/** A text that arrived at once, and the keys of its characters. */
export interface Paste {
	readonly text: string;
	readonly keys: readonly string[];
}

/**
 * The text of an input that cannot have been typed by hand: more than three characters, not one held key, and not the beginning of a debugger line.
 */
const pasteOf = (input: string, keys: readonly string[]): Paste | undefined => {
	const isSequence = keys.some((name) => name.length > 1 && !['space', 'return', 'tab'].includes(name));
	const isText = /^[^\u0000-\u0008\u000B-\u001F\u007F:/][^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]{3,}$/u.test(
		input,
	);
	return isText && !isSequence && new Set(input.trim()).size > 2 ? {text: input, keys} : undefined;
};

/** The events in one piece of input: keys, a pasted text, or actions of the mouse. */
export const eventsOf = (input: string, key: Key): ReadonlyArray<string | MouseReport | Paste> => {
	const report = readMouse(input);
	if (report) {
		return [report];
	}

	const keys = keysOf(input, key);
	const paste = pasteOf(input, keys);
	return paste ? [paste] : keys;
};

/** The keys of one input, with the names of the key table. A held key arrives several times at once, and pasted text also arrives at once. */
export const keysOf = (input: string, key: Key): readonly string[] => {
	if (isMouse(input)) {
		return [];
	}

	const named = namedKey(key);
	if (named !== undefined) {
		return [named];
	}

	if (key.ctrl && [...input].length === 1) {
		return [`ctrl+${input}`];
	}

	const keys: string[] = [];
	const begun = (sequences[input.slice(0, 2)] ?? sequences[input.slice(0, 3)]) ? `\u001B${input}` : input;
	for (const [part] of begun.matchAll(/\u001B(?:\[\d*[A-Z~]|O[A-Z])|[^]/gu)) {
		const name = part.startsWith('\u001B') ? sequences[part.slice(1)] : (controls[part] ?? part);
		if (name !== undefined && (name.length > 1 || name >= ' ')) {
			keys.push(name);
		}
	}

	return keys;
};
