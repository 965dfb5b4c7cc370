import type {Line} from '../screen/paint/text.js';
import {footer} from '../screen/panes/footer.js';
import {isLeisurely} from '../screen/panes/screen.js';
import type {State} from '../screen/state/state.js';

/** The width of the bar's keys in columns, also on a phone, where the buttons use more rows. */
const fewestBarColumns = 72;

/** A part of the bar: a button for a key, or the words for the keys before it. */
interface BarPart {
	readonly text: string;
	readonly key?: string;
}

/** The keys of a narrow screen, followed by those that only fit on a wider one: a lesson refers to them by name. */
const withMoreKeys = (keys: Line, state: State): Line => {
	if (keys.length === 0) {
		return keys;
	}

	const known = new Set(keys.map(({target}) => target?.key));
	const more = footer(state, fewestBarColumns).filter(
		({target}) => target?.key !== undefined && !known.has(target.key),
	);
	return [...keys, ...more];
};

/** The keys of the moment, in groups: keys, and behind the last of them the words for them all. */
const groupsOf = (keys: Line): ReadonlyArray<readonly BarPart[]> => {
	const groups: BarPart[][] = [];
	let isOpen = false;
	for (const {text, tone, target} of keys) {
		const label = text.trim();
		if (label === '') {
			continue;
		}

		const key = tone === 'key' ? target?.key : undefined;
		const part = {text: label, ...(key === undefined ? {} : {key})};
		if (isOpen) {
			groups.at(-1)?.push(part);
		} else {
			groups.push([part]);
		}

		isOpen = tone === 'key' && target?.key !== undefined;
	}

	return groups;
};

/** Leaves a screen that names no keys, and answers it. */
const plainKeys: readonly BarPart[] = [
	{text: 'esc', key: 'escape'},
	{text: 'enter', key: 'return'},
];

const keyButton = ({text, key = ''}: BarPart): HTMLButtonElement => {
	const button = document.createElement('button');
	button.type = 'button';
	button.className = 'key';
	button.dataset['key'] = key;
	button.textContent = text;
	return button;
};

const painted = (part: BarPart): HTMLElement => {
	if (part.key !== undefined) {
		return keyButton(part);
	}

	const label = document.createElement('span');
	label.textContent = part.text;
	return label;
};

/** The keys of the moment as buttons, each group with its words behind it. */
export class KeyBar {
	readonly element = document.createElement('div');
	#shown = '';

	/** @param onKey a press on a button, with the name of its key */
	constructor(label: string, onKey: (key: string) => void) {
		this.element.className = 'bar';
		this.element.role = 'toolbar';
		this.element.ariaLabel = label;
		this.element.addEventListener('click', ({target}) => {
			const key = target instanceof Element ? target.closest('button')?.dataset['key'] : undefined;
			if (key !== undefined) {
				onKey(key);
			}
		});
	}

	/**
	Shows the keys of a state. Unchanged buttons and the focus stay.

	@param columns of the screen

	@param named the keys that the screen's text names, which may not fit on it
	*/
	draw(state: State, columns: number, named: Line): void {
		const keys = named.length === 0 && !isLeisurely(state) ? footer(state, Math.max(columns, fewestBarColumns)) : named;
		const groups = groupsOf(columns < fewestBarColumns ? withMoreKeys(keys, state) : keys);
		const looks = JSON.stringify(groups);
		if (looks === this.#shown) {
			return;
		}

		this.#shown = looks;
		this.element.replaceChildren(
			...(groups.length === 0
				? plainKeys.map((part) => painted(part))
				: groups.map((parts) => {
						const group = document.createElement('span');
						group.className = 'group';
						group.append(...parts.map((part) => painted(part)));
						return group;
					})),
		);
	}
}
