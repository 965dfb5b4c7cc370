import type {Facts} from '../kernel/routine.js';
import type {Frame} from '../kernel/stop.js';
import {Texts} from './texts.js';

/** The number of frames in a chunk. */
export const framesPerChunk = 1024;
const columns = 5;

/** Consecutive frames, as columns: 20 bytes each, and references to facts. */
class FrameChunk {
	/** Per frame: name + 1 (0: no stop was ever in this frame), component, object (−1: none), step, and number of the enclosing frame (−1: none). */
	readonly numbers = new Int32Array(columns * framesPerChunk);
	readonly facts: Array<Facts | undefined> = Array.from({length: framesPerChunk});
}

/** The number of frames that are kept as objects after a read. */
const viewed = 256;

/** The frames of a tape's stops, by their numbers. Two objects of one frame are equal, but not always identical; their facts are identical. */
export class FrameTable {
	/** Oldest first; the places of chunks of which no frame is known are empty. */
	readonly chunks: Array<FrameChunk | undefined> = [];
	readonly #names = new Texts();
	readonly #views: Array<Frame | undefined> = Array.from({length: viewed});

	constructor(
		private readonly components: Texts,
		private readonly objects: Texts,
	) {}

	/** Adds a frame, with those around it, unless it is known. */
	add(frame: Frame): void {
		for (let at: Frame | undefined = frame; at && this.#addOne(at); at = at.parent) {
			// The frames around a known frame are known, too.
		}
	}

	/** False when it is known. */
	#addOne({name, component, facts, object, step, parent, number}: Frame): boolean {
		const index = Math.floor(number / framesPerChunk);
		let chunk = this.chunks[index];
		if (!chunk) {
			while (this.chunks.length < index) {
				this.chunks.push(undefined);
			}

			chunk = new FrameChunk();
			this.chunks[index] = chunk;
		}

		const {numbers} = chunk;
		const row = number % framesPerChunk;
		const at = row * columns;
		if (numbers[at] !== 0) {
			return false;
		}

		numbers[at] = this.#names.numberOf(name) + 1;
		numbers[at + 1] = this.components.numberOf(component);
		numbers[at + 2] = object === undefined ? -1 : this.objects.numberOf(object);
		numbers[at + 3] = step;
		numbers[at + 4] = parent?.number ?? -1;
		chunk.facts[row] = facts;
		return true;
	}

	/** The frame of a number; `undefined` where none is known. */
	get(number: number): Frame | undefined {
		const view = this.#views[number % viewed];
		if (view?.number === number) {
			return view;
		}

		const chunk = this.chunks[Math.floor(number / framesPerChunk)];
		const row = number % framesPerChunk;
		const name = chunk?.numbers[row * columns];
		if (!chunk || !name) {
			return undefined;
		}

		const made = this.#made(chunk, number, row, name - 1);
		this.#views[number % viewed] = made;
		return made;
	}

	#made({numbers, facts}: FrameChunk, number: number, row: number, name: number): Frame {
		const at = row * columns;
		const object = numbers[at + 2] ?? -1;
		return {
			name: this.#names.textOf(name),
			component: this.components.textOf(numbers[at + 1] ?? 0),
			facts: facts[row],
			object: object === -1 ? undefined : this.objects.textOf(object),
			step: numbers[at + 3] ?? 0,
			parent: this.get(numbers[at + 4] ?? -1),
			number,
		};
	}
}
