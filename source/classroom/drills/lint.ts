import {scenarioMistakes} from '../../scenario/check.js';
import type {Checked} from '../../scenario/document.js';
import {Mistake} from '../../scenario/mistake.js';
import type {Condition} from '../format.js';
import {lintLength, lintWords, readLinted, type Reporter} from '../lint.js';
import {drillShape, type DrillFile} from './format.js';

/** Checks that a condition is one of four kinds, with an expression if it needs one. */
export const lintCondition = (report: Reporter, condition: Condition, path: ReadonlyArray<string | number>): void => {
	const kinds = (['object', 'every', 'gone', 'kept'] as const).filter((kind) => condition[kind] !== undefined);
	if (kinds.length !== 1) {
		report(
			path,
			'a condition needs exactly one of object, every, gone and kept',
			'split it into two conditions, or name an object',
		);
	} else if ((condition.cel === undefined) === ['object', 'every'].includes(kinds[0] ?? '')) {
		report(path, `"${kinds[0]}" ${condition.cel === undefined ? 'needs' : 'has no'} cel`);
	}
};

/** The least number of each kind of item in a drill. */
const atLeast = [
	['expect', 1],
	['solutions', 2],
	['not', 1],
	['chain', 2],
] as const;

const lint = ({value, placeOf}: Checked<DrillFile>): Mistake[] => {
	const mistakes = [
		...scenarioMistakes({value: value.cluster ?? {}, placeOf: (path) => placeOf(['cluster', ...path])}),
	];
	const report: Reporter = (path, message, remedy) => {
		mistakes.push(new Mistake(message, placeOf(path), remedy));
	};

	if (value.level > 3) {
		report(['level'], `there is no level ${value.level}`, 'write 1, 2 or 3');
	}

	for (const [field, least] of atLeast) {
		const {length} = value[field];
		if (length < least) {
			report([field], `the length of "${field}" is ${length}: a drill needs at least ${least}`);
		}
	}

	for (const [index, condition] of value.expect.entries()) {
		lintCondition(report, condition, ['expect', index]);
	}

	for (const [index, condition] of (value.trial?.expect ?? []).entries()) {
		lintCondition(report, condition, ['trial', 'expect', index]);
	}

	lintLength(report, [], 'symptom', value.symptom);
	lintLength(report, [], 'debrief', value.debrief);
	lintWords(report, value, []);
	return mistakes;
};

/** Reads a drill file. @throws {Mistakes} all that is wrong with it, each with file, line and column. */
export const readDrill = (source: string, file: string): Checked<DrillFile> =>
	readLinted(source, file, drillShape, lint);
