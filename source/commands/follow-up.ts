import type {ClusterRecording, Input} from '../cluster.js';
import {readTime} from '../lessons/place.js';
import {closest, Mistake} from '../scenario/mistake.js';
import {giveCommand, type Applied} from './run-manifests.js';

/** What `--then` gives: a kubectl command line, or what a debugger's word does. */
export type FollowUp =
	{readonly kubectl: string} | {readonly words: string; readonly input: Exclude<Input, {kubectl: string}>};

const usage = 'crash PROCESS, restart PROCESS or traffic HOST:PORT INTERVAL';

const words: Readonly<Record<string, (argument: string) => Exclude<Input, {kubectl: string}> | undefined>> = {
	crash: (crash) => (crash === '' ? undefined : {crash}),
	restart: (restart) => (restart === '' ? undefined : {restart}),
	traffic(argument) {
		const [target = '', every = '100'] = argument.split(/\s+/);
		const everyMs = readTime(every) ?? Number(every);
		return target.includes(':') && everyMs > 0 ? {traffic: {name: `client-${target}`, target, everyMs}} : undefined;
	},
};

/** Reads the words of `--then`; those after a colon are the debugger's. @throws {Mistake} when they cannot be read. */
export const readFollowUp = (text: string): FollowUp => {
	if (!text.startsWith(':')) {
		return {kubectl: text.replace(/^kubectl\s+/, '')};
	}

	const [, word = '', argument = ''] = /^:\s*(\S*)\s*(.*?)\s*$/s.exec(text) ?? [];
	const read = Object.hasOwn(words, word) ? words[word] : undefined;
	if (!read) {
		const near = closest(word, Object.keys(words));
		throw new Mistake(
			`--then "${text}": :${word} is not a word that can be given here`,
			{},
			near ? `did you mean :${near}?` : `these can: ${usage}`,
		);
	}

	const input = read(argument);
	if (!input) {
		throw new Mistake(`--then "${text}": it lacks what :${word} needs`, {}, `write ${usage}`);
	}

	return {words: text, input};
};

/** @throws {Mistake} when there is no such process. */
const checkProcess = ({kernel: {processes}}: ClusterRecording, name: string): void => {
	if (!processes.has(name)) {
		const near = closest(name, [...processes.keys()]);
		throw new Mistake(
			`no process is called ${name}`,
			{},
			near ? `did you mean ${near}?` : 'the third column of a trace names them, such as kubelet/node-a',
		);
	}
};

/** Gives it to a run that has settled. @throws {Mistake} when there is no such process. */
export const followUp = (applied: Applied, given: FollowUp): Applied => {
	const {recording, manifests} = applied;
	if ('kubectl' in given) {
		return giveCommand(recording, manifests, given.kubectl);
	}

	const {input} = given;
	if ('crash' in input) {
		checkProcess(recording, input.crash);
	} else if ('restart' in input) {
		checkProcess(recording, input.restart);
	}

	const next = {
		recording,
		manifests,
		from: recording.stops.length - 1,
		fromMs: recording.kernel.now,
	};
	recording.submit(input);
	return next;
};
