import test from 'ava';
import {causes} from '../../debugger/cause.js';
import type {Stop} from '../../kernel/stop.js';
import {stateOn, typed} from '../../testing/screens.js';
import {must} from '../../testing/must.js';
import {stopOf} from '../state/state.js';

test('the end is that of the work; what the cluster does of itself comes after it', (t) => {
	const state = stateOn('pod', ['G', ':goto +40s']);
	const last = state.recording.stops.length - 1;
	t.true(must(state.recording.stops.get(last), 'last stop').periodic);
	const end = typed(state, ['g', 'G']);
	const command = state.start;
	const isWork = ({step, periodic}: Stop): boolean =>
		!periodic && (causes(state.recording, step).at(-1)?.step ?? -1) >= command;
	t.true(isWork(must(stopOf(end), 'stop')));
	t.deepEqual(
		state.recording.stops
			.slice(end.cursor + 1)
			.filter((stop) => isWork(stop))
			.map(({step, stage}) => `#${step} ${stage}`),
		[],
	);
	// The node is registered before the command, and reported later.
	t.true(state.recording.stops.slice(end.cursor + 1).some(({periodic}) => !periodic));
	t.is(typed(end, ['G']).cursor, last);
	t.is(typed(state, ['g', 'c']).cursor, end.cursor);
});
