import test from 'ava';
import {loadLesson} from '../../classroom/course.js';
import {lessonFile, lessonNames, numberOf} from '../../classroom/heads.js';
import {LessonRun} from '../../classroom/player.js';
import {textsOf} from '../../classroom/reading.js';
import {viewKey, viewLesson, views, type View} from '../../classroom/views.js';
import {lessonOpened} from '../actions/lesson-actions.js';
import {keyTable} from '../input/key-table.js';
import {namedViews} from './taught-views.js';

const lessons = lessonNames().map((name) => loadLesson(lessonFile(name)));
const opens = (view: View, number: number): boolean =>
	lessons
		.find(({name}) => numberOf(name) === number)
		?.steps.some(({look, ask}) => look?.view === view || ask?.show?.view === view) ?? false;

const taught = views.flatMap((view) => {
	const number = viewLesson(view);
	return number === undefined ? [] : [{view, number}];
});

test('the course teaches views', (t) => {
	t.true(taught.length >= 10);
});

for (const {view, number} of taught) {
	test(`the course teaches ${view} in lesson ${number}, and opens it in none before`, (t) => {
		const texts = lessons
			.find(({name}) => numberOf(name) === number)
			?.steps.flatMap((step) => textsOf(step).map(([, text]) => text));
		const names = new RegExp(`\\b[Pp]ress ${viewKey(view)}\\b|[Pp]ane ${viewKey(view)}\\b`);
		t.true(opens(view, number) || texts?.some((text) => names.test(text)));
		t.deepEqual(
			lessons.map(({name}) => numberOf(name)).filter((one) => one < number && opens(view, one)),
			[],
		);
	});
}

test('lesson 1 names a pane from the step on that opens it', (t) => {
	const [first] = lessons;
	if (!first) {
		t.fail('no lessons');
		return;
	}

	const run = new LessonRun(first);
	const state = lessonOpened(run, {keymap: keyTable, services: {}, language: 'en'});
	t.deepEqual(namedViews(state), ['board']);
	run.next();
	t.deepEqual(namedViews({...state, pane: {...state.pane, view: 'state'}}), ['state', 'board']);
});
