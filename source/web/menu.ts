import {foundItems, type PaletteItem} from '../screen/state/palette-items.js';
import type {State} from '../screen/state/state.js';
import type {PageWords} from './words.js';

/** The choice of the menu: the item, and what finds it in the palette. */
export interface MenuChoice {
	readonly item: PaletteItem;
	/** The text that was typed, and the item's place among the matches. */
	readonly typed: string;
	readonly index: number;
}

/** A key as it looks on a keyboard. */
const keyMark = (key: string): readonly HTMLElement[] => {
	if (key === '') {
		return [];
	}

	const mark = document.createElement('kbd');
	mark.textContent = key;
	return [mark];
};

/** Everything that can be done, as a list that fingers can use: the palette of the terminal. */
export class Menu {
	readonly element = document.createElement('dialog');
	readonly #search = document.createElement('input');
	readonly #list = document.createElement('ul');
	#state: State | undefined;

	constructor(
		words: PageWords,
		readonly onChoice: (choice: MenuChoice) => void,
	) {
		this.element.className = 'menu';
		this.element.ariaLabel = words.commands;
		this.#search.type = 'search';
		this.#search.placeholder = words.search;
		this.#search.ariaLabel = words.search;
		const close = document.createElement('button');
		close.type = 'button';
		close.textContent = words.close;
		const head = document.createElement('p');
		head.className = 'actions';
		head.append(this.#search, close);
		this.element.append(head, this.#list);
		this.#search.addEventListener('input', () => {
			this.#draw();
		});
		close.addEventListener('click', () => {
			this.element.close();
		});
	}

	/** Opens over the page. */
	open(state: State): void {
		this.#state = state;
		this.#search.value = '';
		this.#draw();
		this.element.showModal();
		this.#list.scrollTop = 0;
	}

	#draw(): void {
		const state = this.#state;
		if (!state) {
			return;
		}

		const typed = this.#search.value;
		const found = foundItems({...state, palette: {...state.palette, typed}});
		this.#list.replaceChildren(
			...found.map((item, index) => {
				const button = document.createElement('button');
				button.type = 'button';
				button.className = 'item';
				const label = document.createElement('strong');
				label.textContent = item.label;
				// In a terminal two spaces set the keys apart.
				const [does = '', keys = ''] = item.kind === 'key' ? item.note.split('  ') : [item.note];
				button.append(label, ` ${does}`, ...keys.split(' ').flatMap((key) => keyMark(key)));
				button.addEventListener('click', () => {
					this.element.close();
					this.onChoice({item, typed, index});
				});
				const entry = document.createElement('li');
				entry.append(button);
				return entry;
			}),
		);
	}
}
