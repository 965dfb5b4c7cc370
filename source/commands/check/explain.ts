import {Mistake} from '../../scenario/mistake.js';
import {pad, width} from '../../screen/paint/text.js';
import {wrapWords} from '../wrap-words.js';
import type {Explanation} from '../../diagnosis/explanation.js';
import {catalogue, entryMeant, entryOfObservation, titleOf} from './catalogue/catalogue.js';
import type {Entry} from './catalogue/entry.js';
import {whatIn} from './catalogue/titles/titles.js';
import type {LanguageName} from '../../stages/language-names.js';

/** The page of Kubernetes' documentation about an entry. */
export const pageOf = ({page}: {readonly page: string}): string => `https://kubernetes.io/docs/${page}`;

/** All findings, one per line. */
export const listLines = (language: LanguageName): readonly string[] => {
	const width = Math.max(...catalogue.map((entry) => titleOf(entry).length));
	return catalogue.map(
		(entry) => `${titleOf(entry).padEnd(width)}  ${entry.severity.padEnd(7)}  ${whatIn(language, entry)}`,
	);
};

/** The entry for a word. @throws {Mistake} when there is none */
const entryNamed = (word: string): Entry => {
	const entry = entryMeant(word);
	if (!entry) {
		throw new Mistake(`there is no finding "${word}"`, {}, 'k8s-walkthrough check --list shows them all');
	}

	return entry;
};

/** Decides whether the state of a run is this finding. @param word `W012`, or its name @throws {Mistake} when there is none */
export const findingMeant = (
	word: string,
): ((explanation: Pick<Explanation, 'kind' | 'symptom' | 'message'>) => boolean) => {
	const {id} = entryNamed(word);
	return ({kind, symptom, message = ''}) =>
		entryOfObservation({kind, message, ...(symptom === undefined ? {} : {symptom})}).id === id;
};

/** The explanation of a finding. @param word `W012`, or its name @throws {Mistake} for an unknown one */
export const explainLines = async (
	word: string,
	{columns, language}: {readonly columns: number; readonly language: LanguageName},
): Promise<readonly string[]> => {
	const entry = entryNamed(word);
	const {explainedIn, headsIn} = await import('./catalogue/explanations/explanations.js');
	const [why, mend] = explainedIn(language, entry);
	const heads = headsIn(language);
	const widest = Math.max(...Object.values(heads).map((head) => width(head)));
	const rows = [
		[heads.what, whatIn(language, entry)],
		[heads.why, why],
		[heads.mend, mend],
		[heads.stage, entry.stage],
		[heads.see, `k8s-walkthrough run FILE --at ${entry.id}`],
		[heads.read, pageOf(entry)],
	] as const;
	return [
		`${titleOf(entry)}  (${entry.severity})`,
		...rows.flatMap(([head, text]) =>
			wrapWords(text, columns - widest - 4).map((line, index) => `  ${pad(index === 0 ? head : '', widest)}  ${line}`),
		),
	];
};
