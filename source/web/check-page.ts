import {fileLines, summaryLines, type HumanLook} from '../commands/check/human.js';
import {findingsIn, heaviest, type Finding, type Report} from '../commands/check/report.js';
import {commandWords} from '../commands/words/words.js';
import type {Files} from '../diagnosis/files.js';
import type {LanguageName} from '../stages/language-names.js';
import {Errand} from './workers/errand.js';
import type {PageWords} from './words.js';

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
const reportOf = (report: Report, language: LanguageName): readonly HTMLElement[] => {
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
		const text = document.createElement('pre');
		text.className = 'report';
		text.tabIndex = 0;
		text.textContent = rest.join('\n');
		details.append(title, text);
		return details;
	});
	return [summary, ...files];
};

/** A check of manifests in threads beside the page: progress while it runs, a button that cancels it, then the report. */
export class CheckPage {
	readonly element = document.createElement('main');
	readonly #errand = new Errand();

	constructor(
		readonly words: PageWords,
		readonly language: LanguageName,
		/** Leads back to the manifests. */
		readonly leave: () => void,
	) {
		this.element.className = 'home check';
	}

	/** Checks files, and shows the report. */
	async run(files: Files): Promise<void> {
		const {words, language} = this;
		const count = Object.keys(files).length;
		const bar = document.createElement('progress');
		bar.ariaLabel = words.check;
		bar.max = count;
		const said = document.createElement('p');
		said.role = 'status';
		said.textContent = words.checking(0);
		const cancel = this.#button(words.cancel, 'cancel');
		this.element.replaceChildren(this.#title(), said, bar, cancel);
		try {
			const report = await this.#errand.run({check: files, language}, (done, all) => {
				bar.max = all;
				bar.value = done;
				said.textContent = `${words.checking(done)} / ${all}`;
			});
			if (report) {
				this.element.replaceChildren(this.#title(), ...reportOf(report, language), this.#button(words.back, 'back'));
			}
		} catch (error) {
			said.textContent = String(error);
			bar.remove();
		}
	}

	close(): void {
		this.#errand.close();
	}

	#title(): HTMLElement {
		const title = document.createElement('h1');
		title.textContent = this.words.check;
		return title;
	}

	#button(text: string, id: string): HTMLButtonElement {
		const button = document.createElement('button');
		button.type = 'button';
		button.id = id;
		button.textContent = text;
		button.addEventListener('click', () => {
			this.close();
			this.leave();
		});
		return button;
	}
}
