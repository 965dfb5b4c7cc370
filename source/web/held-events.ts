import type {ScreenEvent} from '../screen/loop.js';
import type {State} from '../screen/state/state.js';

/** Whether an event may begin work of any kind: a typed or chosen command, or the lesson after this one. */
const beginsAnything = ({mode, lesson}: Pick<State, 'mode' | 'lesson'>, event: ScreenEvent): boolean => {
	if (typeof event === 'object') {
		return mode !== 'debug' || !('does' in event || 'target' in event);
	}

	return event === 'return' && (mode !== 'debug' || lesson?.run.finished === true);
};

/** Events of a page whose data are still loading: a command waits for them, as do later events. */
export class HeldEvents {
	/** `undefined` once the data are loaded. */
	#held: ScreenEvent[] | undefined = [];

	/** @param handle receives events that need not wait at once, and others later */
	constructor(readonly handle: (events: readonly ScreenEvent[]) => void) {}

	/** Handles events of one press, or keeps them. */
	take(state: Pick<State, 'mode' | 'lesson'>, events: readonly ScreenEvent[]): void {
		const held = this.#held;
		const isCommand = events.length > 1 || events.some((event) => beginsAnything(state, event));
		if (held && (held.length > 0 || isCommand)) {
			held.push(...events);
		} else {
			this.handle(events);
		}
	}

	/** Called when the data are loaded. */
	release(): void {
		const held = this.#held ?? [];
		this.#held = undefined;
		if (held.length > 0) {
			this.handle(held);
		}
	}
}
