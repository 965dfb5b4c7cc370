import {errorLine} from '../../kernel/error-text.js';
import {scenarioMistakes} from '../../scenario/check.js';
import type {Checked} from '../../scenario/document.js';
import {Mistake} from '../../scenario/mistake.js';
import {lintCondition} from '../drills/lint.js';
import {lintLength, lintWords, readLinted, type Reporter} from '../lint.js';
import {readTime} from '../place.js';
import {examShape, examTaskShape, type Criterion, type ExamFile, type ExamTask} from './format.js';
import {filled, slotsIn, textsIn, variation} from './slots.js';

const reporterOf =
	(mistakes: Mistake[], placeOf: Checked<unknown>['placeOf']): Reporter =>
	(path, message, remedy) => {
		mistakes.push(new Mistake(message, placeOf(path), remedy));
	};

/** The least number of each kind of item in a task. */
const atLeast = [
	['criteria', 2],
	['solutions', 1],
	['near', 3],
] as const;

/** A value of a slot becomes a part of names, commands and manifests. */
const slotValue = /^[\w.-]{1,40}$/;

const lintSlots = (report: Reporter, {slots = {}, ...task}: ExamTask): void => {
	const used = new Set(textsIn(task).flatMap((text) => slotsIn(text)));
	for (const [name, values] of Object.entries(slots)) {
		if (!used.has(name)) {
			report(['slots', name], `no text uses the slot <${name}>`, 'use it, or leave it out');
		}

		if (values.length < 2) {
			report(['slots', name], 'a slot needs two or more values', 'write the value where it is used');
		}

		for (const [index, value] of values.entries()) {
			if (!slotValue.test(value)) {
				report(
					['slots', name, index],
					`"${value}" cannot be a value of a slot`,
					'use letters, digits, dots and hyphens',
				);
			}
		}
	}

	for (const name of used) {
		if (!Object.hasOwn(slots, name)) {
			report([], `there is no slot <${name}>`, 'add it to `slots`');
		}
	}
};

const lintCriterion = (report: Reporter, criterion: Criterion, path: ReadonlyArray<string | number>): void => {
	const {is = [], prints} = criterion;
	if (is.length === 0 && prints === undefined) {
		report(path, 'a criterion needs a condition', 'give it `is`, or `do` and `prints`');
	}

	if (criterion.points === 0) {
		report([...path, 'points'], 'a criterion needs at least one point');
	}

	for (const [index, condition] of is.entries()) {
		lintCondition(report, condition, [...path, 'is', index]);
	}

	if (prints === undefined) {
		return;
	}

	if (criterion.do?.at(-1)?.kubectl === undefined) {
		report([...path, 'prints'], 'nothing prints this', 'end `do` with a kubectl command');
	}

	try {
		RegExp(prints);
	} catch (error) {
		report([...path, 'prints'], errorLine(error), 'write a regular expression');
	}
};

/** Numbers that English writes in letters. */
const numerals = 'zero one two three four five six seven eight nine ten'.split(' ');

/** The numbers from two on that a text says, in digits or letters; not those inside names. */
const numbersSaid = (text: string): readonly string[] =>
	[...text.toLowerCase().matchAll(/(?<![\w.:/-])(?:(\d+)(?![\w:/-]|\.\d)|([a-z]+))(?![\w-])/g)]
		.map(([, digits, word = '']) => digits ?? String(numerals.indexOf(word)))
		.filter((number) => Number(number) > 1);

/** A number in the text of a criterion that none of its numeric conditions uses. */
const unaskedNumber = ({says, is = [], do: does = [], prints}: Criterion): string | undefined => {
	const text = JSON.stringify([is, does, prints]);
	return /[=<>] ?(?:[2-9]|\d\d)/.test(JSON.stringify(is))
		? numbersSaid(says).find((number) => !new RegExp(`(?<![\\w.])${number}(?![\\w.])`).test(text))
		: undefined;
};

/** Words for a state, and the field or value that a condition on it reads. */
const states: ReadonlyArray<readonly [said: RegExp, read: RegExp]> = [
	[/\bready\b/i, /ready/i],
	[/\bavailable\b/i, /available|ready/i],
	[/\brequests? \d/i, /requests/],
	[/\blimits? (?:of )?\d/i, /limits|max|hard/],
];

