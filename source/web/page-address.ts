import type {State} from '../screen/state/state.js';
import {writeLink} from './link.js';
import {carriesRun, placeOf, type Opened} from './place-link.js';
import type {PageWords} from './words.js';

/** How long the screen must be unchanged before the address gets a whole run, in milliseconds. */
const restMs = 300;

/** Whether a link names more than a language: a run that is too large for a link has no place. */
const namesPlace = (hash: string): boolean => /(?:^|&)(?:run|lesson|drill|exam|recording)=/.test(hash);

/** The part of the document's host that links depend on. */
export interface AddressHost {
	readonly language: string;
	readonly version: string;
	/** Whether the page is a part of another one, which receives steps and answers. */
	readonly embedded: boolean;
}

/** The address of the page, which follows the screen; the page around it receives each step and answer. */
export class PageAddress {
	#opened: Opened | undefined;
	#told = '';
	/** The answer that the surrounding page knows. */
	#answered: NonNullable<State['lesson']>['answered'];
	/** Whether the next place gets its own entry in the browser's history. */
	#isNew = false;

	constructor(readonly host: AddressHost) {}

	/** Sets whether the reader opens the next place, so that it gets its own entry in the browser's history. */
	expect(isNew: boolean): void {
		this.#isNew = isNew;
	}

	/** Begins with the opened view; `undefined` for the home screen. */
	open(opened: Opened | undefined): void {
		this.#opened = opened;
		// Another run may open at a stop of the same number.
		this.#told = '';
		if (!opened) {
			this.#write(`lang=${this.host.language}`);
		}
	}

	/** Follows the screen to a state. @param isOpen whether the screen is still open */
	async follow(state: State, isOpen: () => boolean): Promise<void> {
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
		if (isOpen() && place === this.#told && location.hash === before) {
			this.#write(hash);
			this.#tell(lesson?.run.finished ? 'done' : 'step', {link: hash});
		}
	}

	/** Copies the link to a state. @returns the message for the reader */
	async copy(state: State, words: PageWords): Promise<string> {
		const hash = await this.#linkTo(state);
		if (!namesPlace(hash)) {
			return words.tooLarge;
		}

		const address = `${location.origin}${location.pathname}#${hash}`;
		try {
			history.replaceState(null, '', address);
			await navigator.clipboard.writeText(address);
			return words.copied;
		} catch {
			// Without the clipboard the address of the page is the link.
			return address.length < 120 ? address : `${address.slice(0, 119)}…`;
		}
	}

	async #linkTo(state: State): Promise<string> {
		const {language, version} = this.host;
		const place = this.#opened ? await placeOf(this.#opened, state) : {};
		return writeLink({...place, language, made: version});
	}

	/** Writes the address; a place that the reader opened becomes an entry of the history. */
	#write(hash: string): void {
		if (this.#isNew && location.hash !== `#${hash}`) {
			history.pushState(null, '', `#${hash}`);
		} else {
			history.replaceState(null, '', `#${hash}`);
		}

		this.#isNew = false;
	}

	#tell(type: 'step' | 'answered' | 'done', about: {readonly link: string; readonly correct?: boolean}): void {
		if (this.host.embedded) {
			parent.postMessage({source: 'k8s-walkthrough', type, ...about}, '*');
		}
	}

	/** Notifies the page around it once that the learner has answered a question. */
	#tellAnswer(lesson: State['lesson']): void {
		const answered = lesson?.answered;
		if (answered && answered !== this.#answered) {
			this.#tell('answered', {link: location.hash.slice(1), correct: answered.correct});
		}

		this.#answered = answered;
	}
}
