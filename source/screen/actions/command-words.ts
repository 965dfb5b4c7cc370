import {packetNames} from '../../cluster.js';
import {seek} from '../../debugger/seek.js';
import {removeBreakpoint, toggleBreakpoint} from '../../debugger/session.js';
import {keyLater, keyNow, readTime, resourceOfWord, runTo, type Place} from '../../classroom/place.js';
import {faultVerbs} from '../../scenario/faults/parse-fault.js';
import {closest, Mistake} from '../../scenario/mistake.js';
import {startMs} from '../state/breakpoint-words.js';
import {again} from './again.js';
import {branchHere, compareFutures, nameFuture, submit, toFuture, toOther} from './futures.js';
import {bindingOfWord} from '../input/keymap.js';
import {flagTask, gradeExam, pauseExam, toTask} from './exam-actions.js';
import {answerTyped} from './question-actions.js';
import {exportFormats, exportRun} from './export-run.js';
import {filesOf, runKubectl} from './run-kubectl.js';
import {linkHere} from './link-here.js';
import {show} from './pane-actions.js';
import {playAt} from './play.js';
import {walkPacket} from './network-actions.js';
import {begin, foundBy, searching} from './long-work.js';
import {isAtEnd, jump} from './motions.js';
import {allFutures} from '../state/all-futures.js';
import {objectName, shortName} from '../../objects/object-name.js';
import {changed, type State} from '../state/state.js';
import {setBreakpoint, withBreakpoint} from './breakpoints.js';
import {faultCompletions, giveFault} from './fault-words.js';
import {whoWrote} from './who-wrote.js';
import {act} from './actions.js';
import {isKubectlCommand, runningCommands} from '../state/typed-command.js';
import {type CommandWord, commandTable} from '../input/command-table.js';
import {errorMessage} from '../state/error-message.js';
import {wordsOf} from '../words/words.js';

/** A word of the command line, and its function with an argument. */
interface Command {
	/** Candidates for its last argument. */
	readonly complete?: (state: State, typed: string) => readonly string[];
	/** @throws {Error} with the error of the argument. */
	readonly run: (state: State, argument: string) => State;
}

const goTo = (state: State, argument: string): State => {
	if (/^#?\d+$/.test(argument)) {
		return jump(state, Number(argument.replace('#', '')));
	}

	const ms = readTime(argument);
	if (ms === undefined) {
		return {...state, message: wordsOf(state).messages.gotoTakes};
	}

	const wantedMs = startMs(state) + ms;
	const search = searching(state, 100_000, (limits) =>
		seek(state.recording, -1, 1, ({timeMs}) => timeMs >= wantedMs, {...limits, pastRest: true}),
	);
	return begin(
		state,
		foundBy(search, (now, {stop}) =>
			stop ? jump(now, stop.step) : {...now, message: wordsOf(now).messages.notThatFar},
		),
	);
};

/** The most stops of a wait for a condition. */
const mostStops = 200_000;

const readyNow = `object.status.conditions.exists(c, c.type in ["Ready", "Available", "Complete"] && c.status == "True")`;

/** The object at the beginning of a condition, which need not exist yet; by default, the followed one: `pod/web ready`, `pod/web`. */
const untilWhom = (state: State, argument: string): readonly [object: string | undefined, condition: string] => {
	const [, resource = '', name = '', condition = ''] = /^([\w.-]+)\/(\S+)(?:\s+(.*))?$/s.exec(argument) ?? [];
	return resource !== '' && resourceOfWord(resource, state.recording)
		? [`${resource}/${name}`, condition || 'true']
		: [state.object.followed ?? state.recording.stops.get(state.cursor)?.object, argument];
};

const runUntil = (state: State, argument: string): State => {
	const [object, condition] = untilWhom(state, argument);
	const {recording, cursor} = state;
	const towards = (place: Place) => searching(state, mostStops, (limits) => runTo(recording, cursor, place, limits));
	if (argument === 'rest') {
		const rested = foundBy(towards({rest: true}), (now, {stop}) => act(jump(now, stop?.step ?? cursor), 'end'));
		return begin(state, rested);
	}

	if (object === undefined) {
		return {...state, message: wordsOf(state).messages.followFirst};
	}

	return begin(
		state,
		foundBy(towards({object, cel: condition === 'ready' ? readyNow : condition}), (now, {stop, edge}) =>
			stop
				? {...jump(now, stop.step), message: wordsOf(now).messages.holdsFromHere(shortName(object))}
				: {...now, message: wordsOf(now).messages.neverHolds(shortName(object), edge)},
		),
	);
};

