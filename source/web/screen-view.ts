import type {Region} from '../screen/paint/region.js';
import type {Canvas} from './drawing/svg.js';
import {clean, width, type Line, type Segment, type Size} from '../screen/paint/text.js';

/** The least and the most columns of a screen in a page. */
const fewestColumns = 46;
const mostColumns = 200;

/** The size of a drawing's texts, as a part of that of the screen's: as in page.css. */
const drawnText = 0.92;

/** Takes the place of a region's rows. */
export interface Drawing {
	readonly element: HTMLElement;
	readonly draw: (canvas: Canvas) => void;
}

interface Shown {
	readonly element: HTMLElement;
	rows: readonly Line[];
}

/** Lines and frames are for the eye alone. */
const isFrame = (text: string): boolean => /^[\s\u2500-\u257F]*$/.test(text) && text.trim() !== '';

const element = (tag: string, className: string): HTMLElement => {
	const made = document.createElement(tag);
	made.className = className;
	return made;
};

const paintSegment = ({text, tone, target}: Segment): HTMLElement => {
	const span = element('span', target ? `t-${tone} hit` : `t-${tone}`);
	const shown = clean(text);
	span.textContent = shown;
	if (isFrame(shown)) {
		span.ariaHidden = 'true';
	}

	// Wide characters have as many columns as in a terminal, in any font.
	if (width(shown) !== shown.length) {
		span.classList.add('wide');
		span.style.width = `${width(shown)}ch`;
	}

	return span;
};

const paintRow = (row: Line): HTMLElement => {
	const made = element('div', 'row');
	made.append(...row.map((segment) => paintSegment(segment)));
	return made;
};

/** The regions of a screen as sections of a page, each at its place. A row is painted again when it has changed. */
export class ScreenView {
	readonly element = element('div', 'grid');
	readonly #ruler = element('span', 'ruler');
	readonly #shown = new Map<string, Shown>();

	constructor() {
		this.element.tabIndex = 0;
		this.element.role = 'application';
		this.#ruler.textContent = '0'.repeat(100);
		this.#ruler.ariaHidden = 'true';
		this.element.append(this.#ruler);
	}

	/** The width and height of a character, in pixels. */
	get cell(): {readonly width: number; readonly height: number} {
		const {width: wide, height} = this.#ruler.getBoundingClientRect();
		return {width: wide / 100 || 8, height: height || 17};
	}

	/** How many columns and rows fit. @param fewestRows where there is less room, the page is scrolled */
	size(columnsPx: number, rowsPx: number, fewestRows: number): Size {
		const {width: wide, height} = this.cell;
		return {
			columns: Math.max(fewestColumns, Math.min(mostColumns, Math.floor(columnsPx / wide))),
			rows: Math.max(fewestRows, Math.floor(rowsPx / height)),
		};
	}

	/** The column and row at a point of the window. */
	placeAt(x: number, y: number): {readonly column: number; readonly row: number} {
		const {left, top} = this.element.getBoundingClientRect();
		const {width: wide, height} = this.cell;
		return {column: Math.floor((x - left) / wide), row: Math.floor((y - top) / height)};
	}

	/** Draws regions. @param size of the whole screen, in columns and rows @param drawings by the regions that they replace */
	draw(regions: readonly Region[], size: Size, drawings: ReadonlyMap<string, Drawing>): void {
		this.element.style.width = `${size.columns}ch`;
		this.element.style.height = `calc(${size.rows} * var(--line))`;
		const kept = new Set(regions.map(({name}) => name));
		for (const [name, {element: old}] of this.#shown) {
			if (!kept.has(name)) {
				old.remove();
				this.#shown.delete(name);
			}
		}

		for (const region of regions) {
			this.#drawRegion(region, drawings.get(region.name));
		}
	}

	#drawRegion({name, left, top, columns, rows}: Region, drawing: Drawing | undefined): void {
		let shown = this.#shown.get(name);
		if (!shown) {
			const section = element('section', `region r-${name.replaceAll(/\W+/g, '-')}`);
			section.ariaLabel = name;
			this.element.append(section);
			shown = {element: section, rows: []};
			this.#shown.set(name, shown);
		}

		const {style, children} = shown.element;
		style.left = `${left}ch`;
		style.top = `calc(${top} * var(--line))`;
		style.width = `${columns}ch`;
		if (drawing) {
			if (drawing.element.parentElement !== shown.element) {
				shown.element.replaceChildren(drawing.element);
			}

			shown.rows = [];
			const {width: wide, height} = this.cell;
			// Its texts have the size of the screen's, less a little.
			drawing.draw({width: wide * columns, height: height * rows.length, char: wide * drawnText, row: height});
			return;
		}

		for (const [index, row] of rows.entries()) {
			const old = children[index];
			if (!old) {
				shown.element.append(paintRow(row));
			} else if (shown.rows[index] !== row) {
				old.replaceWith(paintRow(row));
			}
		}

		while (children.length > rows.length) {
			shown.element.lastElementChild?.remove();
		}

		shown.rows = rows;
	}
}
