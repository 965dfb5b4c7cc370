import {changeInWords, mainChange} from '../../classroom/changed-fields.js';
import {changedInList, firstUnmet, stepsOf} from '../../classroom/unmet.js';
import {spokenField, spokenName} from '../../classroom/problem-words.js';
import {holds} from '../../debugger/breakpoint.js';
import {nestedField} from '../../objects/unstructured.js';
import {namedIn} from '../../classroom/goal.js';
import {keysNow} from '../../classroom/place.js';
import type {Action, Condition} from '../../classroom/format.js';
import type {TerminalEntry} from '../../cluster.js';
import {nameInKey} from '../../objects/resources.js';
import type {LessonState} from '../state/parts.js';
import {seconds} from '../state/state.js';
import {onlyLooks, typedCommands} from '../state/typed-command.js';
import type {ScreenWords} from '../words/screen-words.js';
import {screenWords} from '../words/words.js';

/** The ends of a client's requests, as the ledger counts them. */
type Counts = Readonly<Record<'answered' | 'refused' | 'reset' | 'timedOut' | 'failed', number>> & {
	/** The node that it sends from, if one is named. */
	readonly node: string;
};

const losses = ['refused', 'timedOut', 'reset', 'failed'] as const;

const clients = '/network/traffic/';

/** `4 refused, 3 timed out of 617`, or `663 of 663 answered`. */
const countsInWords = (counts: Counts, words: ScreenWords): string => {
	const {counts: names} = words.panes.network;
	const lost = losses.filter((name) => counts[name] > 0);
	const all = losses.reduce((sum, name) => sum + counts[name], counts.answered);
	return lost.length === 0
		? words.lesson.payoff.answered(counts.answered, all)
		: words.lesson.payoff.lost(
				lost.map((name) => [counts[name], names[name]]),
				all,
			);
};

/** The conditions of a task, and those of its trial. */
const conditionsOf = ({run}: LessonState, task: number): readonly Condition[] => {
	const goal = run.lesson.steps[task]?.task?.expect;
	return [...(goal?.conditions ?? []), ...(goal?.trial?.expect ?? [])];
};

/** The requests before a task and after its solution, where clients have sent some: those of the client that the task names, else of the latest one, and before the task those of the latest client on the same node. */
const requestsChanged = (learning: LessonState, task: number, from: number, words: ScreenWords): string | undefined => {
	const {recording} = learning.run;
	const {ledger} = recording.kernel;
	const last = recording.stops.length - 1;
	const began = (key: string): number => ledger.versions(key)[0]?.step ?? 0;
	const byBeginning = (keys: readonly string[]): readonly string[] => keys.toSorted((a, b) => began(a) - began(b));
	const known = byBeginning(ledger.keys(clients, from));
	const news = byBeginning(ledger.keys(clients, last).filter((key) => !known.includes(key)));
	const asked = conditionsOf(learning, task).map(namedIn);
	const newKey = news.findLast((key) => asked.includes(key)) ?? news.at(-1);
	const after = newKey === undefined ? undefined : ledger.readAt<Counts>(newKey, last);
	const counts = known.flatMap((key) => ledger.readAt<Counts>(key, from) ?? []);
	const before = counts.findLast(({node}) => node === after?.node) ?? counts.at(-1);
	return before && after
		? words.lesson.payoff.beforeAfter(countsInWords(before, words), countsInWords(after, words))
		: undefined;
};

/** A longer change, such as that of a node's rules, would push the cause and the task out of view. */
const mostChange = 150;

/** The field that the task's condition compares, before and after: the number that the task asks the learner to change. */
const askedChange = (
	{recording, language}: LessonState['run'],
	{key, name}: {readonly key: string; readonly name: string},
	cel: string,
	[from, to]: readonly [number, number],
): string | undefined => {
	const {ledger} = recording.kernel;
	const [old, now] = [ledger.readAt(key, from), ledger.readAt(key, to)];
	const stop = recording.stops.get(from);
	const unmet =
		old === undefined
			? firstUnmet(cel, now, () => false)
			: firstUnmet(cel, old, (part) => stop !== undefined && holds(recording, stop, part, key));
	const value = unmet && nestedField(now, ...stepsOf(unmet.field));
	const change =
		unmet === undefined || value === undefined || value === null
			? changedInList(cel, old, now)
			: {field: unmet.field, old: unmet.is, now: String(value)};
	if (change === undefined) {
		return undefined;
	}

	const {payoff} = screenWords(language).lesson;
	const field = spokenField(change.field, language);
	return old === undefined ? payoff.made(name, field, change.now) : payoff.became(name, field, change.old, change.now);
};