const beginTraffic = (state: State, argument: string): State => {
	const [target = '', every = '100'] = argument.split(/\s+/);
	const everyMs = readTime(every) ?? Number(every);
	if (!target.includes(':') || !(everyMs > 0)) {
		return {...state, message: wordsOf(state).messages.trafficTakes};
	}

	const name = `client-${state.recording.inputs.filter(({input}) => 'traffic' in input).length + 1}`;
	return submit(state, {traffic: {name, target, everyMs}}, (given) => ({
		...given,
		message: wordsOf(given).messages.sends(name, target),
	}));
};

const save = (state: State, argument: string): State => {
	if (argument === '' || !state.setup.services.save) {
		return {...state, message: wordsOf(state).messages.saveTakes};
	}

	state.setup.services.save(state.recording, argument, state);
	return {...changed(state, 'leaving', {unsaved: 0}), message: wordsOf(state).messages.saved(argument)};
};

/** Ends commands that wait for more output, such as `get -w` and `logs -f`. */
const interrupt = (state: State, argument: string): State => {
	const wanted = argument.replace(/^kubectl\s+/, '');
	const running = runningCommands(state.recording).filter(
		({line}) => line === wanted || (wanted === '' && line !== ''),
	);
	const lines = new Set(running.map(({line}) => line));
	if (!isAtEnd(state)) {
		return {...state, message: wordsOf(state).messages.inThePast};
	}

	return running.length === 0
		? {...state, message: wordsOf(state).messages.noneRunning}
		: {
				...[...lines].reduce((given, line) => submit(given, {interrupt: line}), state),
				message: wordsOf(state).messages.interrupted(running.map(({name}) => name)),
			};
};

const followNamed = (state: State, argument: string): State => {
	const now = keyNow(state.recording, argument, state.cursor);
	const key = now ?? keyLater(state.recording, argument);
	return {
		...changed(state, 'object', {followed: key}),
		message: now ? wordsOf(state).messages.following(shortName(key)) : wordsOf(state).messages.notYet(shortName(key)),
	};
};

const breakpoints = ({session}: State): readonly string[] => session.breakpoints.map(({id}) => String(id));

const objects = ({recording, cursor}: State): readonly string[] =>
	recording.kernel.ledger
		.keys('/registry/', cursor)
		.map((key) => objectName(key))
		.filter((name) => name !== undefined)
		.map(({resource, namespace, name}) => `${resource}/${namespace === undefined ? '' : `${namespace}/`}${name}`);

const futureNames = (state: State): readonly string[] => allFutures(state).map(({name}) => name);

/** The word of a fault, which is used alone. */
const faultNamed = (verb: string): Command => ({
	complete: (state, typed) => faultCompletions(state.recording, typed.replace(/^\S+/, verb)),
	run: (state, argument) => giveFault(state, `${verb} ${argument}`.trim()),
});

