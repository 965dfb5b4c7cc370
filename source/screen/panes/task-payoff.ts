import {changeInWords, mainChange} from '../../classroom/changed-fields.js';
import {firstUnmet} from '../../classroom/unmet.js';
import {holds} from '../../debugger/breakpoint.js';
import {nestedField} from '../../objects/unstructured.js';
import {namedIn} from '../../classroom/goal.js';
import {keyNow} from '../../classroom/place.js';
import {nameInKey} from '../../objects/resources.js';
import type {LessonState} from '../state/parts.js';
import {seconds} from '../state/state.js';
import {onlyLooks} from '../state/typed-command.js';
import type {ScreenWords} from '../words/screen-words.js';
import {screenWords} from '../words/words.js';

/** The ends of a client's requests, as the ledger counts them. */
type Counts = Readonly<Record<'answered' | 'refused' | 'reset' | 'timedOut' | 'failed', number>>;

const losses = ['refused', 'timedOut', 'reset', 'failed'] as const;

const clients = '/network/traffic/';

/** `4 refused, 3 timed out of 617`, or `663 of 663 answered`. */
const countsInWords = (counts: Counts, words: ScreenWords): string => {
	const {counts: names} = words.panes.network;
	const lost = losses.filter((name) => counts[name] > 0);
	const all = losses.reduce((sum, name) => sum + counts[name], counts.answered);
	return lost.length === 0
		? words.lesson.payoff.answered(counts.answered, all)
		: words.lesson.payoff.lost(lost.map((name) => `${counts[name]} ${names[name]}`).join(', '), all);
};

/** The requests before a task and after its solution, where clients have sent some. */
const requestsChanged = ({run}: LessonState, from: number, words: ScreenWords): string | undefined => {
	const {ledger} = run.recording.kernel;
	const last = run.recording.stops.length - 1;
	const known = new Set(ledger.keys(clients, from));
	const before = [...known].map((key) => ledger.readAt<Counts>(key, from)).at(-1);
	const after = ledger
		.keys(clients, last)
		.filter((key) => !known.has(key))
		.map((key) => ledger.readAt<Counts>(key, last))
		.at(-1);
	return before && after
		? words.lesson.payoff.beforeAfter(countsInWords(before, words), countsInWords(after, words))
		: undefined;
};

/** A longer change, such as that of a node's rules, would push the cause and the task out of view. */
const mostChange = 150;

/** The field that the task's condition compares, before and after: the number that the learner was asked to change. */
const askedChange = (
	{recording}: LessonState['run'],
	{key, name}: {readonly key: string; readonly name: string},
	cel: string,
	[from, to]: readonly [number, number],
	words: ScreenWords['lesson']['payoff'],
): string | undefined => {
	const {ledger} = recording.kernel;
	const [old, now] = [ledger.readAt(key, from), ledger.readAt(key, to)];
	const stop = recording.stops.get(from);
	const unmet =
		old === undefined
			? firstUnmet(cel, now, () => false)
			: firstUnmet(cel, old, (part) => stop !== undefined && holds(recording, stop, part, key));
	const value = unmet && nestedField(now, ...unmet.field.split('.'));
	if (unmet === undefined || value === undefined || value === null) {
		return undefined;
	}

	return old === undefined
		? words.made(name, unmet.field, String(value))
		: words.became(name, unmet.field, unmet.is, String(value));
};

/** The change that the task asked for, else the most meaningful one of its object; none if it is long. */
const objectChanged = ({run}: LessonState, task: number, from: number, words: ScreenWords): string | undefined => {
	const {ledger} = run.recording.kernel;
	const last = run.recording.stops.length - 1;
	const [condition] = run.lesson.steps[task]?.task?.expect.conditions ?? [];
	const key = condition && keyNow(run.recording, namedIn(condition), last);
	if (condition === undefined || key === undefined) {
		return undefined;
	}

	const asked =
		condition.cel === undefined
			? undefined
			: askedChange(
					run,
					{key, name: namedIn(condition).replace('*', nameInKey(key))},
					condition.cel,
					[from, last],
					words.lesson.payoff,
				);
	if (asked !== undefined) {
		return asked;
	}

	const [old, now] = [ledger.readAt(key, from), ledger.readAt(key, last)];
	const change = old === undefined ? undefined : mainChange(old, now);
	const text = change && `${nameInKey(key)}: ${changeInWords(change, old, now, words.panes.state)}`;
	return text === undefined || text.length > mostChange ? undefined : text;
};

/** The last text: of the task on the screen what to try next, after it only how to keep a picture. */
const howToKeep = (isCurrent: boolean, hasRace: boolean, words: ScreenWords['lesson']['payoff']): string => {
	if (!isCurrent) {
		return words.picture;
	}

	return hasRace ? words.keepRace : words.keep;
};

/**
The end of a task, in a few texts: before and after in numbers, the learner's own command as the cause, and what to try next.

@param task the index of its step; the last text of a task that is not the current one tells how to keep a picture only
*/
export const taskPayoff = (learning: LessonState, task = learning.run.index): readonly string[] => {
	const {run} = learning;
	const {recording, language} = run;
	const from = run.cameTo(task);
	const words = screenWords(language);
	if (from === undefined) {
		return [];
	}

	const numbers = requestsChanged(learning, from, words);
	const own = recording.inputs.find(({step, input}) => step > from && 'kubectl' in input && !onlyLooks(input.kubectl));
	const line = own && 'kubectl' in own.input ? own.input.kubectl.replaceAll(/\s+/g, ' ') : '';
	const short = line.length > 34 ? `${line.slice(0, 33)}…` : line;
	const end = recording.stops.at(-1);
	return [
		...[numbers ?? objectChanged(learning, task, from, words)].filter((text) => text !== undefined),
		...(own && end
			? [
					words.lesson.payoff.yours(
						`kubectl ${short}`,
						own.step,
						seconds(end.timeMs - own.timeMs, end.timeMs - own.timeMs < 1000 ? 3 : 1).slice(1),
					),
				]
			: []),
		howToKeep(task === run.index, numbers !== undefined, words.lesson.payoff),
	];
};
