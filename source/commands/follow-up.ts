import {checkFault, packetWalk, type Input, type Walk} from '../cluster.js';
import type {Stop} from '../kernel/stop.js';
import {errorText} from '../kernel/error-text.js';
import {readTime} from '../classroom/place.js';
import {faultVerbs, parseFault} from '../scenario/faults/parse-fault.js';
import {closest, Mistake} from '../scenario/mistake.js';
import {giveCommand, type Applied} from './run-manifests.js';
import type {LanguageName} from '../stages/language-names.js';

/** The meaning of `--then`: a kubectl command line, or the effect of a debugger's word. */
export type FollowUp =
	| {readonly kubectl: string}
	| {readonly words: string; readonly input: Exclude<Input, {kubectl: string}>}
	/** A view of a packet's path, which changes nothing: `A B`. */
	| {readonly packet: string};

const usage = 'fault WORDS, traffic HOST:PORT INTERVAL or packet A B';

const beginTraffic = (argument: string): Exclude<Input, {kubectl: string}> | undefined => {
	const [target = '', every = '100'] = argument.split(/\s+/);
	const everyMs = readTime(every) ?? Number(every);
	return target.includes(':') && everyMs > 0 ? {traffic: {name: `client-${target}`, target, everyMs}} : undefined;
};

/** The words of a fault: they may be used alone. */
const readFault = (fault: string): {readonly fault: string} => {
	parseFault(fault);
	return {fault};
};

/** Reads the words of `--then`; those after a colon are the debugger's. @throws {Mistake} when they cannot be read. */
export const readFollowUp = (text: string): FollowUp => {
	if (!text.startsWith(':')) {
		return {kubectl: text.replace(/^kubectl\s+/, '')};
	}

	const [, typed = '', argument = ''] = /^:\s*(\S*)\s*(.*?)\s*$/s.exec(text) ?? [];
	const word = typed === 'revive' ? 'restart' : typed;
	if (word === 'packet' && /^\S+\s+\S+$/.test(argument)) {
		return {packet: argument};
	}

	if (word === 'fault' || faultVerbs.includes(word)) {
		return {words: text, input: readFault(word === 'fault' ? argument : `${word} ${argument}`.trim())};
	}

	if (word !== 'packet' && word !== 'traffic') {
		const near = closest(word, [...faultVerbs, 'fault', 'traffic', 'packet']);
		throw new Mistake(
			`--then "${text}": :${word} is not a word that works here`,
			{},
			near ? `did you mean :${near}?` : `these do: ${usage}`,
		);
	}

	const input = word === 'traffic' ? beginTraffic(argument) : undefined;
	if (!input) {
		throw new Mistake(`--then "${text}": the arguments of :${word} are missing or wrong`, {}, `write ${usage}`);
	}

	return {words: text, input};
};

/** Walks a packet at the end of a run. @throws {Mistake} when there is no such sender or destination. */
export const walkAtEnd = ({recording}: Applied, words: string, language?: LanguageName): Walk => {
	try {
		return packetWalk(recording, recording.stops.length - 1, words, language);
	} catch (error) {
		throw new Mistake(`--then ":packet ${words}": ${errorText(error)}`);
	}
};

/** Whether it lasts for some time, so that the next command runs during it. */
export const isLasting = (given: FollowUp): boolean =>
	'input' in given && 'fault' in given.input && /\sfor=/.test(given.input.fault);

/** Runs until the fault that was given has begun. */
export const runUntilBegun = ({recording}: Applied, onStop?: (stop: Stop) => void): void => {
	for (let stop = recording.extend(); stop; stop = recording.extend()) {
		onStop?.(stop);
		if (stop.stage.startsWith('fault.')) {
			return;
		}
	}
};

/** Applies it to a settled run. @throws {Mistake} when a fault names a missing target. */
export const followUp = (applied: Applied, given: Exclude<FollowUp, {readonly packet: string}>): Applied => {
	const {recording, manifests, isLook, from, appliedFrom = from} = applied;
	if ('kubectl' in given) {
		return {...giveCommand(recording, manifests, given.kubectl), isLook, appliedFrom};
	}

	const {input} = given;
	if ('fault' in input) {
		checkFault(input.fault, recording);
	}

	const next = {
		recording,
		manifests,
		from: recording.stops.length - 1,
		fromMs: recording.kernel.now,
		appliedFrom,
		isLook,
	};
	recording.submit(input);
	return next;
};
