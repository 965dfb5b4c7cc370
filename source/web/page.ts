import {examHeads} from '../classroom/exams/exam-heads.js';
import {drillHeads, lessonHeads} from '../classroom/heads.js';
import {readProgress} from '../classroom/progress.js';
import {Mistake, Mistakes, mistakesIn} from '../scenario/mistake.js';
import type {Files} from '../diagnosis/files.js';
import type {Offer} from '../screen/home/offer.js';
import type {PageLink} from '../screen/page-link.js';
import type {Start} from '../screen/start.js';
import type {State} from '../screen/state/state.js';
import {languageNameOf, offeredLanguages, type LanguageName} from '../stages/language-names.js';
import {DebuggerPage} from './debugger-page.js';
import {Editing} from './editing.js';
import {practiceList, homePage, type HomeActions, type TypedMistake} from './home-page.js';
import {readLink, writeLink} from './link.js';
import {loadRecording} from './load-recording.js';
import {loadRunner, pageState} from './page-backend.js';
import {carriesRun, filesOf, openedWith, placeOf, type Opened} from './place-link.js';
import {addressOfVersion} from './versions.js';
import {pageWords, type PageWords} from './words.js';
import type {WorkPages} from './work-pages.js';

/** The document around the program. */
export interface PageHost {
	readonly root: HTMLElement;
	/** The language of its texts; for another one it is loaded again. */
	readonly language: string;
	/** The version of the program. */
	readonly version: string;
	/** Ends when drills and exams are loaded. */
	readonly practice: Promise<void>;
	/** Whether the browser keeps what the user does. */
	readonly keeps: boolean;
	/** Whether the page is a part of another one: it has no home screen of its own, and reports events to the other. */
	readonly embedded: boolean;
}

/** Whether manifests can be written beside the screen: a lesson gives kubectl its own files. */
const hasEditor = ({lesson}: State, {drill, exam}: PageLink): boolean =>
	!lesson || drill !== undefined || exam !== undefined;

/** Whether a link names more than a language: a run that is too large for a link has no place. */
const namesPlace = (hash: string): boolean => /(?:^|&)(?:run|lesson|drill|exam|recording)=/.test(hash);

/** How long the screen has rested before the address gets a whole run, in milliseconds. */
const restMs = 300;

/** An error in the words of the program; a mistake in the reader's language. */
const problemText = async (error: unknown, language: LanguageName): Promise<string> => {
	if (language === 'en' || !(error instanceof Mistakes || error instanceof Mistake)) {
		return String(error);
	}

	const {mistakeIn} = await import('../commands/mistakes/translate.js');
	return mistakesIn(error)
		.map((mistake) => String(mistakeIn(language, mistake)))
		.join('\n');
};

/** The page: home, and what is opened from there or by a link. */
export class Page {
	#debugger: DebuggerPage | undefined;
	/** Checks and explorations in other threads; loaded with the first. */
	#works: WorkPages | undefined;
	readonly #editing: Editing;
	#opened: Opened | undefined;
	#told = '';
	/** The answer that the page around it has heard of. */
	#answered: NonNullable<State['lesson']>['answered'];
	/** The link, if another version made it. */
	#notice: {readonly made: string; readonly hash: string} | undefined;
	/** How often something was opened. */
	#shown = 0;
	/** Whether the next place is a new one, which going back leaves again. */
	#isNew = false;

