import {holds} from '../debugger/breakpoint.js';
import type {Seen} from '../classroom/check.js';
import type {Claim, Sight} from '../classroom/format.js';
import {fieldsRead} from '../classroom/option-claims.js';
import {keyNow} from '../classroom/place.js';
import type {LessonRun} from '../classroom/player.js';
import {slotsOf} from '../classroom/slots.js';
import {rowsInSight} from '../screen/panes/visible-evidence.js';
import {plainText} from '../screen/paint/text.js';
import {shownKey, stopOf, type State} from '../screen/state/state.js';

type Found = ReturnType<Seen>[number];

/** A screen with a question, and the one after its answer. */
export interface Asked {
	readonly asked: State;
	readonly answered: State;
}

const names = ['field', 'row', 'line'] as const;
const remedy = 'look at another view during the question, or ask earlier';

/** The text of the named part, as on the screen; without a name, of its whole view. */
const textInSight = (state: State, sight: Sight): string | undefined =>
	rowsInSight(state, sight)
		?.map(({row}) => plainText(row))
		.join('\n');

const sizesOf = (states: readonly State[]): string =>
	states.map(({size}) => `${size.columns}×${size.rows}`).join(' and ');

/** The parts of the answer that are on the screen before, word for word. */
const shownEarly = (screens: readonly Asked[], show: Sight): readonly Found[] => {
	const name = names.find((one) => show[one] !== undefined);
	const early = screens.filter(({asked, answered}) => {
		const before = textInSight(asked, show);
		const sameObject = (show.view ?? answered.pane.view) !== 'state' || shownKey(asked) === shownKey(answered);
		return sameObject && before !== undefined && before === textInSight(answered, show);
	});
	return early.length === 0
		? []
		: [
				{
					path: ['ask', 'show', ...(name === undefined ? [] : [name])],
					message: `the screen shows this answer before the learner answers, at ${sizesOf(early.map(({asked}) => asked))}`,
					remedy,
				},
			];
};

/** The fields that decide a claim and are on the screen at that moment. */
const fieldsInSight = (state: State, claim: Claim): readonly string[] => {
	const stop = stopOf(state);
	const key = claim.object === undefined || !stop ? stop?.object : keyNow(state.recording, claim.object, stop.step);
	const {cel = 'false'} = claim;
	if (!stop || !holds(state.recording, stop, cel, key)) {
		return [];
	}

	return [
		...(shownKey(state) === key ? fieldsRead(cel, 'object') : []).filter((field) =>
			rowsInSight(state, {view: 'state', field}),
		),
		...fieldsRead(cel, 'facts').filter((field) =>
			rowsInSight(state, {view: 'state', field})?.some(({of}) => of === 'facts'),
		),
	];
};

/** Reports that the deciding fields of a right claim already appear before the question. */
const decidedEarly = (run: LessonRun, screens: readonly Asked[]): readonly Found[] => {
	const {ask} = run.step;
	const {verdicts = []} = ask ? run.decide(ask) : {};
	return (ask?.options ?? []).flatMap(({if: claim}, index): readonly Found[] => {
		if (!verdicts[index]?.holds) {
			return [];
		}

		const path = ['ask', 'options', index, 'if'];
		const seen = screens
			.map(({asked}) => [asked, fieldsInSight(asked, claim)] as const)
			.filter(([, fields]) => fields.length > 0);
		const told = slotsOf(ask?.question ?? '').filter(
			({object, expression}) =>
				object === claim.object &&
				fieldsRead(claim.cel ?? '', 'object').some((field) => fieldsRead(expression, 'object').includes(field)),
		);
		return [
			...(seen.length === 0
				? []
				: [
						{
							path,
							message: `at ${sizesOf(seen.map(([state]) => state))}, the screen shows what decides this before the learner answers: ${seen[0]?.[1].join(', ')}`,
							remedy,
						},
					]),
			...(told.length === 0
				? []
				: [
						{
							path: ['ask', 'question'],
							message: `the question mentions ${told[0]?.expression}, which decides the answer`,
							remedy,
						},
					]),
			...((claim.by ?? claim.stage) !== undefined && ask?.at === undefined
				? [
						{
							path,
							message: 'the stop on the screen already decides this question',
							remedy: 'decide at a later stop: `at: {next: …}`',
						},
					]
				: []),
		];
	});
};

/** The parts of the answer that are on the screen before the question of a step is answered. @param screens at all sizes */
export const earlyAnswers = (run: LessonRun, screens: readonly Asked[]): readonly Found[] => {
	const {ask, look} = run.step;
	if (!ask || run.lesson.language !== undefined) {
		return [];
	}

	return [
		...(ask.show ? shownEarly(screens, ask.show) : []),
		...(ask.show?.field !== undefined && look?.real?.includes(ask.show.field)
			? [
					{
						path: ['look', 'real'],
						message: `this command asks for ${ask.show.field}, which shows the answer`,
						remedy: 'name a command that shows no more than the question says',
					},
				]
			: []),
		...decidedEarly(run, screens),
	];
};