/** The requested change of the task, otherwise the most meaningful one of its object; `undefined` if it is long. */
const objectChanged = (learning: LessonState, task: number, from: number, words: ScreenWords): string | undefined => {
	const {recording, language} = learning.run;
	const {ledger} = recording.kernel;
	const end = recording.stops.at(-1);
	const [condition] = conditionsOf(learning, task);
	if (condition === undefined || end === undefined) {
		return undefined;
	}

	const {cel} = condition;
	const keys = keysNow(recording, namedIn(condition), end.step);
	const key = keys.find((one) => cel !== undefined && holds(recording, end, cel, one)) ?? keys[0];
	if (key === undefined) {
		return undefined;
	}

	const name = spokenName(namedIn(condition).replace('*', nameInKey(key)), language);
	const asked = cel === undefined ? undefined : askedChange(learning.run, {key, name}, cel, [from, end.step]);
	if (asked !== undefined) {
		return asked;
	}

	const [old, now] = [ledger.readAt(key, from), ledger.readAt(key, end.step)];
	if (old === undefined) {
		return words.lesson.payoff.exists(name);
	}

	const change = mainChange(old, now);
	const text = change && `${nameInKey(key)}: ${changeInWords(change, old, now, words.panes.state)}`;
	return text === undefined || text.length > mostChange ? undefined : text;
};

/** The faults of an action, as they are typed. */
const faultsOf = ({crash, restart}: Action): readonly string[] => [
	...(crash === undefined ? [] : [`:crash ${crash}`]),
	...(restart === undefined ? [] : [`:restart ${restart}`]),
];

/** An action of the learner, as it was typed. */
interface Deed {
	readonly words: string;
	readonly step: number;
	readonly timeMs: number;
}

/** The learner's latest command of the task that changed something, otherwise the latest fault or its end: not a refused one, and none of the trial. An earlier one was not enough, or was a mistake. */
const decisiveDeed = ({run}: LessonState, task: number, from: number): Deed | undefined => {
	const {recording, lesson} = run;
	const {ledger} = recording.kernel;
	const trial = lesson.steps[task]?.task?.expect.trial?.do ?? [];
	const code = (number: number): number => ledger.read<TerminalEntry>(`/terminal/${number}`)?.code ?? 0;
	const command = typedCommands(recording).findLast(
		({number, line, step}) =>
			step > from && !onlyLooks(line) && trial.every(({kubectl}) => kubectl !== line) && code(number) === 0,
	);
	return command
		? {...command, words: `kubectl ${command.line}`}
		: recording.inputs
				.flatMap(({step, timeMs, input}) => ('fault' in input ? [{words: `:${input.fault}`, step, timeMs}] : []))
				.findLast(({step, words}) => step > from && trial.every((one) => !faultsOf(one).includes(words)));
};

/** The last text: for the task on the screen, what to try next; afterwards, only how to save a picture. */
const howToKeep = (isCurrent: boolean, hasRace: boolean, words: ScreenWords['lesson']['payoff']): string => {
	if (!isCurrent) {
		return words.picture;
	}

	return hasRace ? words.keepRace : words.keep;
};

/**
The end of a task, in a few texts: the numbers before and after, the learner's command as the cause, and what to try next.

@param task the index of its step; the last text of a task other than the current one only says how to save a picture
*/
export const taskPayoff = (learning: LessonState, task = learning.run.index): readonly string[] => {
	const {run} = learning;
	const {recording, language} = run;
	const from = run.cameTo(task);
	const words = screenWords(language);
	if (from === undefined) {
		return [];
	}

	const numbers = requestsChanged(learning, task, from, words);
	const own = decisiveDeed(learning, task, from);
	const line = own?.words.replaceAll(/\s+/g, ' ') ?? '';
	const short = line.length > 42 ? `${line.slice(0, 41)}…` : line;
	const end = recording.stops.at(-1);
	return [
		...[numbers ?? objectChanged(learning, task, from, words)].filter((text) => text !== undefined),
		...(own && end
			? [
					words.lesson.payoff.yours(
						short,
						own.step,
						seconds(end.timeMs - own.timeMs, end.timeMs - own.timeMs < 1000 ? 3 : 1).slice(1),
					),
				]
			: []),
		howToKeep(task === run.index, numbers !== undefined, words.lesson.payoff),
	];
};