/** The action of each word of the command table, and the completion of its argument. */
const commands: Readonly<Record<CommandWord, Command>> = {
	kubectl: {
		complete: (state, typed) =>
			state.setup.services.complete?.(
				typed.split(/\s+/).slice(1),
				state.recording,
				state.cursor,
				Object.keys(filesOf(state)),
			) ?? [],
		run: runKubectl,
	},
	interrupt: {
		complete: ({recording}) => runningCommands(recording).map(({line}) => `kubectl ${line}`),
		run: interrupt,
	},
	break: {
		complete: (state) => [...new Set(state.recording.stops.slice(state.start).map(({stage}) => stage))],
		run: setBreakpoint,
	},
	delete: {
		complete: breakpoints,
		run: (state, argument) => withBreakpoint(state, argument, removeBreakpoint, 'breakpointDeleted'),
	},
	toggle: {
		complete: breakpoints,
		run: (state, argument) => withBreakpoint(state, argument, toggleBreakpoint, 'breakpointToggled'),
	},
	follow: {complete: objects, run: followNamed},
	who: {complete: objects, run: whoWrote},
	goto: {run: goTo},
	until: {complete: (state, typed) => (typed.includes('/') ? objects(state) : ['ready', 'rest']), run: runUntil},
	play: {complete: () => ['story', 'raw', 'x0.1', 'x1', 'x10', 'x100', 'x1000', '5/s', '20/s', '100/s'], run: playAt},
	futures: {run: (state) => ({...changed(state, 'futureList', {at: 0}), mode: 'futures'})},
	future: {
		complete: futureNames,
		run: (state, argument) =>
			argument === '' ? {...state, message: wordsOf(state).messages.futureTakes} : toFuture(state, argument),
	},
	branch: {run: branchHere},
	name: {run: nameFuture},
	again: {run: again},
	other: {run: toOther},
	compare: {complete: futureNames, run: compareFutures},
	traffic: {run: beginTraffic},
	packet: {
		complete: ({recording, cursor}) => packetNames(recording, cursor),
		run: walkPacket,
	},
	fault: {complete: (state, typed) => faultCompletions(state.recording, typed.replace(/^\S+\s+/, '')), run: giveFault},
	crash: faultNamed('crash'),
	revive: faultNamed('restart'),
	heal: faultNamed('heal'),
	answer: {run: answerTyped},
	task: {run: toTask},
	flag: {run: flagTask},
	clock: {run: pauseExam},
	grade: {run: gradeExam},
	save: {run: save},
	link: {run: linkHere},
	export: {
		complete: (state, typed) => {
			if (typed.split(/\s+/).length === 2) {
				return exportFormats(state);
			}

			if (typed.split(/\s+/).length === 4) {
				return objects(state);
			}

			return [];
		},
		run: exportRun,
	},
};

/** The command at the beginning of a line; `k` is short for kubectl, a key's own word needs no argument, and the words of a fault may be used alone. */
const commandOf = (state: State, first: string, argument: string): Command | undefined => {
	const found = commandTable.find(({word}) => word === (first === 'k' ? 'kubectl' : first));
	if (!found && argument !== '' && faultVerbs.includes(first)) {
		return faultNamed(first);
	}

	const isKey = argument === '' && found?.argument !== '' && bindingOfWord(state.setup.keymap, first) !== undefined;
	return !found || (isKey && !isValueMissing(state, found.word)) ? undefined : commands[found.word];
};

/** Whether a question requires a value, and the answering command has none. */
const isValueMissing = ({lesson}: State, word: string): boolean =>
	word === 'answer' && lesson?.run.step.ask?.value !== undefined && !lesson.answered;

const allWords = ({setup}: State): readonly string[] => [
	...commandTable.map(({word}) => word),
	...faultVerbs,
	...setup.keymap.map(({word}) => word),
];

/** Candidates for the last typed word. */
export const completions = (state: State, typed: string): readonly string[] => {
	const [first = '', ...rest] = typed.split(/\s+/);
	const last = rest.at(-1) ?? first;
	const candidates =
		rest.length === 0 ? allWords(state) : (commandOf(state, first, last || ' ')?.complete?.(state, typed) ?? []);
	return [...new Set(candidates)].filter((word) => word.startsWith(last)).sort();
};

/** Performs a line of the command line. */
export const perform = (state: State, line: string): State => {
	const [first = ''] = line.trim().split(/\s+/);
	const argument = line.trim().slice(first.length).trim();
	try {
		return first === ''
			? state
			: (commandOf(state, first, argument)?.run(state, argument) ?? performAlone(state, first, argument));
	} catch (error) {
		const remedy =
			error instanceof Mistake && error.remedy
				? `${wordsOf(state).messages.between}${errorMessage(state, error.remedy)}`
				: '';
		return {...state, message: `${errorMessage(state, error)}${remedy}`};
	}
};

/** A word of the key table, else a kind of objects to list. */
const performAlone = (state: State, word: string, argument: string): State => {
	const binding = bindingOfWord(state.setup.keymap, word);
	if (binding && argument === '') {
		return act(word === 'cluster' ? {...state, cluster: {}} : state, binding.word);
	}

	if (argument === '' && resourceOfWord(word, state.recording)) {
		return {...changed(show(state, 'cluster'), 'pane', {selected: {}, scroll: {}}), cluster: {kind: word}};
	}

	const near = isKubectlCommand(word) ? `kubectl ${word}` : closest(word, allWords(state));
	return {
		...state,
		message: binding ? wordsOf(state).messages.noArgument(word) : wordsOf(state).messages.unknownWord(word, near),
	};
};
