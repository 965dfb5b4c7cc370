import {clean, width, type Line, type Segment} from '../screen/paint/text.js';

/** Lines and frames are for the eye alone. */
const isFrame = (text: string): boolean => /^[\s\u2500-\u257F]*$/.test(text) && text.trim() !== '';

/** Whether two segments are painted alike: a click is answered from its place, so only whether it has a target counts. */
const looksLike = (one: Segment | undefined, other: Segment): boolean =>
	one?.text === other.text && one.tone === other.tone && Boolean(one.target) === Boolean(other.target);

/** Runs of wide characters, and what is between them. */
const runs = /([\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60]+)/;

/** A text as elements: a font may draw wide characters narrower than two columns, so each gets the rest of its room behind it. */
const spaced = (text: string): readonly Node[] =>
	text
		.split(runs)
		.filter((run) => run !== '')
		.map((run) => {
			if (!runs.test(run)) {
				return document.createTextNode(run);
			}

			const part = document.createElement('span');
			part.textContent = run;
			part.className = 'wide-run';
			return part;
		});

/** Paints a segment on an element that may show another one. */
const paintSegment = (span: HTMLElement, {text, tone, target}: Segment): void => {
	const shown = clean(text);
	// Wide characters have as many columns as in a terminal, in any font.
	const columns = width(shown);
	const isWide = columns !== shown.length;
	span.className = `t-${tone}${target ? ' hit' : ''}${isWide ? ' wide' : ''}`;
	span.style.width = isWide ? `${columns}ch` : '';
	span.ariaHidden = isFrame(shown) ? 'true' : null;
	const {firstChild, childNodes} = span;
	if (isWide) {
		span.replaceChildren(...spaced(shown));
	} else if (firstChild instanceof Text && childNodes.length === 1) {
		firstChild.data = shown;
	} else {
		span.textContent = shown;
	}
};

/** A row of the screen as an element. Another line changes only the different segments, so that the browser only lays out those. */
export class RowView {
	readonly element = document.createElement('div');
	#line: Line = [];

	constructor(line: Line) {
		this.element.className = 'row';
		this.show(line);
	}

	show(line: Line): void {
		if (line === this.#line) {
			return;
		}

		const {element} = this;
		const spans = element.children;
		for (const [index, segment] of line.entries()) {
			const known = spans[index];
			const span = known instanceof HTMLElement ? known : element.appendChild(document.createElement('span'));
			if (!looksLike(this.#line[index], segment)) {
				paintSegment(span, segment);
			}
		}

		for (let count = spans.length; count > line.length; count--) {
			element.lastElementChild?.remove();
		}

		this.#line = line;
	}
}
