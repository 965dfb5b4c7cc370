import {compileCondition} from '../debugger/breakpoint.js';
import {errorLine} from '../kernel/error-text.js';
import {parseFault} from '../scenario/faults/parse-fault.js';
import {scenarioMistakes} from '../scenario/check.js';
import {readDocument, type Checked, type Shape} from '../scenario/document.js';
import {closest, Mistake, Mistakes} from '../scenario/mistake.js';
import {claims} from './claims.js';
import {lessonShape, type Ask, type Claim, type LessonFile, type LessonStep, type Task} from './format.js';
import {askedPlugin, comparedNumber, contradictsItself, exchangedClaims} from './option-claims.js';
import {keyGlob} from './place.js';
import {wordCount} from './reading.js';
import {slotMistakes, slotsOf} from './slots.js';

/** The longest text that a learner reads at once. */
const limits = {
	steps: 12,
	say: 60,
	debrief: 120,
	question: 40,
	because: 60,
	goal: 60,
	symptom: 60,
	task: 110,
	why: 90,
} as const;
const readable = ['say', 'ask', 'task', 'debrief'] as const;

type Path = ReadonlyArray<string | number>;

/** Reports a mistake at a path of keys and indexes. */
export type Reporter = (path: Path, message: string, remedy?: string) => void;

/** Reports texts that are too long to read at once. */
export const lintLength = (
	report: Reporter,
	path: Path,
	field: keyof typeof limits,
	value: string | undefined,
): void => {
	const limit = limits[field];
	if (value !== undefined && wordCount(value) > limit) {
		report(
			[...path, field],
			`${wordCount(value)} words: at most ${limit} are allowed`,
			'say one thing, or split the step',
		);
	}
};

/** Fields that name an object. */
const objectFields: ReadonlySet<string> = new Set(['object', 'every', 'gone', 'kept']);

/** Conditions that are not valid CEL, objects of unknown resources, and texts that take unknown values from the run, at any place. */
export const lintWords = (report: Reporter, value: unknown, path: Path): void => {
	if (typeof value !== 'object' || value === null) {
		return;
	}

	for (const [key, item] of Object.entries(value)) {
		const at = [...path, Array.isArray(value) ? Number(key) : key];
		for (const mistake of typeof item === 'string' && key !== 'cel' ? slotMistakes(item) : []) {
			report(at, mistake, 'write {{ an expression in CEL }}, or {{ pod/web: an expression about it }}');
		}

		try {
			if (key === 'cel' && typeof item === 'string') {
				compileCondition(item);
			} else if (objectFields.has(key) && typeof item === 'string') {
				keyGlob(item);
			} else {
				lintWords(report, item, at);
			}
		} catch (error) {
			report(
				at,
				errorLine(error),
				key === 'cel'
					? 'write a CEL condition that reads object, oldObject, stop or facts'
					: 'write it as pod/web, or as a ledger key',
			);
		}
	}
};

/** Whether a claim reads the run: otherwise, it would have the same value in every run. */
const readsRun = ({by, stage, saw, never, object, cel}: Claim): boolean =>
	[by, stage, saw, never].some((said) => said !== undefined) ||
	(cel === undefined ? object !== undefined : /\b(?:object|oldObject|facts|stop)\b/.test(cel));

/** A question is answered in one way: by options, or by one of these. */
const otherWays = ['stop', 'value', 'order', 'break'] as const;

const lintWay = (report: Reporter, ask: NonNullable<LessonStep['ask']>, path: Path): void => {
	const ways = otherWays.filter((way) => ask[way] !== undefined);
	if (ways.length + (ask.options ? 1 : 0) !== 1) {
		report(path, 'a question has one kind of answer', `give it exactly one of these: options, ${otherWays.join(', ')}`);
	}

	if (ask.options) {
		lintOptions(report, {...ask, options: ask.options}, path);
	}

	if (ask.order && (ask.order.length < 3 || new Set(ask.order.map(({text}) => text)).size < ask.order.length)) {
		report([...path, 'order'], 'an order needs three or more different texts');
	}

	const {value} = ask;
	const kinds = [value?.cel, value?.count, value?.lowest, value?.highest].filter((kind) => kind !== undefined);
	if (value && kinds.length !== 1) {
		report(
			[...path, 'value'],
			'a value is an expression or a count',
			'give it one of `cel`, `count`, `lowest` and `highest`',
		);
	}

	const [asksLowest, asksHighest] = [/\b(?:low|few|least)(?:est)?\b/i, /\b(?:high|most)(?:est)?\b/i].map((words) =>
		words.test(ask.question),
	);
	if ((value?.highest && asksLowest && !asksHighest) || (value?.lowest && asksHighest && !asksLowest)) {
		report([...path, 'value'], 'the question asks for the opposite extreme', 'swap `lowest` and `highest`');
	}

	if (value?.count?.stage?.endsWith('*')) {
		report([...path, 'value', 'count', 'stage'], 'this counts stops of several stages', 'name a single stage');
	}

	for (const [field, words] of ask.break ? [['fault', ask.break.fault] as const, ...ask.break.not.entries()] : []) {
		try {
			parseFault(words);
		} catch (error) {
			report([...path, 'break', ...(field === 'fault' ? [field] : ['not', field])], errorLine(error));
		}
	}

	if (ask.break?.not.length === 0) {
		report(
			[...path, 'break', 'not'],
			'a symptom needs a fault that does not cause it',
			'name one that the learner may suspect',
		);
	}
};

