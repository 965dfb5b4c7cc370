import type {Input} from '../../cluster.js';
import {faultOf} from '../../invariants/campaign/fault-kinds.js';
import {Random} from '../../kernel/random.js';
import {Mistake} from '../../scenario/mistake.js';
import {readFollowUp} from '../follow-up.js';
import {readTime} from '../../lessons/place.js';
import {readChoice, type SettingValue, type Variation} from './variation.js';

/** Something that goes wrong in a run. Plain data. */
export interface Mishap {
	/** Milliseconds after the last command. */
	readonly atMs: number;
	readonly begin: Input;
	/** How long it lasts, in milliseconds; what it leaves behind lasts longer. */
	readonly forMs: number;
	/** What ends it; without it, it ends by itself. */
	readonly end?: Input;
	/** As one writes it after `--fault`: one fault, or two where one ends the other. */
	readonly words: readonly string[];
}

/** The words of a fault, in which a range such as `at=0..2s` takes a value of each run. */
export interface FaultPattern {
	readonly text: string;
	readonly variations: readonly Variation[];
}

const range = /(?<=\s)([a-z]+)=([\d.]+(?:ms|s|m)?\.\.[\d.]+(ms|s|m)?)(?=\s|$)/g;

/** The words with each range replaced, in order. */
const filled = (text: string, settings: readonly SettingValue[]): string => {
	let next = 0;
	return text.replaceAll(
		range,
		(_, option: string, _range: string, unit: string | undefined) =>
			`${option}=${settings[next++]}${unit === undefined ? '' : 'ms'}`,
	);
};

/** Reads the words of a fault without ranges. @throws {Mistake} */
const readFault = (text: string): Mishap => {
	const [, words = '', at] = /^(.*?)(?:\s+at=(\S+))?$/.exec(text.trim()) ?? [];
	const ms = at === undefined ? 0 : readTime(at);
	if (ms === undefined) {
		throw new Mistake(`--fault "${text}": at=${at} is not a length of time`, {}, 'write at=500ms or at=0..2s');
	}

	const followed = readFollowUp(`:${words}`);
	if (!('input' in followed)) {
		throw new Mistake(`--fault "${text}": this is no fault`, {}, 'write crash PROCESS or restart PROCESS');
	}

	return {atMs: ms, begin: followed.input, forMs: 0, words: [`${words} at=${ms}ms`]};
};

/** Reads the words of `--fault`, the `index`-th. @throws {Mistake} when they are none. */
export const readFaultPattern = (text: string, index: number): FaultPattern => {
	const variations = [...text.matchAll(range)].map(([words, option = '', values = '']): Variation => {
		const choice = readChoice(values);
		if (!choice) {
			throw new Mistake(`--fault "${text}": ${words} is no range`, {}, 'write at=0..2s');
		}

		return {name: `${words.split('=')[0]} of ${text.split(/\s+\w+=/)[0]}`, subject: {fault: index, option}, choice};
	});
	readFault(
		filled(
			text,
			variations.map(({choice}) => ('from' in choice ? choice.from : 0)),
		),
	);
	return {text, variations};
};

/** A fault as it is in one run. @param settings of its ranges, in order. */
export const mishapOf = ({text}: FaultPattern, settings: readonly SettingValue[]): Mishap =>
	readFault(filled(text, settings));

/** An input in the words that a user would take. */
const wordsOf = (input: Input): string => {
	if ('crash' in input) {
		return `crash ${input.crash}`;
	}

	if ('restart' in input) {
		return `restart ${input.restart}`;
	}

	if ('requests' in input) {
		const {from, forMs, fail, share, delayMs} = input.requests;
		const part = share === undefined || share === 1 ? '' : ` share=${share}`;
		return fail === undefined
			? `delay requests ${from} by=${delayMs ?? 0}ms${part} for=${forMs}ms`
			: `fail requests ${from} with=${fail}${part} for=${forMs}ms`;
	}

	return 'watches' in input
		? `${input.watches.end === 'closed' ? 'close' : 'expire'} watches ${input.watches.of}`
		: JSON.stringify(input);
};

/** What lives only for a moment, or is the user's. */
const isNobody = (process: string): boolean => /^(?:kubectl|user|traffic|outside)\//.test(process);

const among = (random: Random, names: readonly string[], otherwise: string): string =>
	names[random.below(names.length)] ?? otherwise;

/** How long after the command random faults may come, in milliseconds: most of them soon, while much is going on. */
const reaches = [20, 200, 2000, 20_000];

/**
Random faults for the run of a seed: crashes and restarts of any process, failing and slow requests, watches that end.

@param processes of the cluster.
*/
export const randomMishaps = (seed: number, count: number, processes: readonly string[]): readonly Mishap[] => {
	const random = new Random(seed, 'explore/faults');
	const mortal = processes.filter((name) => !isNobody(name));
	return Array.from({length: count}, (): Mishap => {
		const atMs = random.below(reaches[random.below(reaches.length)] ?? 200);
		const {begin, end, downMs} = faultOf(random);
		const process = among(random, mortal, 'kube-scheduler');
		if ('crash' in begin) {
			return {
				atMs,
				begin: {crash: process},
				forMs: downMs,
				end: {restart: process},
				words: [`crash ${process} at=${atMs}ms`, `restart ${process} at=${atMs + downMs}ms`],
			};
		}

		const own = 'restart' in begin ? {restart: process} : begin;
		return {atMs, begin: own, forMs: downMs, ...(end ? {end} : {}), words: [`${wordsOf(own)} at=${atMs}ms`]};
	});
};
