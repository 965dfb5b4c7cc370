import {lessonFile, lessonHeads} from '../classroom/heads.js';
import type {Files} from '../diagnosis/files.js';
import type {LanguageName} from '../stages/language-names.js';
import {checkReport} from './check-report.js';
import {exploreForm} from './explore-form.js';
import {LongWorkPage, printedText, type LongWork} from './long-work-page.js';
import type {PageWords} from './words.js';

/** Long work that begins from the home screen, each with its form and its report. */
export class WorkPages {
	#open: LongWorkPage | undefined;

	constructor(
		readonly root: HTMLElement,
		readonly words: PageWords,
		readonly language: LanguageName,
		/** Returns to the home screen. */
		readonly leave: () => void,
	) {}

	/** Judges files. */
	async check(files: Files): Promise<void> {
		const {language} = this;
		await this.#run({
			title: this.words.check,
			order: {check: files, language},
			back: this.words.back,
			shown: ({report}) => (report ? checkReport(report, language) : []),
		});
	}

	/** Shows a form for the varying settings, and runs files many times. */
	explore(files: Files): void {
		const {words, language} = this;
		this.root.replaceChildren(
			exploreForm(
				words,
				(exploration) => {
					void this.#run({
						title: words.explore,
						order: {explore: files, language, ...exploration},
						back: words.back,
						shown: ({text = ''}) => [printedText(text)],
					});
				},
				this.leave,
			),
		);
	}

	/** Plays every lesson, and shows its fingerprint. */
	async checkLessons(): Promise<void> {
		await this.#run({
			title: this.words.checkLessons,
			order: {lessons: lessonHeads(this.language).map(({name}) => lessonFile(name)), language: 'en'},
			back: this.words.backHome,
			shown: ({text = ''}) => [printedText(text)],
		});
	}

	/** Ends the running work. */
	close(): void {
		this.#open?.close();
		this.#open = undefined;
	}

	async #run(work: LongWork): Promise<void> {
		this.close();
		this.#open = new LongWorkPage(this.words, this.leave);
		this.root.replaceChildren(this.#open.element);
		await this.#open.run(work);
	}
}
