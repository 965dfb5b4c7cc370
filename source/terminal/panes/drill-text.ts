import {chainOf} from '../../lessons/drills/chain.js';
import {shortestRepair} from '../../lessons/drills/drills.js';
import type {DrillFile} from '../../lessons/drills/format.js';
import type {LessonState, Spent} from '../state/parts.js';
import {seconds} from '../state/state.js';

/** A text of a drill, and how it is meant. */
export interface Said {
	readonly text: string;
	readonly tone: 'plain' | 'key' | 'good' | 'dim' | 'title';
}

/** A length of time as one says it: `58 s`, `2 min 5 s`, `1 h 3 min`. */
const spoken = (ms: number): string => {
	const all = Math.round(ms / 1000);
	const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
	return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
};

const resultOf = ({helped, realMs, virtualMs = 0, keys}: Spent): string =>
	helped
		? '✗ The repair was shown to you; this drill stays open.'
		: `✓ Repaired${realMs === undefined ? '' : ` in ${spoken(realMs)}`} with ${keys} keys; the cluster's clock went on by ${spoken(virtualMs)}.`;

/** The repair that takes the least typing, as it is typed. */
const shortest = (drill: DrillFile): string =>
	shortestRepair(drill)
		.flatMap(({kubectl, crash, restart}) => [
			...(kubectl === undefined ? [] : [`:kubectl ${kubectl}`]),
			...(crash === undefined ? [] : [`:crash ${crash}`]),
			...(restart === undefined ? [] : [`:revive ${restart}`]),
		])
		.join('  then  ');

/** What a drill that is over says: the result, the shortest repair, what it was, how it came, and what would not have helped. */
const lookedBack = ({run, spent}: LessonState, drill: DrillFile): readonly Said[] => {
	const began = run.recording.stops.get(run.start)?.timeMs ?? 0;
	return [
		{text: resultOf(spent), tone: spent.helped ? 'plain' : 'good'},
		{text: `Shortest known: ${shortest(drill)}`, tone: 'key'},
		{text: run.words(drill.debrief, run.start), tone: 'plain'},
		{text: 'How it came, before you did', tone: 'title'},
		...chainOf(run, drill).flatMap(({stop, says}): Said[] =>
			stop ? [{text: `${seconds(stop.timeMs - began, 1)}  #${stop.step} ${stop.process}: ${says}`, tone: 'plain'}] : [],
		),
		{text: 'What does not help', tone: 'title'},
		...drill.not.map(({says, do: [first]}): Said => ({
			text: `${first?.kubectl === undefined ? '' : `kubectl ${first.kubectl.split(' ').slice(0, 2).join(' ')}: `}${says}`,
			tone: 'plain',
		})),
		{text: 'Enter opens the next drill; tab shows the cluster.', tone: 'dim'},
	];
};

/** Everything that a drill has to say at this step. */
export const drillText = (learning: LessonState, drill: DrillFile): readonly Said[] =>
	learning.run.finished
		? lookedBack(learning, drill)
		: [
				{text: learning.run.words(drill.symptom, learning.run.start), tone: 'plain'},
				learning.solved
					? {text: '✓ repaired; enter says what it was', tone: 'good'}
					: {text: 'Repair it: : types kubectl, enter checks. There are no hints; ! gives up.', tone: 'dim'},
			];

/** What stands beside the title: the level, and what has been put in. */
export const drillNote = ({level}: DrillFile, {keys}: Spent): string => `level ${level} · ${keys} keys`;
