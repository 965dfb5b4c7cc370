import type {Ask, Break, Sight} from '../../classroom/format.js';
import {keyNow} from '../../classroom/place.js';
import {isValue, lastStopOf} from '../../classroom/question.js';
import type {LessonRun} from '../../classroom/player.js';
import type {Stop} from '../../kernel/stop.js';
import {shortName} from '../../objects/object-name.js';
import type {networkParts} from '../../classroom/views.js';
import {sentenceOf} from '../../stages/sentence.js';
import type {LessonState} from '../state/parts.js';
import {asksBelief, beliefs} from '../state/belief.js';
import {subjectAt} from '../state/race.js';
import {changed, lessonChanged, stopOf, type State, type LongWork} from '../state/state.js';
import {lookedAt} from '../panes/visible-evidence.js';
import {begin} from './long-work.js';
import {openCommandLine} from './open-command-line.js';
import {screenWords, wordsOf} from '../words/words.js';
import {jump} from './motions.js';

/** The part of the network that a step shows; of races, the current one. */
const partOf = (
	{recording, cursor, network}: State,
	part: (typeof networkParts)[number] = 'endpoints',
): State['network'] => ({
	whole: network.whole,
	part,
	...(part === 'race' ? {subject: subjectAt(recording, cursor)} : {}),
});

/** The state that shows the parts that a lesson names. @param key of the object to show */
export const inSight = (state: State, sight: Sight, key: string | undefined): State =>
	lookedAt(
		{
			...changed(state, 'pane', {view: sight.view ?? state.pane.view}),
			...(sight.view === 'network' ? {network: partOf(state, sight.part)} : {}),
			object: {...state.object, lookingAt: key ?? state.object.lookingAt},
		},
		sight,
	);

/** The state at the stop that decides a question, with the view that shows it. */
const decided = (state: State, {show}: Ask, step: number | undefined): State => {
	const there = step === undefined ? state : jump(state, step);
	return show
		? inSight(there, show, show.object === undefined ? undefined : keyNow(there.recording, show.object, there.cursor))
		: there;
};

/** The key of an object of the API; a file of a node is not what a question is about. */
const onlyStored = (key: string | undefined): string | undefined => (key?.startsWith('/registry/') ? key : undefined);

/** The run's answer to a reader who named this component: its last stop with the object of the question, or a message that it has none. */
const lastDeed = ({recording, cursor, setup}: State, by: string, {at}: Ask, decides: Stop): string => {
	const named = at?.next?.object ?? at?.runTo?.object;
	const key = (named && keyNow(recording, named, decides.step)) ?? onlyStored(decides.object);
	const last = lastStopOf(recording, by, decides.step, key);
	const {lastDeed: did, noDeed} = screenWords(setup.language).lesson;
	// Without an object, only the time since the question is about it.
	return last && (key !== undefined || last.step > cursor)
		? did(last.process, last.step, sentenceOf(last, setup.language))
		: noDeed(named ?? (key && shortName(key)), cursor, decides.step);
};

/** Lets the run decide a question. @param then receives the result, after the run has reached it */
export function* deciding({lesson}: State, ask: Ask, then: (now: State) => State): LongWork {
	yield* lesson?.run.deciding(ask) ?? [];
	return then;
}

/** Answers the question with the run's decision. */
export const answer = (state: State, {run, option, answers}: LessonState, ask: Ask): State => {
	const {stop, verdicts} = run.decide(ask);
	const chosen = run.options[option];
	const right = ask.options.filter((_, index) => verdicts[index]?.holds);
	const correct = chosen !== undefined && right.includes(chosen);
	const deed = stop && chosen?.if.by !== undefined ? lastDeed(state, chosen.if.by, ask, stop) : '';
	return lessonChanged(decided(state, ask, stop?.step), {
		answers: answers.has(run.index) ? answers : new Map([...answers, [run.index, correct]]),
		answered: {
			correct,
			text: correct
				? run.words(ask.because, stop?.step)
				: `${screenWords(run.language).lesson.youSaid(run.words(chosen?.text ?? ''))}${deed}${resolved(run, ask)}`,
		},
	});
};

/** The right answer, with its place in the run and the reason. */
const resolved = (run: LessonRun, ask: Ask): string => {
	const {stop} = run.decide(ask);
	return `${screenWords(run.language).lesson.itIs(rightWords(run, ask), stop?.step)}${run.words(ask.because, stop?.step)}`;
};

/** Shows the answer to a skipped question; it does not count. */
export const skipQuestion = (state: State): State => {
	const {run, answered} = state.lesson ?? {};
	if (state.lesson && asksBelief(state.lesson)) {
		return lessonChanged(state, {belief: 'unsure', option: 0});
	}

	const ask = run?.step.ask;
	if (!run || !ask || answered) {
		return {...state, message: wordsOf(state).messages.noQuestion};
	}

	if (ask.break) {
		return begin(state, brokenForReader(state, run, ask, ask.break));
	}

	return begin(
		state,
		deciding(state, ask, (now) =>
			lessonChanged(decided(now, ask, run.decide(ask).stop?.step), {
				answered: {correct: true, isShown: true, text: resolved(run, ask).trimStart()},
			}),
		),
	);
};

/** Causes the symptom while the reader watches; it does not count as an answer. */
function* brokenForReader({cursor}: State, run: LessonRun, {because}: Ask, given: Break): LongWork {
	run.cursor = cursor;
	yield* run.solvingBreak(given);
	return (now) => {
		const {itIs} = screenWords(run.language).lesson;
		return lessonChanged(jump({...now, recording: run.recording}, run.cursor), {
			answered: {
				correct: true,
				isShown: true,
				text: `${itIs(`:${given.fault}`, undefined)}${run.words(because)}`.trimStart(),
			},
		});
	};
}

