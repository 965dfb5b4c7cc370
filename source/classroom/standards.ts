import {Mistake} from '../scenario/mistake.js';
import {minutesOf, textsOf} from './reading.js';
import {ignoresStage, otherPoint} from './stage-words.js';
import {unusedTerms} from './terms.js';
import {isOfCourse} from './course-number.js';
import {viewKey} from './views.js';
import type {Lesson, TakenStep} from './lesson.js';

type Found = readonly [path: ReadonlyArray<string | number>, message: string, remedy: string];

const wrongMinutes = (lesson: Lesson): readonly Found[] => {
	const minutes = minutesOf(lesson);
	return lesson.minutes === minutes
		? []
		: [
				[
					['minutes'],
					`${lesson.minutes} minutes, but the words, stops and questions take ${minutes}`,
					`write minutes: ${minutes}`,
				],
			];
};

/** Words that are explained and not used. */
const idleTerms = ({idea, steps, terms = {}}: Lesson): readonly Found[] =>
	unusedTerms([idea, ...steps.flatMap((step) => textsOf(step).map(([, text]) => text))], Object.keys(terms)).map(
		(term): Found => [['terms', term], `no text says "${term}"`, 'explain only the words that this lesson uses'],
	);

/** A misconception that no step refutes, or that one refutes that does not exist. */
const unrefuted = (lesson: Lesson): readonly Found[] => {
	const {misconception, refuted, refutedAt, steps} = lesson;
	if (misconception !== undefined && isOfCourse(lesson) && (refuted === undefined || refutedAt === undefined)) {
		return [
			[
				['misconception'],
				'no stop refutes this misconception',
				'write the number of a step in `refuted`, and a place in `refutedAt`',
			],
		];
	}

	const isStep = refuted !== undefined && Number.isInteger(refuted) && refuted >= 1 && refuted <= steps.length;
	return refuted === undefined || (isStep && misconception !== undefined)
		? []
		: [
				isStep
					? [['refuted'], 'a step refutes a misconception that the lesson does not name', 'write misconception: …']
					: [['refuted'], `step ${refuted} does not exist`, `write a number from 1 to ${steps.length}`],
			];
};

/** Reports steps and questions that end at rest without evidence: the last stop before rest is arbitrary, such as a renewed lease. */
const blindRest = ({runTo, look, ask}: TakenStep, index: number): readonly Found[] => {
	const remedy = 'the place where a run rests is no evidence: name the evidence, as in {view: cluster}';
	return [
		...(runTo?.rest && look?.view === undefined && look?.object === undefined
			? [[['steps', index], 'this step ends at rest without `look`', remedy] as const]
			: []),
		...(ask?.at?.runTo?.rest && !ask.show
			? [[['steps', index, 'ask'], 'this question is decided at rest without `show`', remedy] as const]
			: []),
	];
};

/** The number of steps of each kind in a lesson of the course. */
const measures: ReadonlyArray<readonly [kind: string, is: (step: TakenStep) => boolean, least: number, most: number]> =
	[
		['steps that only look', ({ask, task, debrief}) => !ask && !task && debrief === undefined, 6, 9],
		['questions', ({ask}) => ask !== undefined, 2, 3],
		['tasks', ({task}) => task !== undefined, 1, 2],
	];

/** The number of options of a question in the course. */
const optionCount = {least: 3, most: 4} as const;

/** Reports questions of the course that can be guessed or take long to read. */
const wrongOptions = (lesson: Lesson): readonly Found[] =>
	isOfCourse(lesson)
		? lesson.steps.flatMap(({ask}, index): readonly Found[] => {
				const count = ask?.options.length ?? 0;
				return count > 0 && (count < optionCount.least || count > optionCount.most)
					? [
							[
								['steps', index, 'ask', 'options'],
								`a question of the course has ${optionCount.least} or ${optionCount.most} options, but this one has ${count}`,
								'add an option that fits the misconception, or remove one',
							],
						]
					: [];
			})
		: [];

/** Nodes that a text names and the cluster of the lesson does not have. */
const unknownNodes = ({cluster, steps}: Lesson): readonly Found[] => {
	const names = new Set(cluster?.nodes?.map(({name}) => name));
	return names.size === 0
		? []
		: steps.flatMap((step, index) =>
				textsOf(step).flatMap(([path, text]) =>
					[...new Set(text.match(/\bnode-[a-z]\b/g))]
						.filter((name) => !names.has(name))
						.map((name): Found => [
							['steps', index, ...path],
							`the cluster of this lesson has no ${name}`,
							`it has ${[...names].join(', ')}`,
						]),
				),
			);
};

