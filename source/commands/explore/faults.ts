import {faultOf} from '../../invariants/campaign/fault-kinds.js';
import {Random} from '../../kernel/random.js';
import {parseFault} from '../../scenario/faults/parse-fault.js';
import {Mistake} from '../../scenario/mistake.js';
import {readChoice, type SettingValue, type Variation} from './variation.js';

/** A fault in a run. Plain data. */
export interface Mishap {
	/** Milliseconds after the last command. */
	readonly atMs: number;
	readonly begin: {readonly fault: string};
	/** Its duration, in milliseconds; its consequences may last longer. */
	readonly forMs: number;
	/** The fault that ends it; without it, it ends by itself. */
	readonly end?: {readonly fault: string};
	/** As a user writes it after `--fault`: one fault, or two where one ends the other. */
	readonly words: readonly string[];
	/** Drawn by chance: without a target in the cluster, it has no effect. */
	readonly isRandom?: true;
}

/** The words of a fault, in which a range such as `at=0..2s` has a different value in each run. */
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
	const {fault, afterMs = 0} = parseFault(text);
	const words = text.trim().replace(/\s+at=\S+/, '');
	const forMs = 'forMs' in fault ? (fault.forMs ?? 0) : 0;
	return {atMs: afterMs, begin: {fault: words}, forMs, words: [text.trim()]};
};

/** Reads the words of `--fault`, the `index`-th. @throws {Mistake} if they are not a fault. */
export const readFaultPattern = (text: string, index: number): FaultPattern => {
	const variations = [...text.matchAll(range)].map(([words, option = '', values = '']): Variation => {
		const choice = readChoice(values);
		if (!choice) {
			throw new Mistake(`--fault "${text}": ${words} is not a range`, {}, 'write at=0..2s');
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

/** Whether a process is short-lived, or the user's. */
const isNobody = (process: string): boolean => /^(?:kubectl|user|traffic|outside)\//.test(process);

const among = (random: Random, names: readonly string[], otherwise: string): string =>
	names[random.below(names.length)] ?? otherwise;

/** How long after the command random faults may happen, in milliseconds: most of them soon, while the cluster is busy. */
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
		const [verb] = begin.fault.split(' ', 1);
		if (verb === 'crash') {
			const [fault, mended] = [`crash ${process}`, `restart ${process}`];
			return {
				atMs,
				begin: {fault},
				forMs: downMs,
				end: {fault: mended},
				isRandom: true,
				words: [`${fault} at=${atMs}ms`, `${mended} at=${atMs + downMs}ms`],
			};
		}

		const fault = verb === 'restart' ? `restart ${process}` : begin.fault;
		const words = [`${fault} at=${atMs}ms`];
		return {atMs, begin: {fault}, forMs: downMs, ...(end ? {end} : {}), words, isRandom: true};
	});
};
