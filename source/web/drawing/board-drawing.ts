import type {Light, Link} from '../../screen/panes/board/boxes.js';
import {selectedBox} from '../../screen/panes/board/board-view.js';
import {boardOf, type Board} from '../../screen/panes/board/model.js';
import {width as columnsOf} from '../../screen/paint/text.js';
import {shorten} from '../../screen/paint/text-layout.js';
import type {State} from '../../screen/state/state.js';
import {wordsOf} from '../../screen/words/words.js';
import {boardPlaces, type BoardPlaces, type PlacedBox, type Wire} from './board-places.js';
import {boardWords} from './board-words.js';
import {boxMarks} from './box-content.js';
import {lengthOf, type Point} from './geometry.js';
import {isStill} from './motion.js';
import {arrowHead, paintMark, pathThrough, rectangle, svg, type Canvas} from './svg.js';
import {restAt, tokenWay} from './token-way.js';

/** The least height of a board with its texts in full size, in pixels. In less, the whole drawing is smaller. */
const leastHeight = 250;

/** The smallest scale, at which texts can still be read. */
const smallestScale = 0.7;

/** The canvas in the units of a drawing that is scaled to fit a low one. */
const scaled = ({width, height, ...sizes}: Canvas): Canvas => {
	const scale = Math.max(smallestScale, Math.min(1, height / leastHeight));
	return {...sizes, width: width / scale, height: height / scale};
};

/** The duration of the token's way, in milliseconds. */
const wayMs = (points: readonly Point[]): number => Math.max(220, Math.min(650, lengthOf(points) * 0.9));

const translate = ({x, y}: Point): string => `translate(${x}px, ${y}px)`;

/**
The board as a drawing: boxes, the lines between them, and a token that moves along them.

Unchanged parts keep their elements, so that a text selection also stays.
*/
export class BoardDrawing {
	readonly element = document.createElement('div');
	readonly #drawing = svg('svg', {class: 'drawing', 'aria-hidden': 'true'});
	readonly #wires = svg('g');
	readonly #boxes = svg('g');
	readonly #labels = svg('g');
	readonly #token = svg('g', {class: 'd-token'});
	readonly #words = document.createElement('ul');
	readonly #painted = new Map<Element, string>();
	readonly #shown = new Map<string, SVGGElement>();
	/** The last drawn place of the token. */
	#at: {readonly label: string; readonly place: PlacedBox['box']['id']} | undefined;

