import test from 'ava';
import {equal} from '../../kernel/equality.js';
import {stateOn} from '../../testing/screens.js';
import {jump} from '../actions/motions.js';
import {mainChange} from '../../classroom/changed-fields.js';
import {shownKey, stopOf, type State} from '../state/state.js';
import {paneSize} from './layout.js';
import {beforeAndAfter} from './state-view.js';
import {visibleRows} from './visible-rows.js';

/** Whether the field that the head of a stop names is among the rows that are on the screen; `undefined` where it names none. */
const hasEvidence = (state: State): boolean | undefined => {
	const {before, after} = beforeAndAfter(state);
	const change = (shownKey(state) ?? '').startsWith('/registry/') ? mainChange(before, after) : undefined;
	if (!change) {
		return undefined;
	}

	const {columns, height} = paneSize(state);
	return visibleRows(state, 'state', columns, height).shown.some(
		({row: {path, changed}}) =>
			changed === true && path !== undefined && equal(path.slice(0, change.path.length), change.path),
	);
};

for (const name of ['pod', 'shop', 'stalled']) {
	test(`at 80×24 the field that a stop is about is in sight, at every stop of a run: ${name}`, (t) => {
		const opened = {...stateOn(name, ['c']), size: {columns: 80, rows: 24}};
		const hidden: string[] = [];
		let named = 0;
		for (let step = opened.start; step < opened.recording.stops.length; step++) {
			const state = jump({...opened, message: ''}, step);
			const seen = hasEvidence(state);
			named += seen === undefined ? 0 : 1;
			if (seen === false) {
				hidden.push(`#${step} ${stopOf(state)?.stage ?? ''} ${shownKey(state) ?? ''}`);
			}
		}

		t.true(named > 0);
		t.deepEqual(hidden, []);
	});
}
