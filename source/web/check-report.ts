import {fileLines, summaryLines, type HumanLook} from '../commands/check/human.js';
import {findingsIn, heaviest, type Finding, type Report} from '../commands/check/report.js';
import {commandWords} from '../commands/words/words.js';
import type {LanguageName} from '../stages/language-names.js';
import {printedText} from './long-work-page.js';

const columns = 96;

const lookIn = (language: LanguageName): HumanLook => ({
	words: commandWords(language).check,
	language,
	columns,
	colours: false,
});

/** A finding without the command that shows it in a terminal. */
const forPage = (finding: Finding): Finding => ({...finding, debug: undefined});

/** The report of a check: each file with its objects and findings, open where something is wrong. */
export const checkReport = (report: Report, language: LanguageName): readonly HTMLElement[] => {
	const look = lookIn(language);
	const summary = document.createElement('p');
	summary.className = 'lead';
	summary.textContent = summaryLines(report, look).join('\n');
	const files = report.files.map((file) => {
		const objects = file.objects.map((object) => ({...object, findings: object.findings.map(forPage)}));
		const [head = '', ...rest] = fileLines({...file, objects, findings: file.findings.map(forPage)}, look);
		const details = document.createElement('details');
		details.open = ['error', 'warning'].includes(heaviest(findingsIn(file)) ?? '');
		const title = document.createElement('summary');
		title.textContent = head;
		details.append(title, printedText(rest.join('\n')));
		return details;
	});
	return [summary, ...files];
};
