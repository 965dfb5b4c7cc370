import test from 'ava';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {keyTable} from '../input/key-table.js';
import type {Question} from '../../classroom/guess/guess-question.js';
import {openGuess} from '../state/guess-round.js';
import type {OpenGuess} from '../state/parts.js';
import {changed, type State} from '../state/state.js';
import {press} from './press.js';

const before = stateOn('pod', ['c', ':break apiserver.admit.mutate.ServiceAccount', 'C', 'S']);
const asking = press(before, 'p');

const openOn = (state: State): OpenGuess => {
	const open = openGuess(state);
	if (!open) {
		throw new Error('nothing is asked');
	}

	return open;
};

const questionOf = (state: State): Question => openOn(state).question;

/** The digit key of the right answer, or of a wrong one. */
const digit = (state: State, isRight: boolean): string => {
	const {options, right} = questionOf(state);
	return String(options.findIndex((option) => (option === right) === isRight) + 1);
};

/** Steps until a question appears. */
const untilAsked = (state: State): State => {
	let now = state;
	for (let steps = 0; steps < 60 && !openGuess(now); steps++) {
		now = press(now, 's');
	}

	return now;
};

test('p asks about the next stop, and shows nothing of it', (t) => {
	t.is(asking.cursor, before.cursor);
	const rows = rowsOn(asking).join('\n');
	t.true(rows.includes('─ guess what comes next ─'));
	t.true(rows.includes(`Which of these fields of pods/web changes at #${before.cursor + 1}?`));
	t.false(rows.includes('names no service account'));
});

test('a digit answers: the stop is shown, the score counts', (t) => {
	const right = press(asking, digit(asking, true));
	t.is(right.cursor, before.cursor + 1);
	t.is(right.message, 'right: spec.serviceAccountName · 1 of 1 right, streak 1');
	t.true(rowsOn(right).join('\n').includes('names no service account'));
	const wrong = press(asking, digit(asking, false));
	t.is(wrong.cursor, before.cursor + 1);
	t.is(wrong.message, 'no, it is spec.serviceAccountName; this question returns later · 0 of 1 right, streak 0');
});

test('the arrows choose, enter answers', (t) => {
	const down = typed(asking, ['down', 'down', 'up']);
	t.is(openGuess(down)?.at, 1);
	t.is(openGuess(press(asking, 'up'))?.at, 3);
	const {options, right} = questionOf(asking);
	const answered = typed(asking, [...Array.from({length: options.indexOf(right)}, () => 'down'), 'return']);
	t.is(answered.guess.right, 1);
});

test('what was missed comes back after three more answers, until it is known', (t) => {
	let now = press(asking, digit(asking, false));
	for (let answers = 0; answers < 3; answers++) {
		now = untilAsked(now);
		t.is(openGuess(now)?.again, false);
		now = press(now, digit(now, true));
	}

	t.like(now.guess, {answered: 4, right: 3, streak: 3});
	const again = press(now, 's');
	t.true(rowsOn(again).join('\n').includes('─ again · apiserver.admit.mutate.ServiceAccount ─'));
	t.deepEqual(questionOf(again), questionOf(asking));
	const known = press(again, digit(again, true));
	t.is(known.cursor, again.cursor);
	t.like(known.guess, {answered: 5, right: 4, streak: 4});
	t.deepEqual(known.guess.missed, []);
	const passed = untilAsked(press(again, 's'));
	t.is(openGuess(passed)?.again, false);
});

test('a motion leaves the question unanswered', (t) => {
	const on = press(asking, 's');
	t.is(on.cursor, before.cursor + 1);
	t.is(openGuess(on), undefined);
	t.is(on.guess.answered, 0);
	t.is(press(asking, 'S').cursor, press(before, 'S').cursor);
	t.is(openGuess(press(asking, 'S')), undefined);
});

test('p again ends the game', (t) => {
	const off = press(asking, 'p');
	t.is(off.message, 'guessing is off: no guess yet');
	t.is(openGuess(off), undefined);
	t.is(press(off, 's').cursor, before.cursor + 1);
});

/** The part of a state that a debugger key concerns. */
const outcome = ({mode, cursor, pane, shown, object, commandLine, leaving, session}: State) => ({
	mode,
	cursor,
	view: pane.view,
	zoomed: pane.zoomed,
	shown,
	object,
	// The letters of `kubectl` are counted with the state before them.
	commandLine: {...commandLine, spelled: commandLine.spelled?.letters},
	leaving,
	breakpoints: session.breakpoints,
});

const answers = new Set(['1', '2', '3', '4', 'up', 'down', 'return', 'p']);
const elsewhere = keyTable.filter((binding) => !('in' in binding) || binding.in === undefined);

test('no other key is swallowed while a question is asked', (t) => {
	const keys = elsewhere.flatMap((binding) => binding.keys).filter((key) => !answers.has(key));
	t.true(keys.length > 50);
	for (const key of keys) {
		t.deepEqual(outcome(press(asking, key)), outcome(press(before, key)), key);
	}
});

test('a digit beyond the options does what it does elsewhere', (t) => {
	const open = openOn(asking);
	const {question} = open;
	const two = changed(asking, 'guess', {
		open: {...open, question: {...question, options: question.options.slice(0, 2)}},
	});
	t.is(press(two, '4').pane.view, 'events');
	t.is(press(asking, '7').pane.view, 'scheduler');
	t.truthy(openGuess(press(asking, '7')));
});

test('the words of the game say so where nothing is asked', (t) => {
	for (const word of [':answer', ':answer-next', ':answer-previous', ':answer-chosen']) {
		t.is(typed(before, [word]).message, 'no question is open; p starts guessing, s asks the next');
	}
});
