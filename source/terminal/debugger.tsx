import {useApp, useInput} from 'ink';
import {useLayoutEffect, useMemo, useRef, useState, type ReactElement} from 'react';
import {eventsOf} from './input/terminal-keys.js';
import {advised} from '../screen/actions/advised.js';
import {point} from '../screen/actions/pointer.js';
import {tick} from '../screen/actions/play.js';
import {useFollowing, usePlaying} from './timers.js';
import {goneOn, pasted, press} from '../screen/actions/press.js';
import {isLeisurely, regionsOf} from '../screen/panes/screen.js';
import {type State, changed} from '../screen/state/state.js';
import {useSize} from './paint/ink-rows.js';
import {Parts} from './paint/parts.js';
import {usePausing, useSearch} from './use-search.js';

/** The debugger: keys change the state, and what the state shows is drawn. */
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
}): ReactElement => {
	const {exit} = useApp();
	const size = useSize();
	const [opened, time] = usePausing(initial);
	const [state, setState] = useState(opened);
	const sizeNow = useRef(size);
	// Several keys may come before the next frame: they act on the latest state, not on the drawn one.
	const latest = useRef(opened);
	useInput((input, key) => {
		for (const event of eventsOf(input, key)) {
			time.begin();
			const before = {...latest.current, size};
			latest.current =
				typeof event === 'string'
					? press(before, event)
					: 'text' in event
						? pasted(before, event.text, event.keys)
						: point(before, event);
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
	useFollowing(initial.live !== undefined, latest, setState);
	usePlaying(state.board, () => {
		latest.current = advised(tick({...latest.current, size: sizeNow.current}));
		onChange?.(latest.current);
		setState(latest.current);
	});
	useSearch(state.search, () => {
		time.begin();
		latest.current = advised(goneOn({...latest.current, size: sizeNow.current}));
		onChange?.(latest.current);
		setState(latest.current);
	});
	useLayoutEffect(() => {
		sizeNow.current = size;
	}, [size]);
	const regions = useMemo(() => regionsOf({...state, size}), [state, size]);
	return <Parts regions={regions} size={size} ascii={ascii} leisurely={isLeisurely(state)} />;
};