	/** @param onBox a click on a box */
	constructor(onBox: (id: string) => void) {
		this.#words.className = 'in-words';
		this.#drawing.append(this.#wires, this.#boxes, this.#token, this.#labels);
		this.element.append(this.#drawing, this.#words);
		this.#drawing.addEventListener('click', (event) => {
			const {target} = event;
			const box = target instanceof Element ? target.closest('[data-box]')?.getAttribute('data-box') : undefined;
			if (box && (getSelection()?.isCollapsed ?? true)) {
				event.stopPropagation();
				onBox(box);
			}
		});
	}

	draw(state: State, room: Canvas): void {
		const board = boardOf(state);
		const canvas = scaled(room);
		const {width, height} = canvas;
		const places = boardPlaces(board.boxes, width, height);
		this.#drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
		this.#drawing.setAttribute('width', String(room.width));
		this.#drawing.setAttribute('height', String(room.height));
		this.#drawBoxes(places, selectedBox(state), canvas.char);
		this.#drawWires(places, board.links, canvas);
		this.#drawFolded(state, places, canvas);
		this.#moveToken(places, board, canvas);
		const words = boardWords(board);
		this.#paint(this.#words, words.join('\n'), () =>
			words.map((text) => {
				const item = document.createElement('li');
				item.textContent = text;
				return item;
			}),
		);
	}

	/** Paints the content of an element, unless it is unchanged. */
	#paint(element: Element, looks: string, parts: () => readonly Node[]): void {
		const known = this.#painted;
		if (known.get(element) !== looks) {
			known.set(element, looks);
			element.replaceChildren(...parts());
		}
	}

	#drawBoxes({boxes}: BoardPlaces, selected: string | undefined, char: number): void {
		const kept = new Set<string>(boxes.map(({box}) => box.id));
		for (const [id, group] of this.#shown) {
			if (!kept.has(id)) {
				group.remove();
				this.#shown.delete(id);
			}
		}

		for (const {box, area} of boxes) {
			const known = this.#shown.get(box.id);
			const group = known ?? svg('g', {'data-box': box.id});
			if (!known) {
				this.#shown.set(box.id, group);
				this.#boxes.append(group);
			}

			group.setAttribute('class', `d-group${box.acts ? ' d-acts' : ''}${box.id === selected ? ' d-selected' : ''}`);
			const marks = boxMarks(box, area, char);
			this.#paint(group, JSON.stringify([area, marks]), () => [
				rectangle(area, 'd-box', 9),
				...marks.map((mark) => paintMark(mark)),
			]);
		}
	}

	#drawWires({wires}: BoardPlaces, links: readonly Link[], {width, char}: Canvas): void {
		const linkOf = (box: string): Link | undefined => links.find((link) => link.box === box);
		const weight: Readonly<Record<Light, number>> = {idle: 0, open: 1, lit: 2};
		const lightOf = ({box}: Wire): Light => linkOf(box)?.light ?? 'idle';
		const sorted = [...wires].sort((a, b) => weight[lightOf(a)] - weight[lightOf(b)]);
		const looks = JSON.stringify([sorted, links, width]);
		this.#paint(this.#wires, looks, () =>
			sorted.flatMap((wire) => {
				const light = lightOf(wire);
				const points = linkOf(wire.box)?.outward === false ? wire.points.toReversed() : wire.points;
				return [pathThrough(points, `d-wire d-${light}`), ...(light === 'lit' ? [arrowHead(points, 'd-arrow')] : [])];
			}),
		);
		this.#paint(this.#labels, looks, () =>
			wires.flatMap((wire) => {
				const link = linkOf(wire.box);
				if (link?.light !== 'lit' || link.label === '' || wire.box === 'kubectl' || wire.box === 'file') {
					return [];
				}

				const {x, y} = wire.label;
				const room = Math.floor((width - x) / char) - 1;
				const left = Math.floor(x / char) - 3;
				const isRight = columnsOf(link.label) <= room || room >= left;
				const label = svg('text', {x: isRight ? x : x - 18, y, class: `d-label${isRight ? '' : ' d-end'}`});
				label.textContent = shorten(link.label, isRight ? room : left);
				return [label];
			}),
		);
	}

	#drawFolded(state: State, {folded}: BoardPlaces, {width, height}: Canvas): void {
		const known = this.#drawing.querySelector('.d-folded');
		const text = folded === 0 ? '' : wordsOf(state).board.nodes(folded);
		if (known?.textContent !== text) {
			known?.remove();
			if (text !== '') {
				const made = svg('text', {x: width - 4, y: height - 2, class: 'd-folded'});
				made.textContent = text;
				this.#drawing.append(made);
			}
		}
	}

	/** Moves the token to its box: along the lines, unless it was drawn elsewhere or motion is off. */
	#moveToken(places: BoardPlaces, {token}: Board, {char, width}: Canvas): void {
		const area = places.boxes.find(({box}) => box.id === token?.place)?.area;
		if (!token?.place || !area) {
			this.#at = undefined;
			this.#paint(this.#token, '', () => []);
			return;
		}

		const most = Math.floor(Math.min(width / 3, area.width + 20) / char) - 3;
		const text = shorten(token.label, Math.max(6, most));
		const wide = columnsOf(text) * char + 26;
		this.#paint(this.#token, `${text} ${wide}`, () => {
			const label = svg('text', {x: 8 - wide / 2 + 10, y: 4.5, class: 'd-token-label'});
			label.textContent = text;
			return [
				rectangle({left: -wide / 2, top: -11, width: wide, height: 22}, 'd-token-pill', 11),
				svg('circle', {cx: 9 - wide / 2, cy: 0, r: 3.5, class: 'd-token-mark'}),
				label,
			];
		});
		const rest = restAt(area, wide);
		const before = this.#at;
		this.#token.style.transform = translate(rest);
		this.#at = {label: token.label, place: token.place};
		if (before && before.place !== token.place && !isStill()) {
			this.#animate(tokenWay(places, before.place, token.place, wide));
		}
	}

	#animate(points: readonly Point[]): void {
		for (const running of this.#token.getAnimations()) {
			running.cancel();
		}

		const whole = lengthOf(points);
		if (points.length < 2 || whole === 0) {
			return;
		}

		this.#token.animate(
			points.map((point, index) => ({
				transform: translate(point),
				offset: lengthOf(points.slice(0, index + 1)) / whole,
			})),
			{duration: wayMs(points), easing: 'ease-in-out'},
		);
	}
}
