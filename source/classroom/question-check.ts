import {checkFault} from '../cluster.js';
import {causes} from '../debugger/cause.js';
import {errorLine} from '../kernel/error-text.js';
import type {Stop} from '../kernel/stop.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Ask, Break} from './format.js';
import {isBeside} from './option-claims.js';
import {keyNow} from './place.js';
import type {LessonRun} from './player.js';
import {neighbourAsked} from './slot-meanings.js';
import {lastStopOf} from './question.js';

/** The place of a mistake in a lesson. */
export type Path = ReadonlyArray<string | number>;

/** Reports a mistake at a place. */
export type Reporter = (path: Path, message: string, remedy?: string) => void;

const quoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(' and ');

/** Whether a stop changes an object that an option is about. */
const writesAskedObject = ({recording}: LessonRun, {options}: Ask, {step}: Stop): boolean => {
	const changed = new Set(recording.kernel.ledger.changesAt(step).map(({key}) => key));
	return options.some(({if: {object}}) => object !== undefined && changed.has(keyNow(recording, object, step) ?? ''));
};

/** The stop at which a failure begins that another one only passes on: the refusal behind the answer that kubectl prints. */
const firstFailure = ({recording}: LessonRun, stop: Stop): Stop | undefined => {
	const hasFailed = ({outcome, periodic}: Stop): boolean =>
		!periodic && (outcome === 'failed' || outcome === 'refused');
	const root = causes(recording, stop.step).find((one) => one.step < stop.step && !hasFailed(one));
	return root === undefined
		? undefined
		: recording.stops
				.slice(root.step + 1, stop.step)
				.find((one) => hasFailed(one) && causes(recording, one.step).some(({step}) => step === root.step));
};

/** Lets the run decide each option: exactly `right` of them must hold. */
export const checkQuestion = (run: LessonRun, ask: Ask, path: Path, report: Reporter): void => {
	const {stop, verdicts, value, steps = []} = run.decide(ask);
	if (!stop) {
		report([...path, 'at'], 'the run never reaches the place that decides this question', 'name a later place');
		return;
	}

	if (stop.periodic && !ask.show && !writesAskedObject(run, ask, stop)) {
		report(
			[...path, 'at'],
			'the stop that decides is routine, and does not show the answer',
			'decide at another stop, or name the evidence in `show`',
		);
	}

	const asked = ask.value?.cel?.startsWith('facts')
		? neighbourAsked(ask.question, ask.value.cel, stop.facts)
		: undefined;
	if (asked !== undefined) {
		report(
			[...path, 'value', 'cel'],
			`the question says ${asked}, but the value reads another field`,
			'ask for the field that the value reads',
		);
	}

	const earlier = ask.stop?.failure ? firstFailure(run, stop) : undefined;
	if (earlier) {
		report(
			[...path, 'stop'],
			`#${earlier.step} fails first, at ${earlier.stage}: this stop only passes the failure on`,
			'ask for the stop that fails first',
		);
	}

	if (ask.value && value === undefined) {
		report([...path, 'value'], 'the run does not have this value at the stop that decides', 'name what exists there');
	}

	if (new Set(steps).size < steps.length) {
		report(
			[...path, 'order'],
			'the run reaches two of these places at the same stop',
			'name places at different stops',
		);
	}

	if (ask.break) {
		checkBreak(run, ask.break, [...path, 'break'], report);
	}

	if (ask.options.length === 0) {
		return;
	}

	checkOptions(run, ask, {stop, verdicts}, path, report);
};

type Decision = Pick<ReturnType<LessonRun['decide']>, 'verdicts'> & {readonly stop: Stop};

/** Checks that the run decides each claim, and that `right` of them hold. */
const checkOptions = (run: LessonRun, ask: Ask, decision: Decision, path: Path, report: Reporter): void => {
	const {stop, verdicts} = decision;
	for (const [index, {problem}] of verdicts.entries()) {
		if (problem !== undefined) {
			report(
				[...path, 'options', index, 'if'],
				`the run cannot decide this claim: ${problem}`,
				'read only fields that exist there: has(…) tests for a field',
			);
		}
	}

	const end = run.recording.stops.length - 1;
	for (const [index, {if: claim}] of ask.options.entries()) {
		if (claim.by !== undefined && !lastStopOf(run.recording, claim.by, end)) {
			report(
				[...path, 'options', index, 'if', 'by'],
				`nothing in this run is named "${claim.by}"`,
				'name one of the active processes or components: `trace` shows them all',
			);
		}
	}

	checkShown(ask, verdicts, path, report);
	const {right = 1} = ask;
	const found = ask.options.filter((_, index) => verdicts[index]?.holds).map(({text}) => text);
	if (found.length !== right) {
		const several = found.length === 1 ? `only ${quoted(found)} is` : `${quoted(found)} are`;
		report(
			[...path, 'options'],
			`${right === 1 ? 'exactly one option' : `${right} options`} must be right, but in this run ${found.length === 0 ? 'none is' : several}`,
			`the deciding stop is #${stop.step}, by ${stop.process} at ${stop.stage}: ${sentenceOf(stop, run.language)}`,
		);
	}
};

/** Checks that the field that the question shows is one that the right option's claim reads. */
const checkShown = ({options, show}: Ask, verdicts: Decision['verdicts'], path: Path, report: Reporter): void => {
	for (const [index, {if: claim}] of options.entries()) {
		const isOfShown = claim.object === (show?.object ?? claim.object);
		if (verdicts[index]?.holds && isOfShown && show?.field !== undefined && isBeside(show.field, claim.cel ?? '')) {
			report(
				[...path, 'show', 'field'],
				`option ${index + 1} is right because of a different field`,
				'show the field that its claim reads',
			);
		}
	}
};

/** A symptom appears with its fault, and not without one or with those of `not`. */
const checkBreak = (run: LessonRun, given: Break, path: Path, report: Reporter): void => {
	const known = [given.fault, ...given.not].map((fault) => {
		try {
			checkFault(fault, run.recording);
			return undefined;
		} catch (error) {
			return errorLine(error);
		}
	});
	for (const [index, problem] of known.entries()) {
		if (problem !== undefined) {
			report([...path, ...(index === 0 ? ['fault'] : ['not', index - 1])], problem, 'name what this cluster has');
		}
	}

	if (known.some((problem) => problem !== undefined)) {
		return;
	}

	if (run.tries(given, undefined)) {
		report(path, 'the symptom shows before anything is broken', 'name a condition that only a fault causes');
		return;
	}

	if (!run.tries(given, given.fault)) {
		report(
			[...path, 'fault'],
			'this fault does not cause the symptom',
			'look with `trace` at the run after this fault',
		);
	}

	for (const [index, fault] of given.not.entries()) {
		if (run.tries(given, fault)) {
			report(
				[...path, 'not', index],
				'this fault causes the symptom too',
				'narrow the condition, or remove the fault from `not`',
			);
		}
	}
};
