import type {Walk} from '../../cluster.js';
import {raceEnd, raceTitle} from '../../screen/panes/race-rows.js';
import {rowsOf} from '../../screen/panes/rows.js';
import {topOf} from '../../screen/panes/visible-rows.js';
import {walkParts} from '../../screen/panes/walk-rows.js';
import {walkOf} from '../../screen/state/packet.js';
import {raceShown, type Race} from '../../screen/state/race.js';
import type {SentRequest} from '../../screen/state/requests.js';
import {stopOf, type State} from '../../screen/state/state.js';
import {wordsOf} from '../../screen/words/words.js';
import type {Point} from './geometry.js';
import {isStill} from './motion.js';
import {racePlaces, raceSentences, type RaceScene} from './race-marks.js';
import {paintMark, svg, type Canvas} from './svg.js';
import {walkPlaces, walkSentences} from './walk-marks.js';

/** The duration of the packet's way between two hops, in milliseconds. */
const hopMs = 160;

/** The race or the packet path in the pane. */
const shownIn = (state: State): {readonly race: Race} | {readonly walk: Walk} | undefined => {
	const race = raceShown(state);
	if (race) {
		return {race};
	}

	const found = state.network.part === 'walk' ? walkOf(state) : undefined;
	return found?.case === 'walk' ? {walk: found.walk} : undefined;
};

/** Whether the network's pane has something to draw; lists and rules are text. */
export const isDrawn = (state: State): boolean => shownIn(state) !== undefined;

const sceneOf = (state: State, race: Race, columns: number): RaceScene => {
	const words = wordsOf(state).panes;
	const requestWords = ({timeMs, end}: SentRequest): string =>
		`${timeMs - race.startMs} ms: ${end ? words.network.ends[end.result] : words.network.underWay}`;
	return {
		race,
		nowMs: (stopOf(state)?.timeMs ?? 0) - race.startMs,
		title: raceTitle(state, race, columns),
		end: raceEnd(state, race, columns),
		words: words.race,
		requestWords,
	};
};

/** The race and the path of a packet as drawings, from the terminal's rows and model. */
export class NetworkDrawing {
	readonly element = document.createElement('div');
	readonly #drawing = svg('svg', {class: 'drawing', 'aria-hidden': 'true'});
	readonly #marks = svg('g');
	readonly #now = svg('line', {class: 'd-now', x1: 0, x2: 0});
	readonly #packet = svg('circle', {class: 'd-packet', r: 6});
	readonly #words = document.createElement('ul');
	#looks = '';
	#walked = '';

	/** @param onStep a click on a step's effect */
	constructor(onStep: (step: number) => void) {
		this.element.className = 'drawn-pane';
		this.#words.className = 'in-words';
		this.#drawing.append(this.#marks, this.#now, this.#packet);
		this.element.append(this.#drawing, this.#words);
		this.#drawing.addEventListener('click', (event) => {
			const {target} = event;
			const step = target instanceof SVGElement ? target.dataset['step'] : undefined;
			if (step !== undefined) {
				event.stopPropagation();
				onStep(Number(step));
			}
		});
	}

	draw(state: State, canvas: Canvas): void {
		const shown = shownIn(state);
		const columns = Math.floor(canvas.width / (canvas.char / 0.92));
		if (!shown) {
			return;
		}

		if ('race' in shown) {
			this.#drawRace(state, sceneOf(state, shown.race, columns), canvas);
		} else {
			this.#drawWalk(state, shown.walk, columns, canvas);
		}
	}

	#drawRace(state: State, scene: RaceScene, canvas: Canvas): void {
		const {marks, height, now} = racePlaces(scene, canvas);
		this.#packet.style.display = 'none';
		this.#walked = '';
		const isNew = this.#now.style.display !== '';
		this.#now.style.display = '';
		this.#now.setAttribute('y1', String(now.top));
		this.#now.setAttribute('y2', String(now.bottom));
		// A race that has just opened begins at the time of its stop.
		this.#now.style.transition = isNew || isStill() ? 'none' : '';
		this.#now.style.transform = `translate(${now.x}px, 0)`;
		this.#paint(marks, raceSentences(scene), height, state, canvas);
	}

	#drawWalk(state: State, walk: Walk, columns: number, canvas: Canvas): void {
		const parts = walkParts(walk, columns, state.network.whole, wordsOf(state).panes.walk);
		const {marks, height, way} = walkPlaces(walk, parts, canvas);
		this.#now.style.display = 'none';
		this.#paint(marks, walkSentences(walk, parts), height, state, canvas);
		this.#movePacket(way, walk.arrives, JSON.stringify(walk));
	}

	/** Paints changed marks, and scrolls like the rows of the terminal. */
	#paint(
		marks: ReturnType<typeof racePlaces>['marks'],
		sentences: readonly string[],
		height: number,
		state: State,
		{width, height: room, row, char}: Canvas,
	): void {
		const looks = JSON.stringify([marks, width]);
		if (looks !== this.#looks) {
			this.#looks = looks;
			this.#marks.replaceChildren(...marks.map((mark) => paintMark(mark)));
			this.#words.replaceChildren(
				...sentences.map((text) => {
					const item = document.createElement('li');
					item.textContent = text;
					return item;
				}),
			);
		}

		const fits = Math.floor(room / row);
		const rows = rowsOf(state, 'network', Math.floor((width * 0.92) / char), fits);
		const below = rows.length - fits;
		const top = below > 0 ? (topOf(state, 'network', rows, fits) / below) * Math.max(0, height - room) : 0;
		this.#drawing.setAttribute('viewBox', `0 ${Math.round(top)} ${width} ${room}`);
		this.#drawing.setAttribute('width', String(width));
		this.#drawing.setAttribute('height', String(room));
	}

	/** Moves the packet along its path, once per path. */
	#movePacket(way: readonly Point[], arrives: boolean, walked: string): void {
		const isNew = walked !== this.#walked;
		this.#walked = walked;
		const moves = way.length >= 2 && !isStill();
		if (moves && !isNew) {
			// Here the packet is on its way. At its end, the disc of the last hop shows its fate.
			return;
		}

		for (const running of this.#packet.getAnimations()) {
			running.cancel();
		}

		this.#packet.style.display = 'none';
		if (!moves) {
			return;
		}

		this.#packet.style.display = '';
		this.#packet.setAttribute('class', `d-packet${arrives ? '' : ' d-lost'}`);
		const moving = this.#packet.animate(
			way.map(({x, y}) => ({transform: `translate(${x}px, ${y}px)`})),
			{duration: hopMs * way.length, easing: 'linear'},
		);
		moving.addEventListener('finish', () => {
			this.#packet.style.display = 'none';
		});
	}
}
