import {Mistake} from '../../scenario/mistake.js';
import {wrapWords} from '../wrap-words.js';
import {catalogue, entryMeant, titleOf} from './catalogue/catalogue.js';

/** The page of Kubernetes' documentation about an entry. */
export const pageOf = ({page}: {readonly page: string}): string => `https://kubernetes.io/docs/${page}`;

/** All findings there are, a line each. */
export const listLines = (): readonly string[] => {
	const width = Math.max(...catalogue.map((entry) => titleOf(entry).length));
	return catalogue.map((entry) => `${titleOf(entry).padEnd(width)}  ${entry.severity.padEnd(7)}  ${entry.what}`);
};

/** What there is to know about a finding. @param word `W012`, or its name @throws {Mistake} when there is none */
export const explainLines = (word: string, columns: number): readonly string[] => {
	const entry = entryMeant(word);
	if (!entry) {
		throw new Mistake(`there is no finding "${word}"`, {}, 'k8s-walkthrough check --list shows all');
	}

	const rows = [
		['what', entry.what],
		['why', entry.why],
		['mend', entry.mend],
		['stage', entry.stage],
		['see', `k8s-walkthrough run FILE --at ${entry.id}`],
		['read', pageOf(entry)],
	] as const;
	return [
		`${titleOf(entry)}  (${entry.severity})`,
		...rows.flatMap(([label, text]) =>
			wrapWords(text, columns - 9).map((line, index) => `  ${(index === 0 ? label : '').padEnd(6)} ${line}`),
		),
	];
};
