import type {Answer, Beginning, Done, Order} from './order.js';

/** The part of a browser's Worker that an errand uses. */
export type Thread = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

const newThread = (language: string): Thread =>
	new Worker(new URL('page-worker.js', import.meta.url), {type: 'module', name: `errand ${language}`});

/** A thread for long work: it stays alive between orders, and a new order ends the previous one. */
export class Errand {
	#thread: Thread | undefined;
	/** Ends the wait for the thread's work. */
	#drop: (() => void) | undefined;

	constructor(readonly start: (language: string) => Thread = newThread) {}

	/**
	Lets the thread carry out an order.

	@param progress receives the number of its finished parts
	@returns `undefined` if it was cancelled, or another order took its place
	@throws {Error} when the work fails, or the thread cannot be loaded
	*/
	async run(order: Order, progress: (done: number, all: number) => void = () => {}): Promise<Done | undefined> {
		// A busy thread cannot listen: it ends, and its results are lost.
		this.cancel();
		const isWarm = this.#thread !== undefined;
		const thread = (this.#thread ??= this.start(order.language));
		return new Promise<Done | undefined>((resolve, reject) => {
			// A finished order reports nothing more: a late error must not end the thread of the next.
			const listening = new AbortController();
			const end = (): void => {
				listening.abort();
				this.#drop = undefined;
			};
			this.#drop = (): void => {
				end();
				resolve(undefined);
			};
			const fail = (text: string): void => {
				end();
				this.#endThread();
				reject(new Error(text));
			};
			const hear = (said: Answer | Beginning): void => {
				if (said === 'ready') {
					thread.postMessage(order, []);
				} else if ('progress' in said) {
					progress(...said.progress);
				} else if ('failed' in said) {
					fail(said.failed);
				} else {
					end();
					if ('error' in said) {
						reject(new Error(said.error));
					} else {
						resolve(said.result);
					}
				}
			};
			const {signal} = listening;
			thread.addEventListener(
				'message',
				({data}: MessageEvent<Answer | Beginning>) => {
					hear(data);
				},
				{signal},
			);
			thread.addEventListener(
				'error',
				(event) => {
					fail('message' in event ? event.message : 'the thread cannot be loaded');
				},
				{signal},
			);
			if (isWarm) {
				thread.postMessage(order, []);
			}
		});
	}

	/** Ends the current work. */
	cancel(): void {
		if (this.#drop) {
			this.#endThread();
			this.#drop();
		}
	}

	/** Ends the thread. */
	close(): void {
		this.cancel();
		this.#endThread();
	}

	/** A thread that has failed or is busy takes no other order. */
	#endThread(): void {
		this.#thread?.terminate();
		this.#thread = undefined;
	}
}