	constructor(readonly host: PageHost) {
		document.documentElement.lang = host.language;
		this.#editing = new Editing({
			words: this.#words,
			language: languageNameOf(host.language),
			mistakes: (files) => this.#mistakes(files),
			apply: (files) => {
				document.querySelector('#mend')?.remove();
				const names = Object.keys(files).map((name) => ` -f ${name}`);
				this.#debugger?.press({kubectl: `apply${names.join('')}`});
			},
			anew: (files) => {
				this.#isNew = true;
				this.#run(files);
			},
			moved: () => {
				this.#debugger?.resized();
			},
		});
		// Without a network it is loaded when it is needed.
		void loadRunner().catch(() => undefined);
	}

	get #language(): string {
		return this.host.language;
	}

	get #words(): PageWords {
		return pageWords[languageNameOf(this.#language)] ?? pageWords.en;
	}

	/** Opens what the address names. */
	async open(hash: string): Promise<void> {
		this.#isNew = false;
		const link = await readLink(hash);
		if (link.language !== undefined && link.language !== this.#language && offeredLanguages.includes(link.language)) {
			location.reload();
			return;
		}

		const {lesson, step, drill, exam, files, recorded, recording, stop, story, made} = link;
		const {version} = this.host;
		this.#notice = made === undefined || made === version ? undefined : {made, hash};
		if (lesson !== undefined) {
			this.#show(() => ({view: 'lesson', lesson, language: this.#language, ...(step ? {step: step - 1} : {})}), {
				lesson,
				story,
			});
		} else if (drill !== undefined) {
			await this.host.practice;
			this.#show(() => ({view: 'drill', drill}), {drill, story});
		} else if (exam !== undefined) {
			this.#show(() => this.#exam(exam), {exam});
		} else if (files) {
			this.#run(files, stop, story);
		} else if (recorded !== undefined) {
			this.#show(async () => (await loadRunner()).runRecording(recorded, '#run', stop), {recorded, story});
		} else if (recording !== undefined) {
			this.#show(
				async () => {
					const text = await loadRecording(recording, location.href);
					return (await loadRunner()).runRecording(text, recording, stop);
				},
				{recording, story},
			);
		} else {
			this.#home();
		}
	}

	/** The mistakes that keep kubectl from reading files, in the reader's language, with a correction where a small one is enough. */
	async #mistakes(files: Files): Promise<readonly TypedMistake[]> {
		const {mistakesOf, correctedFiles} = await loadRunner();
		return Promise.all(
			mistakesOf(files).map(async (mistake) => ({
				place: mistake.place,
				text: await problemText(mistake, languageNameOf(this.#language)),
				mended: correctedFiles(files, mistake),
			})),
		);
	}

	/** The address of what is open. A place that the user has opened is one to go back from. */
	#address(hash: string): void {
		if (this.#isNew && location.hash !== `#${hash}`) {
			history.pushState(null, '', `#${hash}`);
		} else {
			history.replaceState(null, '', `#${hash}`);
		}

		this.#isNew = false;
	}

	#clear(): void {
		this.#works?.close();
		this.#debugger?.close();
		this.#debugger = undefined;
		this.host.root.replaceChildren();
	}

	#home(problem = ''): void {
		this.#shown++;
		this.#notice = undefined;
		this.#editing.end();
		this.#clear();
		this.#opened = undefined;
		this.#address(`lang=${this.#language}`);
		const offer: Offer = {
			lessons: lessonHeads(this.#language),
			drills: drillHeads(this.#language),
			exams: examHeads(this.#language),
			progress: readProgress(),
			files: [],
			language: this.#language,
		};
		const show = (view: Start, link: PageLink): void => {
			this.#isNew = true;
			this.#show(() => view, link);
		};
		const actions: HomeActions = {
			lesson: (lesson) => {
				show({view: 'lesson', lesson, language: this.#language}, {lesson});
			},
			drill: (drill) => {
				show({view: 'drill', drill}, {drill});
			},
			exam: (exam) => {
				this.#isNew = true;
				this.#show(() => this.#exam(exam), {exam});
			},
			play: () => {
				show({view: 'play'}, {});
			},
			run: (files) => {
				this.#isNew = true;
				this.#run(files);
			},
			check: (files) => {
				this.#editing.take(files);
				void this.#work((works) => works.check(files));
			},
			explore: (files) => {
				this.#editing.take(files);
				void this.#work((works) => {
					works.explore(files);
				});
			},
			checkLessons: () => {
				void this.#work((works) => works.checkLessons());
			},
			mistakes: (files) => this.#mistakes(files),
			language: (language) => {
				location.hash = `lang=${language}`;
			},
		};
		const note = this.host.keeps ? '' : this.#words.unkept;
		const home = homePage(offer, this.#words, actions, {text: this.#editing.text, problem, note});
		this.host.root.append(home);
		if (offer.drills.length === 0) {
			void this.host.practice.then(() => {
				const all = {...offer, drills: drillHeads(this.#language), exams: examHeads(this.#language)};
				home.querySelector('.practice')?.replaceWith(practiceList(all, this.#words, actions));
			});
		}
	}

	#run(files: Readonly<Record<string, string>>, stop?: number, story?: boolean): void {
		this.#editing.take(files);
		this.#show(async () => (await loadRunner()).runFiles(files, this.#language, stop), {files, story});
	}

	/** Shows long work in place of what is open. */
	async #work(begin: (works: WorkPages) => unknown): Promise<void> {
		const shown = ++this.#shown;
		const {WorkPages: Works} = await import('./work-pages.js');
		if (shown === this.#shown) {
			this.#clear();
			this.#works ??= new Works(this.host.root, this.#words, languageNameOf(this.#language), () => {
				this.#home();
			});
			begin(this.#works);
		}
	}

	async #exam(name: string): Promise<Start> {
		await this.host.practice;
		return (await loadRunner()).openExam(name, this.#language);
	}

	/** Opens the debugger. Long work begins after the page has shown a notice. */
	#show(startOf: () => Start | Promise<Start>, link: PageLink): void {
		this.#clear();
		const waiting = document.createElement('p');
		waiting.className = 'waiting';
		waiting.role = 'status';
		waiting.textContent = this.#words.running;
		this.host.root.append(waiting);
		const shown = ++this.#shown;
		setTimeout(() => {
			void (async () => {
				try {
					const state = pageState(await startOf(), this.#language, this.#editing.read);
					// Meanwhile something else may have been opened.
					if (shown === this.#shown) {
						this.#openDebugger(state, link);
					}
				} catch (error) {
					const problem = await problemText(error, languageNameOf(this.#language));
					if (shown === this.#shown) {
						const note = this.#notice && this.#words.made(this.#notice.made, this.host.version);
						this.#home([problem, note].filter((line) => line !== undefined).join('\n'));
					}
				}
			})();
		}, 20);
	}

	#openDebugger(state: State, link: PageLink): void {
		this.#clear();
		this.#opened = openedWith(link, state);
		// Another run may open at a stop of the same number.
		this.#told = '';
		const {root} = this.host;
		const top = document.createElement('header');
		top.className = 'top';
		const work = document.createElement('div');
		work.className = 'work';
		const page = new DebuggerPage(
			state,
			this.#words,
			() => ({width: page.element.clientWidth - 16, height: innerHeight - top.offsetHeight}),
			() => {
				this.#isNew = true;
				this.#home();
			},
			(now) => {
				void this.#changed(now);
			},
		);
		this.#debugger = page;
		top.append(...this.#topButtons(page, link, work));
		work.append(page.element);
		if (!link.files) {
			this.#editing.take(state.lesson ? {} : filesOf(state));
		}

		if (!hasEditor(state, link)) {
			this.#editing.end();
		} else {
			this.#editing.show(work);
		}

		root.append(top, work);
		void this.#note(top);
		page.start();
		if (link.story && !page.state.board.playing) {
			page.press('space');
		}
	}

	/** The buttons above the screen. @param work where screen and editor are */
	#topButtons(page: DebuggerPage, link: PageLink, work: HTMLElement): readonly HTMLButtonElement[] {
		const {words, state} = page;
		const {files} = link;
		const buttons = [
			this.#button(words.commands, 'commands', () => {
				void page.openMenu();
			}),
			this.#button(words.keys, 'keys', () => {
				page.press('?');
			}),
			this.#button(words.copy, 'copy', () => {
				void this.#copy(page.state);
			}),
		];
		if (!this.host.embedded) {
			buttons.unshift(
				this.#button(words.home, 'home', () => {
					this.#isNew = true;
					this.#home();
				}),
			);
		}

		const mended = files && state.manifests.advice.find((advice) => advice.mended)?.mended;
		if (mended) {
			const mend = this.#button(words.mend, 'mend', () => {
				this.#isNew = true;
				this.#notice = undefined;
				this.#run(mended);
			});
			mend.className = 'main';
			buttons.push(mend);
		}

		if (hasEditor(state, link)) {
			buttons.push(
				this.#button(words.editor, 'edit', () => {
					void this.#editing.toggle(work);
				}),
			);
		}

		return buttons;
	}

	/** Says that another version made the link, and offers that version where the site keeps it. */
	async #note(top: HTMLElement): Promise<void> {
		if (this.#notice) {
			const {made, hash} = this.#notice;
			const notice = document.createElement('span');
			notice.className = 'made';
			notice.role = 'note';
			notice.textContent = this.#words.made(made, this.host.version);
			top.append(notice);
			const address = await addressOfVersion(made, location.href);
			if (address !== undefined) {
				const offer = document.createElement('a');
				offer.href = `${address}${hash}`;
				offer.textContent = this.#words.openWith(made);
				notice.append(' ', offer);
			}
		}
	}

	#button(text: string, id: string, act: () => void): HTMLButtonElement {
		const button = document.createElement('button');
		button.type = 'button';
		button.id = id;
		button.className = 'plain';
		button.textContent = text;
		button.addEventListener('click', act);
		return button;
	}

	/** The link to what is on the screen. */
	async #linkTo(state: State): Promise<string> {
		const place = this.#opened ? await placeOf(this.#opened, state) : {};
		return writeLink({...place, language: this.#language, made: this.host.version});
	}

	/** The address follows what is on the screen, and the page around it hears of it. */
	async #changed(state: State): Promise<void> {
		const {lesson} = state;
		this.#tellAnswer(lesson);
		const place = `${lesson?.run.lesson.name ?? ''} ${lesson?.run.index ?? state.cursor}`;
		if (place === this.#told) {
			return;
		}

		this.#told = place;
		const before = location.hash;
		if (this.#opened && carriesRun(this.#opened, state)) {
			await new Promise((resolve) => {
				setTimeout(resolve, restMs);
			});
			if (place !== this.#told) {
				return;
			}
		}

		const hash = await this.#linkTo(state);
		// Meanwhile something else may have been opened, here or by going back and forward.
		if (this.#debugger && place === this.#told && location.hash === before) {
			this.#address(hash);
			if (this.host.embedded) {
				const type = lesson?.run.finished ? 'done' : 'step';
				parent.postMessage({source: 'k8s-walkthrough', type, link: hash}, '*');
			}
		}
	}

	/** Tells the page around it that the learner has answered a question, once. */
	#tellAnswer(lesson: State['lesson']): void {
		const answered = lesson?.answered;
		if (this.host.embedded && answered && answered !== this.#answered) {
			const link = location.hash.slice(1);
			parent.postMessage({source: 'k8s-walkthrough', type: 'answered', link, correct: answered.correct}, '*');
		}

		this.#answered = answered;
	}

	async #copy(state: State): Promise<void> {
		const hash = await this.#linkTo(state);
		const address = `${location.origin}${location.pathname}#${hash}`;
		const said = document.createElement('span');
		said.role = 'status';
		try {
			history.replaceState(null, '', address);
			await navigator.clipboard.writeText(address);
			said.textContent = this.#words.copied;
		} catch {
			// Without the clipboard the address of the page is the link.
			said.textContent = address.length < 120 ? address : `${address.slice(0, 119)}…`;
		}

		if (!namesPlace(hash)) {
			said.textContent = this.#words.tooLarge;
		}

		const top = this.host.root.querySelector('.top');
		top?.querySelector('[role=status]')?.remove();
		top?.append(said);
	}
}
