import {useApp, useInput} from 'ink';
import {useEffect, useLayoutEffect, useMemo, useState, type ReactElement} from 'react';
import {eventsOf} from './input/terminal-keys.js';
import {ScreenLoop, type ScreenEvent, type Timers} from '../screen/loop.js';
import {isLeisurely, regionsOf} from '../screen/panes/screen.js';
import type {ClosedFile} from '../screen/actions/editor.js';
import type {EditorState, State} from '../screen/state/state.js';
import {useSize} from './paint/ink-rows.js';
import {Parts} from './paint/parts.js';

const timers: Timers = {
	every(ms, call) {
		const timer = setInterval(call, ms);
		return () => {
			clearInterval(timer);
		};
	},
	soon(call) {
		const turn = setImmediate(call);
		return () => {
			clearImmediate(turn);
		};
	},
	nowMs: () => performance.now(),
};

/** The debugger: keys change the state, and the state is drawn. */
export const Debugger = ({
	initial,
	ascii,
	onLeave,
	onSuspend,
	edit,
	early,
}: {
	readonly initial: State;
	readonly ascii: boolean;
	/** Leaves the debugger; without it the program ends. */
	readonly onLeave?: () => void;
	readonly onSuspend?: () => void;
	readonly edit?: (file: EditorState) => ClosedFile;
	/** Takes the input that arrived while this screen was loaded. */
	readonly early?: () => readonly ScreenEvent[];
}): ReactElement => {
	const {exit} = useApp();
	const size = useSize();
	const [loop] = useState(() => new ScreenLoop(initial, timers));
	const [state, setState] = useState(loop.state);
	useInput((input, key) => {
		loop.handle(eventsOf(input, key));
	});
	useLayoutEffect(() => {
		loop.listen({
			draw: setState,
			leave: onLeave ?? exit,
			suspend: onSuspend,
			edit:
				edit &&
				((file, closed) => {
					closed(edit(file));
				}),
		});
	}, [loop, onLeave, exit, onSuspend, edit]);
	useLayoutEffect(() => {
		loop.resize(size);
	}, [loop, size]);
	useEffect(() => {
		loop.start();
		const keys = early?.() ?? [];
		if (keys.length > 0) {
			loop.handle(keys);
		}

		return () => {
			loop.close();
		};
		// The input is taken once, when the screen opens.
		// eslint-disable-next-line react-hooks/exhaustive-deps
	}, [loop]);
	const regions = useMemo(() => regionsOf({...state, size}), [state, size]);
	return <Parts regions={regions} size={size} ascii={ascii} leisurely={isLeisurely(state)} />;
};
