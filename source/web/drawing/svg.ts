import type {Area, Point} from './geometry.js';
import type {DotShape, Mark} from './mark.js';

/** The room of a drawing. */
export interface Canvas {
	readonly width: number;
	readonly height: number;
	/** The width of a character of its texts, in pixels. */
	readonly char: number;
	/** The height of a row of the screen, in pixels. */
	readonly row: number;
}

const namespace = 'http://www.w3.org/2000/svg';

/** An element of a drawing. */
export const svg = <Tag extends keyof SVGElementTagNameMap>(
	tag: Tag,
	attributes: Readonly<Record<string, string | number>> = {},
	...children: readonly Node[]
): SVGElementTagNameMap[Tag] => {
	const made = document.createElementNS(namespace, tag);
	for (const [name, value] of Object.entries(attributes)) {
		made.setAttribute(name, typeof value === 'number' ? String(Math.round(value * 10) / 10) : value);
	}

	made.append(...children);
	return made;
};

export const rectangle = ({left, top, width, height}: Area, className: string, radius: number): SVGRectElement =>
	svg('rect', {x: left, y: top, width: Math.max(0, width), height: Math.max(0, height), rx: radius, class: className});

/** A line through points, with round corners. */
export const pathThrough = (points: readonly Point[], className: string): SVGPathElement => {
	const [first, ...rest] = points;
	const d = first ? `M${first.x} ${first.y}${rest.map(({x, y}) => `L${x} ${y}`).join('')}` : '';
	return svg('path', {d, class: className});
};

/** The head of an arrow at the end of a line. */
export const arrowHead = (points: readonly Point[], className: string): SVGPathElement => {
	const [before, end] = points.slice(-2);
	if (!before || !end) {
		return svg('path');
	}

	const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
	const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
	const back = {x: end.x - dx * 9, y: end.y - dy * 9};
	return svg('path', {
		d: `M${end.x} ${end.y}L${back.x - dy * 5} ${back.y + dx * 5}L${back.x + dy * 5} ${back.y - dx * 5}Z`,
		class: className,
	});
};

const dot = (x: number, y: number, radius: number, shape: DotShape, tone: string): SVGElement => {
	if (shape === 'cross') {
		return svg('path', {
			d: `M${x - radius} ${y - radius}l${radius * 2} ${radius * 2}m0 ${-radius * 2}l${-radius * 2} ${radius * 2}`,
			class: `d-line s-${tone}`,
		});
	}

	if (shape === 'ring') {
		return svg('circle', {cx: x, cy: y, r: radius - 0.5, class: `d-line s-${tone}`});
	}

	return svg('circle', {cx: x, cy: y, r: radius, class: `t-${tone}`});
};

/** A mark as an element. */
export const paintMark = (mark: Mark): SVGElement => {
	switch (mark.is) {
		case 'pill': {
			return rectangle(mark.area, `d-pill s-${mark.tone}`, mark.area.height / 2);
		}

		case 'dot': {
			return dot(mark.x, mark.y, mark.radius, mark.shape, mark.tone);
		}

		case 'bar': {
			return rectangle(mark.area, `d-${mark.role} s-${mark.tone}`, mark.role === 'frame' ? 9 : 3);
		}

		case 'stroke': {
			return pathThrough(mark.points, `d-line s-${mark.tone}`);
		}

		case 'hit': {
			const hit = rectangle(mark.area, 'd-hit', 3);
			hit.dataset['step'] = String(mark.step);
			const title = svg('title');
			title.textContent = mark.title;
			hit.append(title);
			return hit;
		}

		case 'text': {
			const text = svg('text', {x: mark.x, y: mark.y, class: mark.role === undefined ? 'd-text' : `d-${mark.role}`});
			text.append(
				...mark.parts.map((part) => {
					const span = svg('tspan', {class: `t-${part.tone}`});
					span.textContent = part.text;
					return span;
				}),
			);
			return text;
		}
	}
};
