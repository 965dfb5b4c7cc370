import test from 'ava';
import {examFile} from '../../classroom/heads.js';
import {loadExam} from '../../classroom/exams/exams.js';
import {ExamSession} from '../../classroom/exams/session.js';
import {drawScreen} from '../panes/screen.js';
import {plainText} from '../paint/text.js';
import type {State} from '../state/state.js';
import {stateOf} from '../start.js';
import {perform} from './command-words.js';
import {goneOn, press} from './press.js';

let nowMs = 0;

const begun = (): {readonly state: State; readonly session: ExamSession} => {
	nowMs = 0;
	const session = new ExamSession(loadExam(examFile('cka-1')), 0, 'en');
	return {session, state: stateOf({view: 'exam', session}, {services: {now: () => nowMs}})};
};

const shown = (state: State): string =>
	drawScreen(state)
		.map((row) => plainText(row).trimEnd())
		.join('\n');

test('an exam opens on its first task, with its points and the time that is left', (t) => {
	const {state} = begun();
	t.regex(shown(state), /Task 1\/15 · Storage · A class that keeps .* 5 points · 2 h left/);
	t.regex(shown(state), /in the namespace archive/i);
});

test('enter opens the next task, :task one of them, tab all', (t) => {
	const {state, session} = begun();
	const second = press(state, 'return');
	t.regex(shown(second), /Task 2\/15/);
	t.regex(shown(perform(second, 'task 3')), /Task 3\/15/);
	t.is(perform(second, 'task 16').message, 'tasks are numbered 1 to 15');
	const flagged = perform(second, 'flag');
	t.true(session.flagged.has(session.at));
	const all = shown(press({...flagged, message: ''}, 'tab'));
	t.regex(all, /⚑ marked for later/);
	// The points are in view where the name of a domain is long.
	t.regex(all, / 9 {2}An account for releases {2}\d+ points {2}\(Cluster .*…$/m);
});

test('help of a lesson is none in an exam, and its words are none elsewhere', (t) => {
	const {state} = begun();
	t.is(press(state, 'H').message, 'an exam has no hints');
	t.is(press(state, '!').message, 'solutions appear after the exam; :grade ends it');
	const free = stateOf({view: 'play'}, {});
	t.is(perform(free, 'grade').message, 'this word works only in an exam: k8s-walkthrough exam cka');
});

test('the bar of an exam says that enter opens the next task, and help begins with the words of an exam and has no hints', (t) => {
	const {state} = begun();
	t.regex(shown(state), /\n enter next task {2}tab all tasks/);
	t.regex(shown(perform(state, 'clock')), /\n enter go on/);
	const help = shown(press(state, '?')).split('\n').slice(0, 20).join('\n');
	t.regex(help, /Now ─+\n :task \[N\] +exam: opens a task.*\n :flag .*\n :clock .*\n :grade /);
	t.notRegex(help, /hint|solution/);
});

test('a pause stops the clock until enter', (t) => {
	const {state, session} = begun();
	nowMs = 600_000;
	const paused = perform(state, 'clock');
	t.regex(shown(paused), /The clock is stopped, 1 h 50 min/);
	nowMs = 6_000_000;
	const on = press(paused, 'return');
	t.is(session.usedMs(nowMs), 600_000);
	t.is(on.lesson?.tall, false);
});

test('the result leads to the stops that decided, and to a solution', (t) => {
	const {state, session} = begun();
	session.run(0).perform({kubectl: 'create namespace other'});
	const graded = perform(state, 'grade');
	t.regex(shown(graded), /0 of 100 points: not passed \(66 to pass\)/);
	t.regex(
		shown(perform(graded, 'task 1')),
		/✗ 2 The class kept waits for the first consumer.*\n?.*there is no storageclass\/kept/,
	);
	const solved = perform(graded, 'solution');
	t.is(solved.lesson?.run.start, solved.cursor);
	t.true(solved.lesson?.run.satisfied({object: 'pod/archive/reader', cel: 'true'}, solved.recording.stops.length - 1));
});

test('a task opens in parts that say how far they are, a second enter skips no task, and esc stays at the one before', (t) => {
	const session = new ExamSession(loadExam(examFile('cka-1')), 0, 'en');
	const opened = stateOf({view: 'exam', session}, {services: {now: () => 0, pause: () => true}});
	let opening = press(opened, 'return');
	t.truthy(opening.search?.work);
	const said: string[] = [];
	for (let part = 0; part < 20; part++) {
		opening = goneOn(press(opening, 'return'));
		said.push(opening.message);
	}

	t.regex(said.at(-1) ?? '', /#\d+/);
	t.is(session.at, 0);
	while (opening.search) {
		opening = goneOn(opening);
	}

	t.is(session.at, 1);
	t.regex(shown(opening), /Task 2\/15/);
	const left = press(press(opening, 'return'), 'escape');
	t.is(left.search, undefined);
	t.is(session.at, 1);
	t.regex(shown(left), /Task 2\/15/);
});
