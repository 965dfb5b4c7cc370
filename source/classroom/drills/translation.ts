import {platform} from '../../kernel/platform.js';
import {list, record, text, type Checked, type Value} from '../../scenario/document.js';
import {compareCounts, readTexts, type TextPair} from '../translation.js';
import type {DrillFile} from './format.js';
import {translationFile} from '../heads.js';

/** A drill's texts: of its repairs, of insufficient repairs, and of the links of its chain with a text. */
const drillTextsShape = record(
	{title: text, symptom: text, solutions: list(text), not: list(text), chain: list(text), debrief: text},
	['title', 'symptom', 'solutions', 'not', 'chain', 'debrief'],
);

type DrillTexts = Value<typeof drillTextsShape>;

/** The texts of the links of the chain, of those with texts of their own. */
const speaking = ({chain}: DrillFile): readonly string[] => chain.flatMap(({says}) => says ?? []);

const toldDrill = (drill: DrillFile, texts: DrillTexts): DrillFile => {
	const links = [...texts.chain];
	return {
		...drill,
		title: texts.title,
		symptom: texts.symptom,
		solutions: drill.solutions.map((one, index) => ({...one, says: texts.solutions[index] ?? one.says})),
		not: drill.not.map((one, index) => ({...one, says: texts.not[index] ?? one.says})),
		chain: drill.chain.map((link) => (link.says === undefined ? link : {...link, says: links.shift() ?? link.says})),
		debrief: texts.debrief,
	};
};

/** A drill with translated texts, and their file. */
export interface TranslatedDrill extends Checked<DrillFile> {
	readonly file: string;
}

/**
A drill in another language; `undefined` when there is none.

@throws {Mistakes} the errors of that file.
*/
export const translatedDrill = (drill: DrillFile, original: string, language: string): TranslatedDrill | undefined => {
	const file = translationFile(original, language);
	if (!platform().find(file)) {
		return undefined;
	}

	const {value, placeOf} = readTexts(drillTextsShape, file, (texts, report) => {
		compareCounts(report, ['solutions'], 'solutions', [drill.solutions.length, texts.solutions.length]);
		compareCounts(report, ['not'], 'failed attempts', [drill.not.length, texts.not.length]);
		compareCounts(report, ['chain'], 'links with text', [speaking(drill).length, texts.chain.length]);
	});
	return {value: toldDrill(drill, value), placeOf, file};
};

/** The texts of a drill beside their translations. */
export const drillPairs = (from: DrillFile, to: DrillFile): readonly TextPair[] => {
	const lists = [
		['solutions', from.solutions.map((one) => one.says), to.solutions.map((one) => one.says)],
		['not', from.not.map((one) => one.says), to.not.map((one) => one.says)],
		['chain', speaking(from), speaking(to)],
	] as const;
	return [
		...(['title', 'symptom', 'debrief'] as const).map((field) => ({path: [field], from: from[field], to: to[field]})),
		...lists.flatMap(([field, there, here]) =>
			there.map((one, index) => ({path: [field, index], from: one, to: here[index] ?? ''})),
		),
	];
};
