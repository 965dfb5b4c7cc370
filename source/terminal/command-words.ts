import {seek} from '../debugger/seek.js';
import {addBreakpoint, removeBreakpoint, toggleBreakpoint} from '../debugger/session.js';
import {keyGlob, keyNow, runTo} from '../lessons/place.js';
import type {Input} from '../cluster.js';
import {jump} from './actions.js';
import {bindings, bindingOfWord} from './keys.js';
import type {State} from './state.js';

/** Gives an input at the cursor: in the past this begins another future, and the old one stays in its recording. */
export const submit = (state: State, input: Input): State => {
	if (state.lesson) {
		state.lesson.cursor = state.cursor;
		state.lesson.submit(input);
		return {...state, recording: state.lesson.recording};
	}

	const branching = state.cursor < state.recording.stops.length - 1;
	const recording = branching ? state.recording.branch(state.cursor) : state.recording;
	recording.submit(input);
	return {...state, recording, message: branching ? `another future begins at #${state.cursor}` : ''};
};

/** Runs kubectl and goes to its first stop. */
const runKubectl = (state: State, line: string, files: Readonly<Record<string, string>>): State => {
	const given = submit(state, {kubectl: line, files});
	const process = `kubectl/${given.recording.inputs.filter(({input}) => 'kubectl' in input).length}`;
	const found = seek(
		given.recording,
		given.cursor,
		1,
		(stop) => stop.process.startsWith('kubectl/') && stop.step > state.cursor,
		{pastRest: true, steps: 50_000},
	);
	return found.stop
		? {...jump(given, found.stop.step), message: given.message}
		: {...given, message: `${process} has not begun`};
};

/** Words of the command line that take more than themselves. */
export const words: ReadonlyArray<readonly [usage: string, does: string]> = [
	['kubectl …', 'runs kubectl here; in the past this begins another future'],
	[
		'break WORDS',
		'a breakpoint: stage, pod/web, component=, path=, reason=, verb=, if=CEL, hits=, log=, time=, once, failure',
	],
	['delete N', 'removes breakpoint N'],
	['toggle N', 'switches breakpoint N on or off'],
	['follow OBJECT', 'follows pod/web, deployment/shop/web or a ledger key'],
	['goto N', 'to step N'],
	['until CEL', 'runs on until the expression holds for the followed object'],
	['crash PROCESS', 'kills a process, such as kube-scheduler'],
	['revive PROCESS', 'starts it again'],
];

/** Candidates that complete what is typed. */
export const completions = (state: State, typed: string): readonly string[] => {
	const [first = '', ...rest] = typed.split(' ');
	if (rest.length === 0) {
		return [...words.map(([usage]) => usage.split(' ')[0]!), ...bindings.map(({word}) => word)]
			.filter((word) => word.startsWith(first))
			.sort();
	}

	if (first === 'crash' || first === 'revive') {
		return [...state.recording.kernel.processes.keys()]
			.filter((name) => name.startsWith(rest.join(' ')))
			.map((name) => `${first} ${name}`);
	}

	return [];
};

/** Does what a line of the command line says. */
export const perform = (state: State, line: string, files: Readonly<Record<string, string>> = {}): State => {
	const [word = '', ...rest] = line.trim().split(/\s+/);
	const argument = line.trim().slice(word.length).trim();
	try {
		switch (word) {
			case '': {
				return state;
			}

			case 'kubectl':
			case 'k': {
				return runKubectl(state, argument, files);
			}

			case 'break': {
				if (argument === '') {
					return bindingOfWord('break')!.run(state);
				}

				const expanded = argument.replaceAll(
					/(^|\s)(?:object=)?((?:[a-z]+)\/[a-z0-9.\-/*]+)/gi,
					(_, space: string, object: string) => `${space}object=${keyGlob(object)}`,
				);
				return {...state, session: addBreakpoint(state.session, expanded), message: 'breakpoint set'};
			}

			case 'delete': {
				return {
					...state,
					session: removeBreakpoint(state.session, Number(argument)),
					message: `breakpoint ${argument} is gone`,
				};
			}

			case 'toggle': {
				return {
					...state,
					session: toggleBreakpoint(state.session, Number(argument)),
					message: `breakpoint ${argument} is switched`,
				};
			}

			case 'follow': {
				const key = keyNow(state.recording, argument, state.cursor);
				return key === undefined
					? {...state, message: `${argument} does not exist at this step`}
					: {...state, followed: key, message: `following ${key}`};
			}

			case 'goto': {
				return /^\d+$/.test(argument) ? jump(state, Number(argument)) : {...state, message: 'goto takes a step number'};
			}

			case 'until': {
				const object = state.followed ?? state.recording.stops[state.cursor]?.object;
				if (object === undefined) {
					return {...state, message: 'follow an object first: :follow pod/web'};
				}

				const found = runTo(state.recording, state.cursor, {object, cel: argument});
				return found.stop ? jump(state, found.stop.step) : {...state, message: `it never comes true (${found.edge})`};
			}

			case 'crash': {
				return {...submit(state, {crash: argument}), message: `${argument} is killed; s goes on`};
			}

			case 'revive': {
				return {...submit(state, {restart: argument}), message: `${argument} starts again; s goes on`};
			}

			default: {
				const binding = rest.length === 0 ? bindingOfWord(word) : undefined;
				return binding ? binding.run(state) : {...state, message: `unknown word "${word}"; ? lists all`};
			}
		}
	} catch (error) {
		return {...state, message: (error as Error).message.split('\n', 1)[0]!};
	}
};
