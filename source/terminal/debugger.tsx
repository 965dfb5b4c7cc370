import {useApp, useInput, useStdout} from 'ink';
import {useEffect, useLayoutEffect, useRef, useState} from 'react';
import {FrameWriter} from './paint/frame-writer.js';
import {eventsOf} from './input/terminal-keys.js';
import {point} from './actions/pointer.js';
import {press} from './actions/press.js';
import {paintScreen} from './panes/screen.js';
import {type State, changed} from './state/state.js';
import {useSize} from './paint/ink-rows.js';
import {caughtUp} from './actions/live-steering.js';
import {liveLine} from './panes/live-line.js';

/** How often a screen that follows real clients looks at what they have done. */
const followMs = 100;

/** The debugger: keys change the state, the state is painted. */
export const Debugger = ({
	initial,
	ascii,
	onLeave,
	onChange,
	onSuspend,
}: {
	readonly initial: State;
	readonly ascii: boolean;
	/** What leaving does; without it the program ends. */
	readonly onLeave?: () => void;
	readonly onChange?: (state: State) => void;
	readonly onSuspend?: () => void;
}): null => {
	const {exit} = useApp();
	const {stdout} = useStdout();
	const size = useSize();
	const [state, setState] = useState(initial);
	// Several keys may come before the next frame: they act on the latest state, not on the drawn one.
	const latest = useRef(initial);
	useInput((input, key) => {
		for (const event of eventsOf(input, key)) {
			const before = {...latest.current, size};
			latest.current = typeof event === 'string' ? press(before, event) : point(before, event);
			if (latest.current.leaving.left) {
				onChange?.(latest.current);
				(onLeave ?? exit)();
				return;
			}

			if (latest.current.leaving.suspended) {
				latest.current = changed(latest.current, 'leaving', {suspended: false});
				onSuspend?.();
			}
		}

		onChange?.(latest.current);
		setState(latest.current);
	});
	const {live} = initial;
	useEffect(() => {
		if (!live) {
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
				setState(latest.current);
			}
		}, followMs);
		return () => {
			clearInterval(timer);
		};
	}, [live]);
	useLayoutEffect(() => {
		if (stdout instanceof FrameWriter) {
			stdout.paint(paintScreen({...state, size}, {ascii}));
		}
	}, [state, size, ascii, stdout]);
	return null;
};