/** Panes that a text names by their number beside a step that opens another one. */
const wrongPane = ({look, say}: TakenStep, index: number): readonly Found[] => {
	const named = /\bPane (\d)\b/.exec(say ?? '')?.[1];
	const key = look?.view && viewKey(look.view);
	return named === undefined || key === undefined || named === key
		? []
		: [[['steps', index, 'say'], `this step opens pane ${key}, but its text names pane ${named}`, `write Pane ${key}`]];
};

/** Reports objects of one node in a step whose text is about other nodes. */
const otherNode = ({look, say}: TakenStep, index: number): readonly Found[] => {
	const [, shown] = /^(?:\/nodes|node)\/([\w-]+)(?:\/|$)/.exec(look?.object ?? '') ?? [];
	const said: readonly string[] = say?.match(/\bnode-[a-z]\b/g) ?? [];
	return shown === undefined || said.length === 0 || said.includes(shown)
		? []
		: [
				[
					['steps', index, 'look', 'object'],
					`this shows ${shown}, but the text is about ${said[0]}`,
					'show what the text is about',
				],
			];
};

/** Reports steps that end at a plug-in, a call, a probe or a consumer without mentioning it, or at another extension point than their text names. */
const otherStage = ({runTo, say}: TakenStep, index: number): readonly Found[] => {
	const stage = runTo?.stage;
	if (say === undefined || stage === undefined) {
		return [];
	}

	const path = ['steps', index, 'runTo', 'stage'];
	const remedy = 'run to the place that the text is about, or let the text name this stage';
	const point = otherPoint(say, stage);
	return [
		...(ignoresStage(say, stage) ? [[path, `the text of this step says nothing about ${stage}`, remedy] as const] : []),
		...(point === undefined
			? []
			: [[path, `the text of this step is about ${point}, but ${stage} is another place`, remedy] as const]),
	];
};

/** Answers that show the row of one client where the options are about another. */
const otherClient = (lesson: Lesson): readonly Found[] => {
	const names = lesson.steps.flatMap(({traffic}) => (traffic ? [traffic.name] : []));
	return lesson.steps.flatMap(({ask}, index): readonly Found[] => {
		const about = JSON.stringify(ask?.options ?? []);
		const words: readonly string[] = ask?.show?.row?.split(/\s+/) ?? [];
		const other = names.find((name) => words.includes(name) && !about.includes(`/network/traffic/${name}"`));
		return other !== undefined && about.includes('/network/traffic/')
			? [
					[
						['steps', index, 'ask', 'show', 'row'],
						`this is the row of client ${other}, but the options are about another client`,
						'show the row of the client in the options',
					],
				]
			: [];
	});
};

/** Reports too many or too few steps of a kind. Lessons of a pack may have any form. */
const wrongShape = (lesson: Lesson): readonly Found[] =>
	isOfCourse(lesson)
		? measures.flatMap(([kind, is, least, most]): readonly Found[] => {
				const count = lesson.steps.filter(is).length;
				return count < least || count > most
					? [
							[
								['steps'],
								`a lesson of the course has ${least} to ${most} ${kind}, but this one has ${count}`,
								count < least ? 'add one' : 'turn one of them into a step of another kind',
							],
						]
					: [];
			})
		: [];

const asMistakes = (found: readonly Found[], placeOf: Lesson['placeOf']): readonly Mistake[] =>
	found.map(([path, message, remedy]) => new Mistake(message, placeOf(path), remedy));

/** The mistakes by which a valid lesson misses the standard of the course: a wrong length or shape, unused terms, a rest that shows an unrelated stop. */
export const belowStandard = (lesson: Lesson): readonly Mistake[] =>
	asMistakes(
		[
			...wrongMinutes(lesson),
			...wrongShape(lesson),
			...wrongOptions(lesson),
			...unknownNodes(lesson),
			...lesson.steps.flatMap((step, index) => [
				...wrongPane(step, index),
				...otherNode(step, index),
				...otherStage(step, index),
			]),
			...otherClient(lesson),
			...unrefuted(lesson),
			...idleTerms(lesson),
			...lesson.steps.flatMap((step, index) => blindRest(step, index)),
		],
		lesson.placeOf,
	);

/** The faults among them that a translation can have: terms that it explains and does not use. */
export const translationBelowStandard = (told: Lesson): readonly Mistake[] => asMistakes(idleTerms(told), told.placeOf);
