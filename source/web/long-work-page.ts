import {Errand} from './workers/errand.js';
import type {Done, Order} from './workers/order.js';
import type {PageWords} from './words.js';

/** Long work, with its display in the page. */
export interface LongWork {
	readonly title: string;
	readonly order: Order;
	/** The words of the back button. */
	readonly back: string;
	/** The elements that show the result. */
	readonly shown: (done: Done) => readonly HTMLElement[];
}

/** A text in the columns of a terminal. */
export const printedText = (text: string): HTMLElement => {
	const made = document.createElement('pre');
	made.className = 'report';
	made.tabIndex = 0;
	made.textContent = text;
	return made;
};

/** Work in threads beside the page: progress while it runs, a button that cancels it, then its result. */
export class LongWorkPage {
	readonly element = document.createElement('main');
	readonly #errand = new Errand();

	constructor(
		readonly words: PageWords,
		/** Returns to the start of the work. */
		readonly leave: () => void,
	) {
		this.element.className = 'home long-work';
	}

	/** Performs the work, and shows its result, or a mistake in the request. */
	async run({title, order, back, shown}: LongWork): Promise<void> {
		const {words} = this;
		const bar = document.createElement('progress');
		bar.ariaLabel = title;
		const said = document.createElement('p');
		said.role = 'status';
		said.textContent = words.working(0);
		this.element.replaceChildren(heading(title), said, bar, this.#button(words.cancel, 'cancel'));
		try {
			const done = await this.#errand.run(order, (count, all) => {
				bar.max = all;
				bar.value = count;
				said.textContent = `${words.working(count)} / ${all}`;
			});
			if (done) {
				this.element.replaceChildren(heading(title), ...shown(done), this.#button(back, 'back'));
			}
		} catch (error) {
			said.className = 'problem';
			said.textContent = error instanceof Error ? error.message : String(error);
			bar.remove();
			this.element.querySelector('#cancel')?.replaceWith(this.#button(back, 'back'));
		}
	}

	close(): void {
		this.#errand.close();
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

const heading = (text: string): HTMLElement => {
	const title = document.createElement('h1');
	title.textContent = text;
	return title;
};
