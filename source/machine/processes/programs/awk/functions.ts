import type {RE2JS} from 're2js';
import {printf} from '../echo.js';
import {AwkError} from './tree.js';
import {numberOf, asText, type Value} from './values.js';

/** The tools that the running program lends to functions. */
interface FunctionPlace {
	/** The current line: `$0`. */
	readonly record: string;
	/** Compiles an expression. */
	readonly pattern: (text: string) => RE2JS;
	readonly set: (variable: string, value: Value) => void;
	/** A random number from 0 (inclusive) to 1 (exclusive). */
	readonly random: () => number;
	/** The time, in seconds since 1970. */
	readonly seconds: number;
}

/** The value of a function that changes none of its arguments. @throws {AwkError} when the function does not exist. */
export const callFunction = (name: string, values: readonly Value[], place: FunctionPlace): Value => {
	const text = (index: number): string => asText(values[index]);
	const number = (index: number): number => numberOf(values[index]);
	const functions: Readonly<Record<string, () => Value>> = {
		length: () => (values.length === 0 ? place.record : text(0)).length,
		substr: () => {
			const from = Math.max(1, Math.round(number(1)));
			const end = values.length < 3 ? undefined : Math.max(from, Math.round(number(1)) + Math.round(number(2)));
			return text(0).slice(from - 1, end === undefined ? undefined : end - 1);
		},
		index: () => text(0).indexOf(text(1)) + 1,
		toupper: () => text(0).toUpperCase(),
		tolower: () => text(0).toLowerCase(),
		sprintf: () =>
			printf(
				text(0),
				values.slice(1).map((_, index) => text(index + 1)),
			).text,
		int: () => Math.trunc(number(0)),
		sqrt: () => Math.sqrt(number(0)),
		exp: () => Math.exp(number(0)),
		log: () => Math.log(number(0)),
		sin: () => Math.sin(number(0)),
		cos: () => Math.cos(number(0)),
		rand: () => place.random(),
		srand: () => 0,
		systime: () => place.seconds,
		match: () => {
			const matcher = place.pattern(text(1)).matcher(text(0));
			const found = matcher.find();
			place.set('RSTART', found ? matcher.start() + 1 : 0);
			place.set('RLENGTH', found ? matcher.end() - matcher.start() : -1);
			return found ? matcher.start() + 1 : 0;
		},
		fflush: () => 0,
		close: () => 0,
	};
	const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
	if (!known) {
		throw new AwkError(name);
	}

	return known();
};

/** The result of `sub` and `gsub` for a text, and the number of matches. @param replacement the new text, in which `&` is the match */
export const substituted = (
	text: string,
	pattern: RE2JS,
	replacement: string,
	all: boolean,
): {readonly result: string; readonly count: number} => {
	const matcher = pattern.matcher(text);
	let [result, from, count] = ['', 0, 0];
	while (matcher.find()) {
		count++;
		result +=
			text.slice(from, matcher.start()) +
			replacement.replaceAll(/\\&|&/g, (mark) => (mark === '&' ? (matcher.group() ?? '') : '&'));
		from = matcher.end();
		if (!all) {
			break;
		}
	}

	return {result: result + text.slice(from), count};
};
