import type {Region} from '../screen/paint/region.js';
import type {Canvas} from './drawing/svg.js';
import type {Line, Size} from '../screen/paint/text.js';
import {RowView} from './row-view.js';

/** The least and the most columns of a screen in a page. */
const fewestColumns = 46;
const mostColumns = 200;

/** The size of a drawing's texts, as a part of that of the screen's: as in page.css. */
const drawnText = 0.92;

/** A drawing in place of a region's rows. */
export interface Drawing {
	readonly element: HTMLElement;
	readonly draw: (canvas: Canvas) => void;
}

interface Shown {
	readonly element: HTMLElement;
	/** Its rows; empty if a drawing replaces them. */
	readonly rows: RowView[];
	/** Its last set place. */
	place: string;
}

/** The width and height of a character, in pixels. */
interface Cell {
	readonly width: number;
	readonly height: number;
}

const element = (tag: string, className: string): HTMLElement => {
	const made = document.createElement(tag);
	made.className = className;
	return made;
};

/** The regions of a screen as sections of a page, each at its place. Only what has changed is painted again. */
export class ScreenView {
	readonly element = element('div', 'grid');
	readonly #ruler = element('span', 'ruler');
	readonly #shown = new Map<string, Shown>();
	/** The cell of the last frame: a browser that measures after a change lays out the page at once. */
	#cell: Cell = {width: 8, height: 17};
	#size = '';

	constructor() {
		this.element.tabIndex = 0;
		this.element.role = 'application';
		this.#ruler.textContent = '0'.repeat(100);
		this.#ruler.ariaHidden = 'true';
		this.element.append(this.#ruler);
	}

	#measured(): Cell {
		const {width: wide, height} = this.#ruler.getBoundingClientRect();
		this.#cell = {width: wide / 100 || 8, height: height || 17};
		return this.#cell;
	}

	/** The number of columns and rows that fit. @param fewestRows the smallest number of rows: with less room, the page scrolls */
	size(columnsPx: number, rowsPx: number, fewestRows: number): Size {
		const {width: wide, height} = this.#measured();
		return {
			columns: Math.max(fewestColumns, Math.min(mostColumns, Math.floor(columnsPx / wide))),
			rows: Math.max(fewestRows, Math.floor(rowsPx / height)),
		};
	}

	/** The column and row at a point of the window. */
	placeAt(x: number, y: number): {readonly column: number; readonly row: number} {
		const {left, top} = this.element.getBoundingClientRect();
		const {width: wide, height} = this.#measured();
		return {column: Math.floor((x - left) / wide), row: Math.floor((y - top) / height)};
	}

	/** Draws regions. @param size of the whole screen, in columns and rows @param drawings by the regions that they replace */
	draw(regions: readonly Region[], size: Size, drawings: ReadonlyMap<string, Drawing>): void {
		const whole = `${size.columns} ${size.rows}`;
		if (whole !== this.#size) {
			this.#size = whole;
			this.element.style.width = `${size.columns}ch`;
			this.element.style.height = `calc(${size.rows} * var(--line))`;
		}

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
			shown = {element: section, rows: [], place: ''};
			this.#shown.set(name, shown);
		}

		const place = `${left} ${top} ${columns}`;
		if (place !== shown.place) {
			shown.place = place;
			const {style} = shown.element;
			style.left = `${left}ch`;
			style.top = `calc(${top} * var(--line))`;
			style.width = `${columns}ch`;
		}

		if (drawing) {
			if (drawing.element.parentElement !== shown.element) {
				shown.element.replaceChildren(drawing.element);
			}

			shown.rows.length = 0;
			const {width: wide, height} = this.#cell;
			// Its texts have the size of the screen's, less a little.
			drawing.draw({width: wide * columns, height: height * rows.length, char: wide * drawnText, row: height});
			return;
		}

		this.#drawRows(shown, rows);
	}

	#drawRows({element: section, rows: painted}: Shown, rows: readonly Line[]): void {
		if (painted.length === 0) {
			section.replaceChildren();
		}

		for (const [index, row] of rows.entries()) {
			const known = painted[index];
			if (known) {
				known.show(row);
			} else {
				const made = new RowView(row);
				painted.push(made);
				section.append(made.element);
			}
		}

		for (const {element: left} of painted.splice(rows.length)) {
			left.remove();
		}
	}
}
