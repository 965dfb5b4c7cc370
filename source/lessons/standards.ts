import {Mistake} from '../scenario/mistake.js';
import type {Lesson, TakenStep} from './course.js';
import {minutesOf, textsOf} from './reading.js';
import {unusedTerms} from './terms.js';

type Found = readonly [path: ReadonlyArray<string | number>, message: string, remedy: string];

const wrongMinutes = (lesson: Lesson): readonly Found[] => {
	const minutes = minutesOf(lesson);
	return lesson.minutes === minutes
		? []
		: [
				[
					['minutes'],
					`${lesson.minutes} minutes, but its words, stops and questions take ${minutes}`,
					`write minutes: ${minutes}`,
				],
			];
};

/** Words that are explained and not used. */
const idleTerms = ({idea, steps, terms = {}}: Lesson): readonly Found[] =>
	unusedTerms([idea, ...steps.flatMap((step) => textsOf(step).map(([, text]) => text))], Object.keys(terms)).map(
		(term): Found => [['terms', term], `no text says "${term}"`, 'explain only the words that this lesson uses'],
	);

/** Where a run comes to rest is decided by whatever happens last, such as a lease that is renewed: the learner would look at that. */
const blindRest = ({runTo, look, ask}: TakenStep, index: number): readonly Found[] => {
	const remedy = 'where a run comes to rest has nothing to do with it: name what shows it, as in {view: cluster}';
	return [
		...(runTo?.rest && look?.view === undefined && look?.object === undefined
			? [[['steps', index], 'a step at rest has no look', remedy] as const]
			: []),
		...(ask?.at?.runTo?.rest && !ask.show
			? [[['steps', index, 'ask'], 'a question that is decided at rest has no show', remedy] as const]
			: []),
	];
};

const asMistakes = (found: readonly Found[], placeOf: Lesson['placeOf']): readonly Mistake[] =>
	found.map(([path, message, remedy]) => new Mistake(message, placeOf(path), remedy));

/** What a lesson of a course may not have, though it can be taken: a wrong length, words that are explained for nothing, a rest that shows something else. */
export const belowStandard = (lesson: Lesson): readonly Mistake[] =>
	asMistakes(
		[...wrongMinutes(lesson), ...idleTerms(lesson), ...lesson.steps.flatMap((step, index) => blindRest(step, index))],
		lesson.placeOf,
	);

/** What of that a translation can have: words that it explains and does not use. */
export const translationBelowStandard = (told: Lesson): readonly Mistake[] => asMistakes(idleTerms(told), told.placeOf);