/** The right answer in words: the true options, the value, the order, or the stop. */
export const rightWords = (run: LessonRun, ask: Ask): string => {
	const {stop, verdicts, value, steps = []} = run.decide(ask);
	if (ask.break) {
		return `:${ask.break.fault}`;
	}

	return ask.order
		? [...ask.order.entries()]
				.toSorted(([a], [b]) => (steps[a] ?? 0) - (steps[b] ?? 0))
				.map(([, {text}]) => run.words(text))
				.join(' → ')
		: (value ??
				(ask.stop && stop
					? sentenceOf(stop, run.language).replace(/[.。]$/, '')
					: ask.options.flatMap(({text}, index) => (verdicts[index]?.holds ? [run.words(text)] : [])).join('; ')));
};

/** The state in which a question without options is answered. @param said the learner's answer in words */
const settled = (state: State, {run, answers}: LessonState, ask: Ask, correct: boolean, said: string): State => {
	const {stop} = run.decide(ask);
	const text = correct
		? run.words(ask.because, stop?.step)
		: `${screenWords(run.language).lesson.youSaid(said)}${resolved(run, ask)}`;
	return lessonChanged(decided(state, ask, stop?.step), {
		answers: answers.has(run.index) ? answers : new Map([...answers, [run.index, correct]]),
		answered: {correct, text},
	});
};

/** Handles enter at a question about a stop: the current stop is the right one, or the answer says what happens here. */
const answerHere = (state: State, lesson: LessonState, ask: Ask): State => {
	const {run, answers} = lesson;
	if (run.isAsked(state.cursor)) {
		return settled({...state, message: ''}, lesson, {...ask, show: undefined}, true, '');
	}

	const stop = stopOf(state);
	return {
		...lessonChanged(state, {answers: answers.has(run.index) ? answers : new Map([...answers, [run.index, false]])}),
		message: screenWords(run.language).lesson.notHere(stop ? sentenceOf(stop, run.language) : ''),
	};
};

/** Enter at texts that are to be put in order: the chosen one is next; the last one follows automatically. */
const pickNext = (state: State, lesson: LessonState, ask: Ask): State => {
	const {run, option, picked = []} = lesson;
	const {order = []} = ask;
	const chosen = run.toOrder[option];
	const all = chosen && !picked.includes(chosen.text) ? [...picked, chosen.text] : picked;
	const left = run.toOrder.filter(({text}) => !all.includes(text));
	if (left.length > 1) {
		const next = run.toOrder.findIndex(({text}) => text === left[0]?.text);
		return lessonChanged(state, {picked: all, option: next});
	}

	const given = [...all, ...left.map(({text}) => text)];
	const {steps = []} = run.decide(ask);
	const places = given.map((text) => steps[order.findIndex((item) => item.text === text)] ?? -1);
	const correct = places.every((step, index) => index === 0 || step > (places[index - 1] ?? -1));
	return settled(state, lesson, ask, correct, given.map((text) => run.words(text)).join(' → '));
};

/** Enter at a question without options. */
export const answerFreely = (state: State, lesson: LessonState, ask: Ask): State => {
	if (ask.stop) {
		return answerHere(state, lesson, ask);
	}

	if (ask.order) {
		return pickNext(state, lesson, ask);
	}

	return openCommandLine(state, 'answer ');
};

/** Handles enter at a question about a fault: checks whether the symptom appears. */
export function* breaking({cursor}: State, run: LessonRun, {because}: Ask, given: Break): LongWork {
	run.cursor = cursor;
	const shows = yield* run.showing(given);
	return (now) => {
		if (!now.lesson) {
			return now;
		}

		const {answers} = now.lesson;
		const first = answers.has(run.index) ? answers : new Map([...answers, [run.index, shows]]);
		return shows
			? lessonChanged(
					{...jump({...now, recording: run.recording}, run.cursor), message: ''},
					{answers: first, answered: {correct: true, text: run.words(because)}},
				)
			: {
					...lessonChanged(now, {answers: first}),
					message: screenWords(run.language).lesson.notBroken(run.problem?.replace(/[.。]$/, '')),
				};
	};
}

/** `:answer VALUE` at a question for a value. */
export const answerTyped = (state: State, typed: string): State => {
	const {lesson} = state;
	const ask = lesson?.run.step.ask;
	const {noValue, emptyValue} = screenWords(state.setup.language).lesson;
	if (!lesson || !ask?.value || lesson.answered) {
		return {...state, message: noValue};
	}

	if (typed === '') {
		return {...state, message: emptyValue};
	}

	return begin(
		state,
		deciding(state, ask, (now) =>
			now.lesson ? settled(now, now.lesson, ask, isValue(typed, now.lesson.run.decide(ask).value ?? ''), typed) : now,
		),
	);
};

/** Chooses another option of the question that is open. */
export const chooseOption = (state: State, change: number): State => {
	const {run, answered, option = 0} = state.lesson ?? {};
	const isBelief = state.lesson !== undefined && asksBelief(state.lesson);
	const count = isBelief
		? beliefs.length
		: Math.max(run?.step.ask?.options.length ?? 0, run?.step.ask?.order?.length ?? 0);
	return count === 0 || (answered && !isBelief)
		? state
		: lessonChanged(state, {option: (option + change + count) % count});
};
