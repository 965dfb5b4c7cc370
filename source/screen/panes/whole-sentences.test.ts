import test from 'ava';
import {findLesson} from '../../classroom/course.js';
import {LessonRun} from '../../classroom/player.js';
import {must} from '../../testing/must.js';
import {lessonState, rowsOn, stateOn} from '../../testing/screens.js';
import {lessonOpened} from '../actions/lesson-actions.js';
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

test('a translated sentence about a file that is no YAML does not repeat the English message', (t) => {
	const facts = {
		case: 'refused',
		file: 'a.yaml',
		line: 2,
		column: 1,
		message: 'found a tab in the indentation',
		remedy: '',
	};
	const stop = {
		...must(stopOf(stateOn('shop', ['c'])), 'stop'),
		stage: 'kubectl.parse',
		outcome: 'refused' as const,
		facts,
	};
	t.is(wordsOf(stop, 'ru'), 'kubectl не может прочесть a.yaml: в отступе табуляция вместо пробелов');
});

test('at 80×24 the pane yields to a long sentence below the long text of a lesson, in every language', (t) => {
	const lesson = findLesson('16');
	const asked = lesson.steps.findIndex(
		({runTo}) => runTo?.stage === 'controller.persistentvolume-attach-detach.attach',
	);
	const run = new LessonRun(lesson, asked);
	for (const language of ['en', 'zh', 'ru'] as const) {
		const state = lessonOpened(run, {size: {columns: 80, rows: 24}, language});
		const said = wordsOf(must(stopOf(state), 'stop'), language);
		t.true(said.length > 70);
		t.true(bare(rowsOn(state).join('')).includes(bare(said)), language);
	}
});

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
