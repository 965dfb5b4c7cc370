import {useEffect, useState} from 'react';
import type {SearchState} from '../screen/state/parts.js';
import {changed, type State} from '../screen/state/state.js';

/** How long a search may keep the screen from answering, in milliseconds. */
const partMs = 30;

/** The real time that a search takes at once. */
export class SearchTime {
	#begunMs = 0;

	/** A key or the part of a search begins. */
	begin(): void {
		this.#begunMs = performance.now();
	}

	/** Whether the screen is to answer now. */
	readonly isOver = (): boolean => performance.now() - this.#begunMs > partMs;
}

/** The state in which searches pause, unless its services say when, and the time that tells when. */
export const usePausing = (initial: State): readonly [state: State, time: SearchTime] =>
	useState(() => {
		const time = new SearchTime();
		const services = {pause: time.isOver, ...initial.setup.services};
		return [changed(initial, 'setup', {services}), time] as const;
	})[0];

/** Goes on with a search that has paused, after keys and the frame had their turn. */
export const useSearch = (search: SearchState | undefined, next: () => void): void => {
	useEffect(() => {
		if (!search) {
			return;
		}

		const turn = setImmediate(next);
		return () => {
			clearImmediate(turn);
		};
		// Each part has a state of its own; `next` acts on the latest.
		// eslint-disable-next-line react-hooks/exhaustive-deps
	}, [search]);
};
