import type {Answer, Done, Order} from './order.js';

/** The part of a browser's Worker that an errand uses. */
export type Thread = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

const newThread = (language: string): Thread =>
	new Worker(new URL('page-worker.js', import.meta.url), {type: 'module', name: `errand ${language}`});

/** A thread for long work: it stays warm between orders, and a new order ends the one before. */
export class Errand {
	#thread: Thread | undefined;
	/** Ends the waiting for what the thread does. */
	#drop: (() => void) | undefined;

	constructor(readonly start: (language: string) => Thread = newThread) {}

	/**
	Has an order carried out.

	@param progress hears how many of its parts are done
	@returns `undefined` if it was cancelled, or another order took its place
	@throws {Error} when the work fails, or the thread cannot be loaded
	*/
	async run(order: Order, progress: (done: number, all: number) => void = () => {}): Promise<Done | undefined> {
		// A busy thread cannot listen: it ends, and its results are lost.
		this.cancel();
		const isWarm = this.#thread !== undefined;
		const thread = (this.#thread ??= this.start(order.language));
		return new Promise<Done | undefined>((resolve, reject) => {
			let isOver = false;
			const end = (): boolean => {
				const wasOver = isOver;
				isOver = true;
				if (this.#drop === drop) {
					this.#drop = undefined;
				}

				return !wasOver;
			};
			const drop = (): void => {
				if (end()) {
					resolve(undefined);
				}
			};
			this.#drop = drop;
			thread.addEventListener('message', ({data}: MessageEvent<Answer | 'ready'>) => {
				if (isOver) {
					return;
				}

				if (data === 'ready') {
					thread.postMessage(order, []);
				} else if ('progress' in data) {
					progress(...data.progress);
				} else if (end()) {
					if ('error' in data) {
						reject(new Error(data.error));
					} else {
						resolve(data.result);
					}
				}
			});
			thread.addEventListener('error', (event) => {
				this.#thread = undefined;
				if (end()) {
					reject(new Error('message' in event ? event.message : 'the thread cannot be loaded'));
				}
			});
			if (isWarm) {
				thread.postMessage(order, []);
			}
		});
	}

	/** Ends what is being done. */
	cancel(): void {
		if (this.#drop) {
			this.#thread?.terminate();
			this.#thread = undefined;
			this.#drop();
		}
	}

	/** Ends the thread. */
	close(): void {
		this.cancel();
		this.#thread?.terminate();
		this.#thread = undefined;
	}
}
