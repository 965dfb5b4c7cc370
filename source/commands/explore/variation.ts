import {fieldPath} from '../../kubectl/manifests/locate.js';
import {readTime} from '../../classroom/place.js';
import {latencies, latencyPatterns} from '../../scenario/catalogue.js';
import {closest, Mistake} from '../../scenario/mistake.js';
import type {FieldPath} from '../../objects/unstructured.js';

/** A value of a setting of a run. */
export type SettingValue = number | string | boolean;

/** The values of a variation: whole numbers of a range, both ends included, or a list. */
export type Choice = {readonly from: number; readonly to: number} | {readonly values: readonly SettingValue[]};

/** The subject of a variation. */
export type Subject =
	/** Milliseconds that something takes, as in `latencies` of a scenario. */
	| {readonly latency: string}
	/** Milliseconds from where all has settled to the next command. */
	| {readonly pause: true}
	/** Varies the number of nodes. */
	| {readonly nodes: true}
	/** A field of an object in the manifests: `deployment/web` or `deployment/shop/web`. */
	| {readonly object: string; readonly field: FieldPath}
	/** A range in the words of a fault, such as its time. */
	| {readonly fault: number; readonly option: string};

/** Something that differs from run to run. */
export interface Variation {
	/** The variation, as the user wrote it and the answers show it. */
	readonly name: string;
	readonly subject: Subject;
	readonly choice: Choice;
}

const usage = 'write NAME=FROM..TO or NAME=a,b,c; explore --help lists what can be varied';

const wholeNumber = (text: string): number | undefined => {
	const ms = readTime(text);
	if (/^\d{1,9}$/.test(text)) {
		return Number(text);
	}

	if (ms !== undefined && Number.isInteger(ms)) {
		return ms;
	}

	return undefined;
};

const listed = (text: string): SettingValue => {
	if (/^-?\d+(?:\.\d+)?$/.test(text)) {
		return Number(text);
	}

	if (text === 'true') {
		return true;
	}

	if (text === 'false') {
		return false;
	}

	return text;
};

/** Reads `0..2000`, `0..2s` or `a,b,c`; `undefined` if it is neither. */
export const readChoice = (text: string): Choice | undefined => {
	const [, first, last] = /^(\w+(?:\.\d+\w+)?)\.\.(\w+(?:\.\d+\w+)?)$/.exec(text) ?? [];
	if (first !== undefined && last !== undefined) {
		const [from, to] = [wholeNumber(first), wholeNumber(last)];
		return from === undefined || to === undefined || from > to ? undefined : {from, to};
	}

	const values = text.split(',').map((word) => listed(word.trim()));
	return text.includes('..') || values.includes('') ? undefined : {values};
};

const isNumber = (value: SettingValue): value is number => typeof value === 'number';

/** Whether all that can be chosen is a whole number from `least` to `most`. */
const hasNumbers = (choice: Choice, least: number, most: number): boolean =>
	('from' in choice ? [choice.from, choice.to] : choice.values).every(
		(value) => isNumber(value) && Number.isInteger(value) && value >= least && value <= most,
	);

/** The subject with a name; `undefined` if there is none. */
const subjectOf = (name: string): Subject | undefined => {
	const [, object, field] = /^(\S+\/\S+)\s+(\S.*)$/.exec(name) ?? [];
	if (object !== undefined && field !== undefined) {
		return {object, field: fieldPath(field)};
	}

	if (name === 'pause' || name === 'nodes') {
		return name === 'pause' ? {pause: true} : {nodes: true};
	}

	return Object.hasOwn(latencies, name) || latencyPatterns.some((pattern) => pattern.test(name))
		? {latency: name}
		: undefined;
};

/** The most nodes of a run: with more, it takes too long. */
const mostNodes = 100;
/** An hour. */
const mostMs = 3_600_000;

/** Reads the words of `--vary`. @throws {Mistake} when they cannot be read, or name nothing that can be varied. */
export const readVariation = (words: string): Variation => {
	const at = words.lastIndexOf('=');
	const name = words.slice(0, at).trim();
	const choice = at === -1 ? undefined : readChoice(words.slice(at + 1).trim());
	if (name === '' || !choice) {
		throw new Mistake(`--vary "${words}": this is not a setting with values`, {}, usage);
	}

	const subject = subjectOf(name);
	if (!subject) {
		const near = closest(name, [...Object.keys(latencies), 'pause', 'nodes']);
		const form = /\//.test(name) ? 'write a field as deployment/web spec.replicas=1..5' : usage;
		throw new Mistake(`--vary "${words}": no setting is called "${name}"`, {}, near ? `did you mean ${near}?` : form);
	}

	const [least, most] = 'nodes' in subject ? [1, mostNodes] : [0, mostMs];
	if (!('object' in subject) && !hasNumbers(choice, least, most)) {
		throw new Mistake(`--vary "${words}": ${name} takes whole numbers from ${least} to ${most}`, {}, usage);
	}

	return {name, subject, choice};
};

/** The number of possible values. */
export const countOf = (choice: Choice): number =>
	'from' in choice ? choice.to - choice.from + 1 : choice.values.length;

/** The value at an index, from 0. */
export const valueAt = (choice: Choice, index: number): SettingValue =>
	'from' in choice ? choice.from + index : (choice.values[index] ?? '');

const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

/**
The settings of a seed's run, in the order of the variations.

The values are not drawn but spread, as Richtmyer's sequence does with the square roots of primes: in any stretch of seeds every value of a
variation and every combination occurs about equally often. So a hundred runs are as informative as several hundred random ones.
*/
export const settingsOf = (seed: number, choices: readonly Choice[]): readonly SettingValue[] =>
	choices.map((choice, index) => {
		const place = (seed * Math.sqrt(primes[index % primes.length] ?? 2) + Math.floor(index / primes.length) / 3) % 1;
		return valueAt(choice, Math.floor(place * countOf(choice)));
	});
