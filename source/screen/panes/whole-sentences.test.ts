import test from 'ava';
import {lessonState, rowsOn, stateOn} from '../../testing/screens.js';
import {jump} from '../actions/motions.js';
import {stopOf} from '../state/state.js';
import type {View} from '../../classroom/views.js';
import {wordsOf} from './stop-words.js';

const bare = (text: string): string => text.replaceAll(/\s/g, '');

for (const view of ['state', 'board'] as const satisfies readonly View[]) {
	test(`at 80×24 what a stop says is there to its end, beside the ${view}, at every stop of a run`, (t) => {
		const begun = stateOn('shop', ['c']);
		const opened = {...begun, pane: {...begun.pane, view}, size: {columns: 80, rows: 24}};
		const cut: string[] = [];
		for (let step = opened.start; step < opened.recording.stops.length; step++) {
			const state = jump({...opened, message: ''}, step);
			const stop = stopOf(state);
			if (stop && !bare(rowsOn(state).slice(0, 14).join('')).includes(bare(wordsOf(stop, 'en')))) {
				cut.push(`#${step} ${stop.stage}`);
			}
		}

		t.true(opened.recording.stops.length > opened.start + 100);
		t.deepEqual(cut, []);
	});
}

test('at 80×24 what a stop says is there to its end below the text of a lesson, where that is short', (t) => {
	const opened = {...lessonState(3), size: {columns: 80, rows: 24}};
	const cut: string[] = [];
	let long = 0;
	for (let step = opened.start; step < opened.recording.stops.length; step++) {
		const state = jump({...opened, message: ''}, step);
		const stop = stopOf(state);
		const said = stop ? wordsOf(stop, 'en') : '';
		long += Number(said.length > 3 * 78);
		if (!bare(rowsOn(state).slice(0, 16).join('')).includes(bare(said))) {
			cut.push(`#${step} ${stop?.stage ?? ''}`);
		}
	}

	t.true(long > 0);
	t.deepEqual(cut, []);
});
