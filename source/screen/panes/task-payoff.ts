import {changeInWords, mainChange} from '../../classroom/changed-fields.js';
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

/** The most meaningful change of the object that the task is about; none where it is long. */
const objectChanged = ({run}: LessonState, from: number, words: ScreenWords): string | undefined => {
	const {ledger} = run.recording.kernel;
	const last = run.recording.stops.length - 1;
	const [condition] = run.step.task?.expect.conditions ?? [];
	const key = condition && keyNow(run.recording, namedIn(condition), last);
	if (key === undefined) {
		return undefined;
	}

	const [old, now] = [ledger.readAt(key, from), ledger.readAt(key, last)];
	const change = old === undefined ? undefined : mainChange(old, now);
	const text = change && `${nameInKey(key)}: ${changeInWords(change, old, now, words.panes.state)}`;
	return text === undefined || text.length > mostChange ? undefined : text;
};

/** The end of a task, in a few texts: before and after in numbers, the learner's own command as the cause, and what to try next. */
export const taskPayoff = (learning: LessonState): readonly string[] => {
	const {run} = learning;
	const {recording, language} = run;
	const from = run.cameTo(run.index);
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
		...[numbers ?? objectChanged(learning, from, words)].filter((text) => text !== undefined),
		...(own && end
			? [
					words.lesson.payoff.yours(
						`kubectl ${short}`,
						own.step,
						seconds(end.timeMs - own.timeMs, end.timeMs - own.timeMs < 1000 ? 3 : 1).slice(1),
					),
				]
			: []),
		numbers === undefined ? words.lesson.payoff.keep : words.lesson.payoff.keepRace,
	];
};
