import path from 'node:path';
import type {Checked} from '../../scenario/document.js';
import {closest, Mistake} from '../../scenario/mistake.js';
import {authored, filesBeside} from '../course.js';
import {drillFile, drillNames, progressName} from '../heads.js';
import type {Progress} from '../progress.js';
import type {DrillFile} from './format.js';
import {readDrill} from './lint.js';
import {translatedDrill} from './translation.js';
import type {Lesson} from '../lesson.js';

/** A drill as a lesson: one task without hints, and its explanation. */
export interface Drill extends Lesson {
	readonly drill: DrillFile;
}

/** How long a repaired cluster must stay correct, in virtual milliseconds. */
const steadyMs = 30_000;

/** The number of characters in the commands of a repair. */
const typedLength = (actions: DrillFile['solutions'][number]['do']): number =>
	actions.reduce((sum, {kubectl = '', crash = '', restart = ''}) => sum + (kubectl + crash + restart).length, 0);

/** The repair of the fewest commands, and of those the shortest to type; the names in a new object do not count. */
export const shortestRepair = ({solutions}: DrillFile): DrillFile['solutions'][number]['do'] =>
	solutions.map((one) => one.do).toSorted((a, b) => a.length - b.length || typedLength(a) - typedLength(b))[0] ?? [];

/** A drill as a lesson. @param name of its folder */
export const drillLesson = (
	drill: DrillFile,
	name: string,
	file: string,
	placeOf: Checked<DrillFile>['placeOf'],
): Drill => ({
	title: drill.title,
	minutes: 5,
	claims: [],
	idea: '',
	...(drill.cluster ? {cluster: drill.cluster} : {}),
	...(drill.files ? {files: drill.files} : {}),
	fault: drill.fault,
	steps: [
		{
			task: {
				goal: drill.symptom,
				expect: {conditions: drill.expect, steadyMs, ...(drill.trial ? {trial: drill.trial} : {})},
				hints: [],
				solution: shortestRepair(drill),
			},
		},
		{debrief: drill.debrief},
	],
	name: progressName(name),
	file,
	placeOf,
	drill,
});

/**
Reads a drill file and the manifests beside it that it names under `files`.

@param language shows the texts of `drill.<language>.yaml`, when there is one.
@throws {Mistakes} its errors.
*/
export const loadDrill = (file: string, language?: string): Drill => {
	const {value, placeOf} = readDrill(...authored(file, 'drill'));
	const files = filesBeside(value.files, file, placeOf);
	const name = path.basename(path.dirname(file));
	const told = language === undefined ? undefined : translatedDrill(value, file, language);
	return told
		? {...drillLesson({...told.value, files}, name, told.file, told.placeOf), language}
		: drillLesson({...value, files}, name, file, placeOf);
};

/** The next drill: the first that is not repaired; if all are repaired, the first. */
export const nextDrill = (progress: Progress, names = drillNames()): string | undefined =>
	names.find((name) => !progress[progressName(name)]?.done) ?? names[0];

/**
The drill with this name, or with this part of its name.

@throws {Mistake} when there is none.
*/
export const findDrill = (word: string, language?: string): Drill => {
	const names = drillNames();
	const name = names.find((one) => one === word) ?? names.find((one) => one.includes(word.toLowerCase()));
	if (name === undefined) {
		const near = closest(word, names);
		throw new Mistake(
			`there is no drill "${word}"`,
			{},
			near ? `did you mean "${near}"?` : '`drills` lists all drills; `drill --random 1` makes one',
		);
	}

	return loadDrill(drillFile(name), language);
};
