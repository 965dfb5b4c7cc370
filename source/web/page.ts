import {examHeads} from '../classroom/exams/exam-heads.js';
import {chapters, drillHeads, lessonHeads, numberOf} from '../classroom/heads.js';
import {readProgress} from '../classroom/progress.js';
import type {Files} from '../diagnosis/files.js';
import type {Offer} from '../screen/home/offer.js';
import {storyBegun} from '../screen/actions/play.js';
import type {PageLink} from '../screen/page-link.js';
import type {Start} from '../screen/start.js';
import type {State} from '../screen/state/state.js';
import {languageNameOf, offeredLanguages} from '../stages/language-names.js';
import {DebuggerPage} from './debugger-page.js';
import {Editing} from './editing.js';
import {practiceList, homePage, type HomeActions, type TypedMistake} from './home-page.js';
import {readLink} from './link.js';
import {loadRecording} from './load-recording.js';
import {loadRunner, pageState, type Opening} from './page-backend.js';
import {PageAddress} from './page-address.js';
import {filesOf, openedWith} from './place-link.js';
import {problemText} from './problem-text.js';
import {TopBar, type MadeElsewhere, type TopActions} from './top-bar.js';
import {pageWords, type PageWords} from './words.js';
import type {WorkPages} from './work-pages.js';

/** The document around the program. */
export interface PageHost {
	readonly root: HTMLElement;
	/** The language of its texts; for another one it is loaded again. */
	readonly language: string;
	/** The version of the program. */
	readonly version: string;
	/** Resolves when all data after the first lesson is loaded: facts, lessons, drills and exams. */
	readonly practice: Promise<void>;
	/** Whether the browser keeps the user's progress. */
	readonly keeps: boolean;
	/** Whether the page is a part of another one: it has no home screen of its own, and reports events to the other. */
	readonly embedded: boolean;
}

/** Whether manifests can be written beside the screen: a lesson has its own files for kubectl. */
const hasEditor = ({lesson}: State, {drill, exam}: PageLink): boolean =>
	!lesson || drill !== undefined || exam !== undefined;

/** Whether the target of a link needs no more than the data that are loaded before the page opens. */
const needsOnlyFirst = ({lesson}: PageLink): boolean => lesson !== undefined && numberOf(lesson) === chapters[0].first;

