import {basename} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {Fields} from '../kernel/record.js';
import {Mistake} from '../scenario/mistake.js';
import type {Lesson} from './course.js';
import {slotsOf} from './slots.js';

/** What a translation may not change: everything but its texts. */
const shapeOf = (lesson: Lesson): readonly Fields[] =>
	lesson.steps.map(({kubectl, traffic, crash, restart, runTo, expect, look, say, ask, task, debrief}) => ({
		kubectl,
		traffic,
		crash,
		restart,
		runTo,
		expect,
		look,
		say: say !== undefined,
		ask: ask && {at: ask.at, right: ask.right, options: ask.options.map((option) => option.if)},
		task: task && {expect: task.expect, hints: task.hints.length, solution: task.solution},
		debrief: debrief !== undefined,
		slots: [say, ask?.question, ask?.because, task?.goal, debrief].map((text = '') =>
			slotsOf(text)
				.map(({expression}) => expression)
				.sort(),
		),
	}));

/** Where a translation differs from the lesson in more than its words. */
export const compareTranslation = (lesson: Lesson, translation: Lesson): readonly Mistake[] => {
	const mistakes: Mistake[] = [];
	const remedy = `copy it from ${basename(lesson.file)}; only texts are translated`;
	for (const field of ['claims', 'cluster', 'minutes'] as const) {
		if (!isDeepStrictEqual(lesson[field], translation[field])) {
			mistakes.push(new Mistake(`"${field}" differs from the lesson`, translation.placeOf([field]), remedy));
		}
	}

	const [original, translated] = [shapeOf(lesson), shapeOf(translation)];
	if (original.length !== translated.length) {
		mistakes.push(
			new Mistake(
				`${translated.length} steps, but the lesson has ${original.length}`,
				translation.placeOf(['steps']),
				remedy,
			),
		);
	}

	for (const [index, shape] of translated.slice(0, original.length).entries()) {
		const there = original[index] ?? {};
		const field = Object.keys(there).find((key) => !isDeepStrictEqual(shape[key], there[key]));
		if (field !== undefined) {
			mistakes.push(
				new Mistake(
					`"${field}" of step ${index + 1} differs from the lesson`,
					translation.placeOf(['steps', index, field]),
					remedy,
				),
			);
		}
	}

	return mistakes;
};
