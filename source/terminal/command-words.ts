import {addBreakpoint, removeBreakpoint, toggleBreakpoint} from '../debugger/session.js';
import {keyGlob, keyNow, resourceOfWord, runTo} from '../lessons/place.js';
import {closest} from '../scenario/mistake.js';
import {bindingOfWord} from './keymap.js';
import {filesOf, runKubectl, submit} from './kubectl-words.js';
import {show} from './looks.js';
import {jump} from './motions.js';
import {objectName, shortName} from './object-title.js';
import type {State} from './state.js';

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
	['save FILE', 'writes the recording'],
	['RESOURCE', 'lists objects of a kind, as in k9s: pods, deploy, svc …; cluster shows the tree again'],
];

const argumentsOf = (state: State, word: string, begun: string): readonly string[] => {
	const {ledger, processes} = state.recording.kernel;
	switch (word) {
		case 'crash':
		case 'revive': {
			return [...processes.keys()];
		}

		case 'follow': {
			return ledger
				.keys('/registry/', state.cursor)
				.map((key) => objectName(key))
				.filter((name) => name !== undefined)
				.map(({resource, namespace, name}) => `${resource}/${namespace === undefined ? '' : `${namespace}/`}${name}`);
		}

		case 'break': {
			return [...new Set(state.recording.stops.slice(state.start).map(({stage}) => stage))];
		}

		case 'delete':
		case 'toggle': {
			return state.session.breakpoints.map(({id}) => String(id));
		}

		case 'kubectl':
		case 'k': {
			return (
				state.services.complete?.(
					begun.split(/\s+/).slice(1),
					state.recording,
					state.cursor,
					Object.keys(filesOf(state)),
				) ?? []
			);
		}

		default: {
			return [];
		}
	}
};

/** Candidates for the last word of what is typed. */
export const completions = (state: State, typed: string): readonly string[] => {
	const [first = '', ...rest] = typed.split(/\s+/);
	const last = rest.at(-1) ?? first;
	const candidates =
		rest.length === 0
			? [
					...words.map(([usage]) => usage.split(' ')[0]!).filter((word) => word !== 'RESOURCE'),
					...state.keymap.map(({word}) => word),
				]
			: argumentsOf(state, first, typed);
	return [...new Set(candidates)].filter((word) => word.startsWith(last)).sort();
};

/** Does what a line of the command line says. */
export const perform = (state: State, line: string): State => {
	const [word = '', ...rest] = line.trim().split(/\s+/);
	const argument = line.trim().slice(word.length).trim();
	try {
		switch (word) {
			case '': {
				return state;
			}

			case 'kubectl':
			case 'k': {
				return runKubectl(state, argument);
			}

			case 'break': {
				if (argument === '') {
					return bindingOfWord(state.keymap, 'break')!.run(state);
				}

				const expanded = argument.replaceAll(
					/(^|\s)(?:object=)?((?:[a-z]+)\/[a-z0-9.\-/*]+)/gi,
					(_, space: string, object: string) => `${space}object=${keyGlob(object)}`,
				);
				return {
					...state,
					unsaved: state.unsaved + 1,
					session: addBreakpoint(state.session, expanded),
					message: 'breakpoint set; c continues to it',
				};
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
					: {...state, followed: key, message: `following ${shortName(key)}`};
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

			case 'save': {
				if (argument === '' || !state.services.save) {
					return {...state, message: 'save takes the name of a file'};
				}

				state.services.save(state.recording, argument);
				return {...state, unsaved: 0, message: `saved to ${argument}`};
			}

			default: {
				return performWord(state, word, rest.length === 0);
			}
		}
	} catch (error) {
		return {...state, message: (error as Error).message.split('\n', 1)[0]!};
	}
};

/** A word of the key table, else a kind of objects to list. */
const performWord = (state: State, word: string, alone: boolean): State => {
	const binding = alone ? bindingOfWord(state.keymap, word) : undefined;
	if (binding) {
		return binding.run(word === 'cluster' ? {...state, kind: undefined, inside: undefined} : state);
	}

	if (alone && resourceOfWord(word)) {
		return {...show(state, 'cluster'), kind: word, inside: undefined, selected: {}, scroll: {}};
	}

	const known = [...words.map(([usage]) => usage.split(' ')[0]!), ...state.keymap.map((item) => item.word)];
	const near = closest(word, known);
	return {...state, message: `unknown word "${word}"${near ? `; did you mean "${near}"?` : '; ? lists all'}`};
};
