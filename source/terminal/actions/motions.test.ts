import test from 'ava';
import {stateOn, typed} from '../../testing/screens.js';
import {must} from '../../testing/must.js';
import {stopOf} from '../state/state.js';

test('the end is that of the work; what the cluster does of itself comes after it', (t) => {
	const state = stateOn('pod', ['G', ':goto +40s']);
	const last = state.recording.stops.length - 1;
	t.true(must(state.recording.stops.get(last), 'last stop').periodic);
	const end = typed(state, ['g', 'G']);
	t.false(must(stopOf(end), 'stop').periodic);
	t.true(state.recording.stops.slice(end.cursor + 1).every(({periodic}) => periodic));
	t.is(typed(end, ['G']).cursor, last);
	t.is(typed(state, ['g', 'c']).cursor, end.cursor);
});