/** The state that the text of a criterion says and that none of its conditions reads: the criterion holds without it. */
const unreadState = ({says, is = [], do: does = [], prints}: Criterion): string | undefined => {
	const read = JSON.stringify([is, does, prints]);
	return states
		.map(([said, reads]) => (reads.test(read) ? undefined : said.exec(says)?.[0]))
		.find((word) => word !== undefined);
};

/** Paths, images with their tag and sizes in the words of a task. */
const exact = /(?<![\w/<])\/[a-z][\w./-]*\w|(?<![\w.])[a-z][\w./-]*:\d[\w.]*\w|(?<![\w.])\d+(?:[KMG]i|m)(?!\w)/g;

/** Names in a task's words that neither its criteria, its start nor its solutions have. */
const unaskedNames = ({
	task,
	criteria,
	files = {},
	answers = {},
	start = [],
	cluster,
	solutions,
}: ExamTask): readonly string[] => {
	const does = JSON.stringify([criteria, files, start, cluster, solutions]);
	const used = Object.entries(answers).filter(([name]) => does.includes(name));
	const has = `${does}${JSON.stringify(used)}`;
	return [...new Set(task.match(exact))].filter((name) => !has.includes(name));
};

const lintTask = ({value, placeOf}: Checked<ExamTask>): Mistake[] => {
	// With values in its slots it reads as it is played.
	const task = filled(value, variation(value.slots ?? {}, 0));
	const mistakes = [...scenarioMistakes({value: task.cluster ?? {}, placeOf: (path) => placeOf(['cluster', ...path])})];
	const report = reporterOf(mistakes, placeOf);
	for (const [field, least] of atLeast) {
		if (value[field].length < least) {
			report([field], `the length of "${field}" is ${value[field].length}: a task needs at least ${least}`);
		}
	}

	if (value.settle !== undefined && readTime(value.settle) === undefined) {
		report(['settle'], `"${value.settle}" is not a length of time`, 'write a duration such as 90s');
	}

	for (const [index, criterion] of task.criteria.entries()) {
		lintCriterion(report, criterion, ['criteria', index]);
	}

	const most = value.criteria.reduce((sum, {points}) => sum + points, 0);
	for (const [index, {points}] of value.near.entries()) {
		if (points >= most) {
			report(['near', index, 'points'], `a near miss must score less than ${most}`, 'turn it into a solution');
		}
	}

	for (const [index, criterion] of task.criteria.entries()) {
		const number = unaskedNumber(criterion);
		if (number !== undefined) {
			report(['criteria', index, 'says'], `the criterion says ${number}, but its conditions use other numbers`);
		}

		const state = unreadState(criterion);
		if (state !== undefined) {
			report(
				['criteria', index, 'is'],
				`the criterion says "${state}", but none of its conditions reads this state`,
				'ask for it in a condition',
			);
		}
	}

	for (const name of unaskedNames(task)) {
		report(['task'], `${name} appears in no criterion, start or solution`, 'ask only for what the criteria grade');
	}

	lintSlots(report, value);
	lintLength(report, [], 'task', value.task);
	lintLength(report, [], 'why', value.why);
	lintWords(report, task, []);
	return mistakes;
};

const lintExam = ({value, placeOf}: Checked<ExamFile>): Mistake[] => {
	const mistakes: Mistake[] = [];
	const report = reporterOf(mistakes, placeOf);
	const weights = Object.values(value.domains).reduce((sum, {weight}) => sum + weight, 0);
	if (weights !== 100) {
		report(['domains'], `the weights of the domains add up to ${weights}`, 'make them add up to 100 points');
	}

	for (const [field, most] of [
		['minutes', 240],
		['pass', 100],
	] as const) {
		if (value[field] < 1 || value[field] > most) {
			report([field], `${value[field]} is not between 1 and ${most}`);
		}
	}

	const known = new Set<string>();
	for (const [index, name] of value.tasks.entries()) {
		if (!/^[a-z\d][a-z\d-]*$/.test(name) || known.has(name)) {
			report(['tasks', index], `"${name}" is ${known.has(name) ? 'listed twice' : 'not a task name'}`);
		}

		known.add(name);
	}

	return mistakes;
};

/** Reads a file `exam.yaml`. @throws {Mistakes} all that is wrong with it, each with file, line and column. */
export const readExam = (source: string, file: string): Checked<ExamFile> =>
	readLinted(source, file, examShape, lintExam);

/** Reads a file of a task. @throws {Mistakes} all that is wrong with it, each with file, line and column. */
export const readExamTask = (source: string, file: string): Checked<ExamTask> =>
	readLinted(source, file, examTaskShape, lintTask);
