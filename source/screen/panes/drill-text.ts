import {chainOf} from '../../classroom/drills/chain.js';
import {shortestRepair} from '../../classroom/drills/drills.js';
import type {Attempt, DrillFile} from '../../classroom/drills/format.js';
import type {Action} from '../../classroom/format.js';
import type {LessonState, Spent} from '../state/parts.js';
import {seconds} from '../state/state.js';
import type {ScreenWords} from '../words/screen-words.js';
import {screenWords} from '../words/words.js';

/** A text of a drill, and its role. */
export interface Said {
	readonly text: string;
	readonly tone: 'plain' | 'key' | 'good' | 'dim' | 'title';
}

/** The pane's own words, in the language of the drill. */
const saidBy = ({run}: LessonState): ScreenWords['drill'] => screenWords(run.language).drill;

/** A length of time in words: `58 s`, `2 min 5 s`, `1 h 3 min`. */
const spoken = (ms: number, words: ScreenWords['drill']): string => {
	const all = Math.round(ms / 1000);
	return words.spoken(Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60);
};

const resultOf = ({helped, realMs, virtualMs = 0, keys}: Spent, words: ScreenWords['drill']): string =>
	helped
		? `✗ ${words.shown}`
		: `✓ ${words.repaired(realMs === undefined ? undefined : spoken(realMs, words), keys, spoken(virtualMs, words))}`;

/** The action, as it is typed after the colon. */
const typedFor = ({kubectl, crash, restart}: Action): readonly string[] => [
	...(kubectl === undefined ? [] : [`kubectl ${kubectl}`]),
	...(crash === undefined ? [] : [`crash ${crash}`]),
	...(restart === undefined ? [] : [`revive ${restart}`]),
];

/** The shortest repair, as it is typed. */
const shortest = (drill: DrillFile, andThen: string): string =>
	shortestRepair(drill)
		.flatMap((action) => typedFor(action))
		.map((words) => `:${words}`)
		.join(`  ${andThen}  `);

/** The most characters of a command in the list of repairs that do not help. */
const mostTyped = 76;

/** A useless repair, as it is typed: a command without its flags can look like one that helps. */
const inVain = ({do: actions}: Attempt, {colon, andThen}: {colon: string; andThen: string}): string => {
	const lines = actions
		.flatMap((action) => typedFor(action))
		.map((words) => (words.length > mostTyped ? `${words.slice(0, mostTyped - 1)}…` : words));
	return lines.length === 0 ? '' : `${lines.join(`  ${andThen}  `)}${colon}`;
};

/** The text of a finished drill: the result, the shortest repair, the cause, the chain of events, and the repairs that do not help. */
const lookedBack = (learning: LessonState, drill: DrillFile): readonly Said[] => {
	const {run, spent} = learning;
	const words = saidBy(learning);
	const {colon} = screenWords(run.language);
	const began = run.recording.stops.get(run.start)?.timeMs ?? 0;
	return [
		{text: resultOf(spent, words), tone: spent.helped ? 'plain' : 'good'},
		{text: words.shortest(shortest(drill, words.andThen)), tone: 'key'},
		{text: run.words(drill.debrief, run.start), tone: 'plain'},
		{text: words.chain, tone: 'title'},
		...chainOf(run, drill).flatMap(({stop, says}): Said[] =>
			stop
				? [
						{
							text: `${seconds(stop.timeMs - began, 1)}  #${stop.step} ${stop.process}${colon}${says}`,
							tone: 'plain',
						},
					]
				: [],
		),
		{text: words.notHelping, tone: 'title'},
		...drill.not.map((attempt): Said => ({
			text: `${inVain(attempt, {colon, andThen: words.andThen})}${attempt.says}`,
			tone: 'plain',
		})),
		{text: words.opensNext, tone: 'dim'},
	];
};

/** The text of a drill at this step. */
export const drillText = (learning: LessonState, drill: DrillFile): readonly Said[] =>
	learning.run.finished
		? lookedBack(learning, drill)
		: [
				{text: learning.run.words(drill.symptom, learning.run.start), tone: 'plain'},
				learning.solved
					? {text: `✓ ${saidBy(learning).solved}`, tone: 'good'}
					: {text: saidBy(learning).repair, tone: 'dim'},
			];

/** The note beside the title: the level, and the keys pressed. */
export const drillNote = ({level}: DrillFile, learning: LessonState): string =>
	saidBy(learning).note(level, learning.spent.keys);
