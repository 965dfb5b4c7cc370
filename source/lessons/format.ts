import {compileCondition} from '../debugger/breakpoint.js';
import {
	list,
	mapOf,
	number,
	oneOf,
	readDocument,
	record,
	text,
	type Checked,
	type Value,
} from '../scenario/document.js';
import {closest, Mistake, Mistakes} from '../scenario/mistake.js';
import {scenarioMistakes} from '../scenario/check.js';
import {scenarioShape, trafficClient} from '../scenario/scenario.js';
import {claims} from './claims.js';
import {keyGlob, placeShape} from './place.js';
import {views} from './views.js';
import {errorLine} from '../kernel/error-text.js';

const proofShape = record({
	/** The next stop at this place decides … */
	next: placeShape,
	/** … and this process or component is at work there. */
	by: text,
	/** Or: this object … */
	object: text,
	/** … satisfies this CEL expression, now or after going to the place of `runTo`. */
	cel: text,
	runTo: placeShape,
});

const askShape = record({question: text, options: list(text), answer: text, proof: proofShape, because: text}, [
	'question',
	'options',
	'answer',
	'proof',
	'because',
]);

const actionShape = record({kubectl: text, traffic: trafficClient, runTo: placeShape});

const expectation = {
	object: text,
	cel: text,
	/** What is done before it must hold, to test what the learner made. */
	after: list(actionShape),
} as const;

const expectShape = record(expectation, ['object', 'cel']);

const taskShape = record({goal: text, expect: expectShape, hints: list(text), solution: list(actionShape)}, [
	'goal',
	'expect',
	'hints',
	'solution',
]);

/** What is done on entering a step, in this order; then what is shown, with one thing to read. */
const stepShape = record({
	kubectl: text,
	traffic: trafficClient,
	runTo: placeShape,
	expect: record({object: text, cel: text}, ['object', 'cel']),
	look: record({view: oneOf(views), object: text, real: text}),
	say: text,
	ask: askShape,
	task: taskShape,
	debrief: text,
});

export const lessonShape = record(
	{
		title: text,
		minutes: number,
		claims: list(text),
		idea: text,
		misconception: text,
		cluster: scenarioShape,
		files: mapOf(text),
		terms: mapOf(text),
		steps: list(stepShape),
	},
	['title', 'minutes', 'claims', 'idea', 'steps'],
);

export type LessonFile = Value<typeof lessonShape>;
export type LessonStep = Value<typeof stepShape>;
export type Ask = Value<typeof askShape>;
export type Task = Value<typeof taskShape>;
export type Proof = Value<typeof proofShape>;
export type Action = Value<typeof actionShape>;
export type Expectation = Value<typeof expectShape>;

/** What a learner can be asked to read at once. */
const limits = {steps: 12, say: 60, debrief: 120, question: 40, because: 60, goal: 60} as const;
const wordCount = (value: string): number => value.trim().split(/\s+/).length;
const readable = ['say', 'ask', 'task', 'debrief'] as const;

type Path = ReadonlyArray<string | number>;
type Reporter = (path: Path, message: string, remedy?: string) => void;

const lintLength = (report: Reporter, path: Path, field: keyof typeof limits, value: string | undefined): void => {
	const limit = limits[field];
	if (value !== undefined && wordCount(value) > limit) {
		report(
			[...path, field],
			`${wordCount(value)} words: at most ${limit} are allowed`,
			'say one thing, or split the step',
		);
	}
};

/** Conditions that are not valid CEL and objects of unknown resources, wherever they are. */
const lintWords = (report: Reporter, value: unknown, path: Path): void => {
	if (typeof value !== 'object' || value === null) {
		return;
	}

	for (const [key, item] of Object.entries(value)) {
		const at = [...path, Array.isArray(value) ? Number(key) : key];
		try {
			if (key === 'cel' && typeof item === 'string') {
				compileCondition(item);
			} else if (key === 'object' && typeof item === 'string') {
				keyGlob(item);
			} else {
				lintWords(report, item, at);
			}
		} catch (error) {
			report(
				at,
				errorLine(error),
				key === 'cel'
					? 'write a condition in CEL over object, oldObject, stop and facts'
					: 'write pod/web, or a ledger key',
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
				: 'make two steps of it',
		);
	}

	lintLength(report, path, 'say', step.say);
	lintLength(report, path, 'debrief', step.debrief);
	lintWords(report, step, path);
	const {ask, task} = step;
	if (ask) {
		lintLength(report, [...path, 'ask'], 'question', ask.question);
		lintLength(report, [...path, 'ask'], 'because', ask.because);
		if (!ask.options.includes(ask.answer)) {
			const near = closest(ask.answer, ask.options);
			report([...path, 'ask', 'answer'], 'the answer is not among the options', near && `did you mean "${near}"?`);
		}

		if (ask.options.length < 2 || new Set(ask.options).size < ask.options.length) {
			report([...path, 'ask', 'options'], 'a question needs two or more different options');
		}

		if (ask.proof.next === undefined && ask.proof.cel === undefined) {
			report(
				[...path, 'ask', 'proof'],
				'nothing proves the answer',
				'a proof needs `next` with `by` or `cel`, or `object` with `cel`',
			);
		}

		if (ask.proof.next !== undefined && ask.proof.by === undefined && ask.proof.cel === undefined) {
			report([...path, 'ask', 'proof', 'next'], 'any such stop would prove the answer', 'add `by` or `cel`');
		}
	}

	if (task) {
		lintLength(report, [...path, 'task'], 'goal', task.goal);
		for (const needed of ['hints', 'solution'] as const) {
			if (task[needed].length === 0) {
				report([...path, 'task', needed], `a task needs ${needed === 'hints' ? 'at least one hint' : 'a solution'}`);
			}
		}
	}
};

/** What parsing does not catch: lengths, unknown claims, questions without their answer, tasks without help. */
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
Reads a lesson file.

@throws {Mistakes} all that is wrong with it, each with file, line and column.
*/
export const readLesson = (source: string, file: string): Checked<LessonFile> => {
	const checked = readDocument(source, file, lessonShape);
	const mistakes = lint(checked);
	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	return checked;
};
