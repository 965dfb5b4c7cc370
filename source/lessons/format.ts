import {list, mapOf, number, readDocument, record, text, type Checked, type Value} from '../scenario/document.js';
import {closest, Mistake, Mistakes} from '../scenario/mistake.js';
import {scenarioShape} from '../scenario/scenario.js';
import {claims} from './claims.js';
import {placeShape} from './place.js';

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

const actionShape = record({kubectl: text, runTo: placeShape});

const taskShape = record(
	{
		goal: text,
		expect: record({object: text, cel: text}, ['object', 'cel']),
		hints: list(text),
		solution: list(actionShape),
	},
	['goal', 'expect', 'hints', 'solution'],
);

const stepShape = record({
	say: text,
	kubectl: text,
	runTo: placeShape,
	look: record({view: text, object: text, real: text}),
	ask: askShape,
	task: taskShape,
	expect: record({object: text, cel: text}, ['object', 'cel']),
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

const wordCount = (value: string): number => value.trim().split(/\s+/).length;
const kinds = ['say', 'kubectl', 'runTo', 'look', 'ask', 'task', 'expect', 'debrief'] as const;

/** What reading cannot see: lengths, unknown claims, questions without their answer, tasks without help. */
const lint = ({value, placeOf}: Checked<LessonFile>): Mistake[] => {
	const mistakes: Mistake[] = [];
	const report = (path: ReadonlyArray<string | number>, message: string, remedy?: string) => {
		mistakes.push(new Mistake(message, placeOf(path), remedy));
	};

	for (const [index, claim] of value.claims.entries()) {
		if (!claims.includes(claim)) {
			report(
				['claims', index],
				`unknown claim "${claim}"`,
				closest(claim, claims) && `did you mean "${closest(claim, claims)}"?`,
			);
		}
	}

	for (const [index, step] of value.steps.entries()) {
		const present = kinds.filter((kind) => step[kind] !== undefined);
		if (present.length !== 1) {
			report(
				['steps', index],
				`a step is exactly one of ${kinds.join(', ')}; this one is ${present.join(' and ') || 'none'}`,
			);
		}

		for (const kind of ['say', 'debrief'] as const) {
			const said = step[kind];
			if (said !== undefined && wordCount(said) > (kind === 'say' ? 60 : 120)) {
				report(
					['steps', index, kind],
					`${wordCount(said)} words: a step has at most ${kind === 'say' ? 60 : 120}`,
					'say one thing, or split the step',
				);
			}
		}

		const {ask, task} = step;
		if (ask && !ask.options.includes(ask.answer)) {
			report(['steps', index, 'ask', 'answer'], 'the answer is not among the options');
		}

		if (ask && ask.proof.next === undefined && ask.proof.cel === undefined) {
			report(['steps', index, 'ask', 'proof'], 'a proof needs `next` with `by`, or `object` with `cel`');
		}

		if (task && (task.hints.length === 0 || task.solution.length === 0)) {
			report(['steps', index, 'task'], 'a task needs at least one hint and a solution');
		}
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
