import {useEffect, useLayoutEffect, useRef, type RefObject} from 'react';
import {caughtUp} from '../screen/actions/live-steering.js';
import {paceOf} from '../screen/actions/play.js';
import {liveLine} from '../screen/panes/live-line.js';
import type {State} from '../screen/state/state.js';

/** How often a screen that follows real clients looks at what they have done. */
const followMs = 100;

/** Follows what real clients cause, if any are served. @param latest the state that the last key or tick made. */
export const useFollowing = (isLive: boolean, latest: RefObject<State>, show: (state: State) => void): void => {
	useEffect(() => {
		if (!isLive) {
			return;
		}

		let shown = '';
		const timer = setInterval(() => {
			const now = caughtUp(latest.current);
			const words = liveLine(now);
			if (now !== latest.current || words !== shown) {
				shown = words;
				// Its own copy: how it stands with the clients is drawn anew even where nothing else has changed.
				latest.current = {...now};
				show(latest.current);
			}
		}, followMs);
		return () => {
			clearInterval(timer);
		};
	}, [isLive, latest, show]);
};

/** Calls a function as often as a board that plays shows something new. */
export const usePlaying = (board: State['board'], goOn: () => void): void => {
	const {playing} = board;
	const {everyMs} = paceOf(board);
	const latest = useRef(goOn);
	useLayoutEffect(() => {
		latest.current = goOn;
	});
	useEffect(() => {
		if (!playing) {
			return;
		}

		const timer = setInterval(() => {
			latest.current();
		}, everyMs);
		return () => {
			clearInterval(timer);
		};
	}, [playing, everyMs]);
};