const lintOptions = (report: Reporter, {at, options, question, because, right = 1}: Ask, path: Path): void => {
	if (options.length < 2 || new Set(options.map(({text}) => text)).size < options.length) {
		report([...path, 'options'], 'a question needs two or more different options');
	}

	if (right >= options.length) {
		report([...path, 'right'], 'a question needs at least one wrong option', 'lower `right`, or add options');
	}

	if (at && (at.next === undefined) === (at.runTo === undefined)) {
		report(
			[...path, 'at'],
			'a question is decided at one place',
			'give `next` or `runTo`; leave out `at` to decide here',
		);
	}

	const asked = askedPlugin(question, at?.next?.stage ?? at?.runTo?.stage);
	if (asked !== undefined) {
		report([...path, 'at'], `the question asks about ${asked}, but this is another place`, 'decide it there');
	}

	const compared = comparedNumber(options);
	const told = slotsOf(because).map(({expression}) => expression);
	if (
		compared !== undefined &&
		told.some((one) => one.startsWith('facts.')) &&
		!told.some((one) => one.includes(compared))
	) {
		report(
			[...path, 'because'],
			`the reason does not give ${compared}, the value that decides`,
			`say the value that decides: {{ ${compared} }}`,
		);
	}

	for (const [index, other, name] of exchangedClaims(options)) {
		report(
			[...path, 'options', index, 'if'],
			`the text of this option says ${name}, but option ${other + 1} claims it`,
			'swap the claims, or let the text name what its claim reads',
		);
	}

	for (const [index, option] of options.entries()) {
		if (contradictsItself(option)) {
			report(
				[...path, 'options', index, 'text'],
				'this option begins with a number that its own claim excludes',
				'write the number that it claims',
			);
		}

		if (!readsRun(option.if)) {
			report(
				[...path, 'options', index, 'if'],
				'this claim says nothing about the run',
				'give it `by`, `stage`, or a `cel` that reads object, oldObject, stop or facts',
			);
		}
	}
};

const spaced = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** A hint that contains a command of the solution would be the solution. */
const lintHints = (report: Reporter, {hints, solution}: Task, path: Path): void => {
	for (const [index, hint] of hints.entries()) {
		const given = solution.find(({kubectl}) => kubectl !== undefined && spaced(hint).includes(spaced(kubectl)));
		if (given) {
			report(
				[...path, index],
				`this hint is the whole command: kubectl ${given.kubectl}`,
				'name the place to look at, or the command without its arguments',
			);
		}
	}
};

const lintStep = (report: Reporter, step: LessonStep, path: Path): void => {
	const present = readable.filter((kind) => step[kind] !== undefined);
	if (present.length !== 1) {
		report(
			path,
			`a step has exactly one of ${readable.join(', ')}; this one has ${present.join(' and ') || 'none'}`,
			present.length === 0
				? 'give it a text, or move its kubectl, traffic, runTo and look to a step that has one'
				: 'split it into two steps',
		);
	}

	lintLength(report, path, 'say', step.say);
	lintLength(report, path, 'debrief', step.debrief);
	lintWords(report, step, path);
	const {ask, task} = step;
	if (ask) {
		lintLength(report, [...path, 'ask'], 'question', ask.question);
		lintLength(report, [...path, 'ask'], 'because', ask.because);
		lintWay(report, ask, [...path, 'ask']);
	}

	if (task) {
		lintLength(report, [...path, 'task'], 'goal', task.goal);
		for (const needed of ['hints', 'solution'] as const) {
			if (task[needed].length === 0) {
				report([...path, 'task', needed], `a task needs ${needed === 'hints' ? 'at least one hint' : 'a solution'}`);
			}
		}

		lintHints(report, task, [...path, 'task', 'hints']);
	}
};

/** The mistakes that parsing does not catch: lengths, unknown claims, questions without their answer, tasks without help. */
const lint = ({value, placeOf}: Checked<LessonFile>): Mistake[] => {
	const mistakes = [
		...scenarioMistakes({value: value.cluster ?? {}, placeOf: (path) => placeOf(['cluster', ...path])}),
	];
	const report: Reporter = (path, message, remedy) => {
		mistakes.push(new Mistake(message, placeOf(path), remedy));
	};

	for (const [index, claim] of value.claims.entries()) {
		if (!claims.includes(claim)) {
			const near = closest(claim, claims);
			report(['claims', index], `unknown claim "${claim}"`, near && `did you mean "${near}"?`);
		}
	}

	if (value.steps.length === 0 || value.steps.length > limits.steps) {
		report(['steps'], `${value.steps.length} steps: a lesson has 1 to ${limits.steps}`, 'teach one idea per lesson');
	}

	for (const [index, step] of value.steps.entries()) {
		lintStep(report, step, ['steps', index]);
	}

	const last = value.steps.at(-1);
	if (last && last.debrief === undefined) {
		report(['steps', value.steps.length - 1], 'the last step is not a debrief', 'end with a `debrief` step');
	}

	return mistakes;
};

/**
Reads a file of a course.

@param lint finds errors beyond its shape
@throws {Mistakes} all that is wrong with it, each with file, line and column.
*/
export const readLinted = <T>(
	source: string,
	file: string,
	shape: Shape<T>,
	lint: (checked: Checked<T>) => readonly Mistake[],
): Checked<T> => {
	const checked = readDocument(source, file, shape);
	const mistakes = lint(checked);
	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	return checked;
};

/** Reads a lesson file. @throws {Mistakes} all that is wrong with it, each with file, line and column. */
export const readLesson = (source: string, file: string): Checked<LessonFile> =>
	readLinted(source, file, lessonShape, lint);