/** The page: home, and the screens that are opened from there or by a link. */
export class Page {
	#debugger: DebuggerPage | undefined;
	/** Checks and explorations in other threads; loaded with the first. */
	#works: WorkPages | undefined;
	readonly #editing: Editing;
	readonly #address: PageAddress;
	/** The link, if another version made it. */
	#notice: MadeElsewhere | undefined;
	/** The row above the debugger. */
	#top: TopBar | undefined;
	#isFull = false;
	/** The number of opened screens. */
	#shown = 0;
	constructor(readonly host: PageHost) {
		document.documentElement.lang = host.language;
		this.#address = new PageAddress(host);
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
				this.#address.expect(true);
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

	/** Reports once, in the row above the screen, that the browser has no room for the progress. */
	storageIsFull(): void {
		if (!this.#isFull) {
			this.#isFull = true;
			this.#top?.say(this.#words.full);
		}
	}

	/** Opens the target of the address. */
	async open(hash: string): Promise<void> {
		this.#address.expect(false);
		const link = await readLink(hash);
		if (link.language !== undefined && link.language !== this.#language && offeredLanguages.includes(link.language)) {
			location.reload();
			return;
		}

		const {lesson, step, drill, exam, files, recorded, recording, stop, story, made} = link;
		const {version} = this.host;
		this.#notice = made === undefined || made === version ? undefined : {made, hash};
		if (lesson !== undefined) {
			this.#show(() => this.#lesson(lesson, step), {lesson, story});
		} else if (drill !== undefined) {
			this.#show(() => ({view: 'drill', drill}), {drill, story});
		} else if (exam !== undefined) {
			this.#show(() => this.#exam(exam), {exam});
		} else if (files) {
			this.#run(files, stop, story);
		} else if (recorded !== undefined) {
			this.#show(async () => (await loadRunner()).replayingRecording(recorded, '#run', stop), {recorded, story});
		} else if (recording !== undefined) {
			this.#show(
				async () => {
					const text = await loadRecording(recording, location.href);
					return (await loadRunner()).replayingRecording(text, recording, stop);
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
		this.#address.open(undefined);
		const offer: Offer = {
			lessons: lessonHeads(this.#language),
			drills: drillHeads(this.#language),
			exams: examHeads(this.#language),
			progress: readProgress(),
			files: [],
			language: this.#language,
		};
		const show = (view: Start, link: PageLink): void => {
			this.#address.expect(true);
			this.#show(() => view, link);
		};
		const actions: HomeActions = {
			lesson: (lesson) => {
				this.#address.expect(true);
				this.#show(() => this.#lesson(lesson), {lesson});
			},
			drill: (drill) => {
				show({view: 'drill', drill}, {drill});
			},
			exam: (exam) => {
				this.#address.expect(true);
				this.#show(() => this.#exam(exam), {exam});
			},
			play: () => {
				show({view: 'play'}, {});
			},
			run: (files) => {
				this.#address.expect(true);
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
		const full = this.#isFull ? this.#words.full : '';
		const note = this.host.keeps ? full : this.#words.unkept;
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
		this.#show(async () => (await loadRunner()).runningFiles(files, this.#language, stop), {files, story});
	}

	/** Shows long work in place of the open part. */
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

	/** @param step counted from 1 */
	#lesson(lesson: string, step?: number): Start {
		return {view: 'lesson', lesson, language: this.#language, ...(step ? {step: step - 1} : {})};
	}

	async #exam(name: string): Promise<Start> {
		return (await loadRunner()).openExam(name, this.#language);
	}

	/** Opens the debugger. Long work begins after the page has shown a notice. */
	#show(openingOf: () => Opening | Promise<Opening>, link: PageLink): void {
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
					if (!needsOnlyFirst(link)) {
						await this.host.practice;
					}

					const isWanted = (): boolean => shown === this.#shown;
					const state = await pageState(await openingOf(), this.#language, this.#editing.read, isWanted);
					if (state && isWanted()) {
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

	#openDebugger(opened: State, link: PageLink): void {
		this.#clear();
		const state = link.story ? storyBegun(opened) : opened;
		this.#address.open(openedWith(link, opened));
		const {root} = this.host;
		const top = new TopBar(this.#words);
		this.#top = top;
		const work = document.createElement('div');
		work.className = 'work';
		const page = new DebuggerPage(
			state,
			this.#words,
			() => ({
				width: page.element.clientWidth - 16,
				height: innerHeight - top.element.offsetHeight,
				fewestRows: this.host.embedded ? 14 : 24,
			}),
			() => {
				this.#address.expect(true);
				this.#home();
			},
			(now) => {
				void this.#address.follow(now, () => this.#debugger !== undefined);
			},
			this.host.practice,
		);
		this.#debugger = page;
		top.show(this.#topActions(page, link, top, work));
		work.append(page.element);
		if (!link.files) {
			this.#editing.take(state.lesson ? {} : filesOf(state));
		}

		if (!hasEditor(state, link)) {
			this.#editing.end();
		} else {
			this.#editing.show(work);
		}

		root.append(top.element, work);
		if (this.#notice) {
			void top.note(this.#notice, this.host.version);
		}

		if (this.#isFull) {
			top.say(this.#words.full);
		}

		// The keys of the page around it stay its own until its reader chooses the frame.
		page.start(!this.host.embedded || document.hasFocus());
	}

	/** The actions of the buttons above the screen. @param work where screen and editor are */
	#topActions(page: DebuggerPage, {files, ...link}: PageLink, top: TopBar, work: HTMLElement): TopActions {
		const {state} = page;
		const mended = files && state.manifests.advice.find((advice) => advice.mended)?.mended;
		return {
			home: this.host.embedded
				? undefined
				: () => {
						this.#address.expect(true);
						this.#home();
					},
			commands: () => {
				void page.openMenu();
			},
			keys: () => {
				page.press('?');
			},
			copy: () => {
				void this.#address.copy(page.state, this.#words).then((said) => {
					top.say(said);
				});
			},
			mend:
				mended &&
				(() => {
					this.#address.expect(true);
					this.#notice = undefined;
					this.#run(mended);
				}),
			edit: hasEditor(state, link)
				? () => {
						void this.#editing.toggle(work);
					}
				: undefined,
		};
	}
}
