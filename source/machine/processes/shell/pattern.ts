import {memoised} from '../../../kernel/memoised.js';

/** One place of a pattern: any number of characters, any character, one of a set, or a literal one. */
type Token =
	| {readonly kind: 'star'}
	| {readonly kind: 'any'}
	| {readonly kind: 'set'; readonly negated: boolean; readonly has: (character: string) => boolean}
	| {readonly kind: 'text'; readonly text: string};

const classes: ReadonlyMap<string, RegExp> = new Map([
	['alpha', /[A-Za-z]/],
	['digit', /\d/],
	['alnum', /[A-Za-z\d]/],
	['upper', /[A-Z]/],
	['lower', /[a-z]/],
	['space', /\s/],
	['blank', /[ \t]/],
	['punct', /[!-/:-@[-`{-~]/],
	['xdigit', /[\da-fA-F]/],
	['cntrl', /[\0-\u001F\u007F]/],
	['print', /[ -~]/],
	['graph', /[!-~]/],
]);

/** A set that begins at an index with `[`. @returns the set and its end; `undefined` if the text there is not a set. */
const setAt = (pattern: string, from: number): {readonly token: Token; readonly end: number} | undefined => {
	let at = from + 1;
	const negated = pattern[at] === '!' || pattern[at] === '^';
	at += negated ? 1 : 0;
	const tests: Array<(character: string) => boolean> = [];
	for (let first = true; first || pattern[at] !== ']'; first = false) {
		if (at >= pattern.length) {
			return undefined;
		}

		const [, name] = /^\[:(\w+):\]/.exec(pattern.slice(at, at + 12)) ?? [];
		const known = name === undefined ? undefined : classes.get(name);
		if (name !== undefined && known) {
			tests.push((character) => known.test(character));
			at += name.length + 4;
			continue;
		}

		at += pattern[at] === '\\' ? 1 : 0;
		const low = pattern.charAt(at);
		at++;
		if (pattern[at] === '-' && pattern[at + 1] !== ']' && at + 1 < pattern.length) {
			at += pattern[at + 1] === '\\' ? 2 : 1;
			const high = pattern.charAt(at);
			tests.push((character) => character >= low && character <= high);
			at++;
		} else {
			tests.push((character) => character === low);
		}
	}

	return {token: {kind: 'set', negated, has: (character) => tests.some((test) => test(character))}, end: at + 1};
};

const tokensOf = memoised((pattern: string): readonly Token[] => {
	const tokens: Token[] = [];
	for (let at = 0; at < pattern.length;) {
		const character = pattern.charAt(at);
		const set = character === '[' ? setAt(pattern, at) : undefined;
		if (set) {
			tokens.push(set.token);
			at = set.end;
		} else if (character === '*') {
			if (tokens.at(-1)?.kind !== 'star') {
				tokens.push({kind: 'star'});
			}

			at++;
		} else if (character === '?') {
			tokens.push({kind: 'any'});
			at++;
		} else {
			const isEscape = character === '\\' && at + 1 < pattern.length;
			tokens.push({kind: 'text', text: isEscape ? pattern.charAt(at + 1) : character});
			at += isEscape ? 2 : 1;
		}
	}

	return tokens;
}, 500);

const takes = (token: Token, character: string): boolean => {
	if (token.kind === 'text') {
		return token.text === character;
	}

	if (token.kind === 'set') {
		return token.has(character) !== token.negated;
	}

	return true;
};

/**
The lengths that a pattern matches from an index, in one pass over the text.

@param reversed whether text and pattern are read from their ends.
@returns all lengths that it matches, shortest first.
*/
function* lengths(pattern: string, text: string, from = 0, reversed = false): Generator<number> {
	const forward = tokensOf(pattern);
	const tokens = reversed ? forward.toReversed() : forward;
	/** Indices of the possible next tokens. */
	let states = closure(tokens, [0]);
	for (let length = 0; ; length++) {
		if (states.includes(tokens.length)) {
			yield length;
		}

		const at = reversed ? text.length - 1 - length : from + length;
		if (states.length === 0 || at < 0 || at >= text.length) {
			return;
		}

		const character = text.charAt(at);
		const next: number[] = [];
		for (const state of states) {
			const token = tokens[state];
			if (token && takes(token, character)) {
				next.push(token.kind === 'star' ? state : state + 1);
			}
		}

		states = closure(tokens, next);
	}
}

/** The states, with all those reachable without a character, since a star may match an empty text. */
const closure = (tokens: readonly Token[], states: readonly number[]): readonly number[] => {
	const all = new Set<number>();
	for (let state of states) {
		while (!all.has(state)) {
			all.add(state);
			if (tokens[state]?.kind !== 'star') {
				break;
			}

			state++;
		}
	}

	return [...all];
};

/** Whether a pattern of the shell (`*`, `?`, `[…]`; a backslash makes a character literal) matches the whole text. */
export const matches = (pattern: string, text: string): boolean => {
	let longest = -1;
	for (const length of lengths(pattern, text)) {
		longest = length;
	}

	return longest === text.length;
};

/** `${x#pattern}` and similar: the text without the pattern's match at one end. */
export const withoutMatch = (text: string, pattern: string, end: 'start' | 'end', longest: boolean): string => {
	let found = -1;
	for (const length of lengths(pattern, text, 0, end === 'end')) {
		found = length;
		if (!longest) {
			break;
		}
	}

	if (found <= 0) {
		return text;
	}

	if (end === 'start') {
		return text.slice(found);
	}

	return text.slice(0, text.length - found);
};

/** `${x/pattern/replacement}`. @param spend called with the amount of work. */
export const replaced = (
	text: string,
	pattern: string,
	replacement: string,
	{all, at}: {readonly all: boolean; readonly at: '#' | '%' | undefined},
): string => {
	if (pattern === '' && at === undefined) {
		return text;
	}

	if (at === '%') {
		const rest = withoutMatch(text, pattern, 'end', true);
		return rest === text && !matches(pattern, '') ? text : rest + replacement;
	}

	let result = '';
	let from = 0;
	while (from <= text.length) {
		let found = -1;
		for (const length of lengths(pattern, text, from)) {
			found = length;
		}

		if (found > 0 || (found === 0 && (at === '#' || text === ''))) {
			result += replacement;
			from += found;
			if (!all || found === 0) {
				break;
			}
		} else if (at === '#' || from === text.length) {
			break;
		} else {
			result += text.charAt(from++);
		}
	}

	return result + text.slice(from);
};

/** A text as a pattern that matches only it. */
export const escapedPattern = (text: string): string => text.replaceAll(/[\\*?[\]!^-]/g, '\\$&');

/** Whether a text has characters that mean something in a pattern. */
export const isPattern = (text: string): boolean => /(?<!\\)(?:\\\\)*[*?[]/.test(text);
