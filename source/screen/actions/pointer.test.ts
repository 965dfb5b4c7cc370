import test from 'ava';
import {lessonState, rowsOn, stateOn, typed} from '../../testing/screens.js';
import {readMouse} from '../input/mouse.js';
import {must} from '../../testing/must.js';
import {stopOf, type State} from '../state/state.js';
import {point} from './pointer.js';

const shared = stateOn('pod');
const wide: State = {...shared, size: {columns: 160, rows: 50}};

/** The place of a text on the screen. */
const find = (state: State, text: string): readonly [column: number, row: number] => {
	const rows = rowsOn(state);
	const row = rows.findIndex((one) => one.includes(text));
	return [must(rows[row], `${text} is not on the screen:\n${rows.join('\n')}`).indexOf(text), row];
};

const mouse = (state: State, code: number, [column, row]: readonly [number, number], end = 'M'): State =>
	point(state, must(readMouse(`[<${code};${column + 1};${row + 1}${end}`), 'report'));

const click = (state: State, text: string, shift = 0): State => {
	const [column, row] = find(state, text);
	return mouse(state, 0, [column + shift, row]);
};

test('a click on a tab opens its view', (t) => {
	t.is(click(shared, '3 why').pane.view, 'why');
	t.is(click(wide, '4 events').pane.view, 'events');
});

test('a click on a key of the footer presses it', (t) => {
	t.is(click(shared, 's step').cursor, shared.cursor + 1);
	t.is(click(shared, '? all').mode, 'help');
	const further = typed(shared, ['s', 's', 's']);
	t.is(click(further, 'SNFC back').cursor, typed(further, ['S']).cursor);
	t.is(click(further, 'SNFC back', 3).cursor, typed(further, ['C']).cursor);
});

test('a click on a row selects it, another one opens it', (t) => {
	const causes = typed(shared, [':break scheduler.bind', 'c', 'w']);
	const step = 1 + causes.start;
	const text = must(
		rowsOn(causes).find((row) => row.includes('←')),
		'cause',
	).trim();
	const selected = click(causes, text);
	t.is(selected.cursor, causes.cursor);
	t.is(selected.pane.selected.why, 1);
	const opened = click(selected, text.slice(1));
	t.true(opened.cursor < causes.cursor && opened.cursor >= step);
});

test('in a list that is scrolled, a row stays under the pointer: the second click there opens it', (t) => {
	const events = typed(shared, ['c', '4']);
	for (const shift of [0, 1]) {
		const [column, row] = find(events, 'Pulling');
		const selected = mouse(events, 0, [column, row + shift]);
		t.is(selected.cursor, events.cursor);
		t.is(find(selected, 'Pulling')[1], row);
		const opened = mouse(selected, 0, [column, row + shift]);
		t.regex(stopOf(opened)?.object ?? '', /events/);
		t.true(opened.cursor < events.cursor);
		// A key moves on from there; the list follows the selection.
		t.not(typed(selected, ['j']).pane.selected.events, selected.pane.selected.events);
	}
});

test('a click beside the open pane opens that one', (t) => {
	const bound = typed(wide, [':break scheduler.bind', 'c']);
	const [column, row] = find(bound, '← #');
	const clicked = mouse(bound, 0, [column, row]);
	t.is(clicked.pane.view, 'why');
	// The sentence of the stop itself takes two rows there.
	t.is(clicked.pane.selected.why, 2);
});

test('a click below the last row of a list selects nothing', (t) => {
	const events = typed(stateOn('empty'), ['4']);
	const [, row] = find(events, '▸4 events');
	t.deepEqual(mouse(events, 0, [5, row + 6]).pane.selected, {});
});

test('the wheel scrolls the pane under it, as far as there are rows', (t) => {
	const end = typed(shared, ['G', ':follow pod/web', ',', 'y']);
	const [, row] = find(end, '─ Pod default/web');
	const place = [20, row + 2] as const;
	t.is(mouse(end, 65, place).pane.scroll.state, 3);
	t.is(mouse(mouse(end, 65, place), 64, place).pane.scroll.state, 0);
	t.is(mouse(end, 64, place).pane.scroll.state, 0);
	let bottom = end;
	for (let turn = 0; turn < 200; turn++) {
		bottom = mouse(bottom, 65, place);
	}

	t.regex(rowsOn(bottom).join('\n'), /↑ \d+ lines/);
	t.notRegex(rowsOn(bottom).join('\n'), /↓ \d+ lines/);
});

test('the wheel over another pane leaves the open one open', (t) => {
	const end = typed(wide, ['G']);
	const [column, row] = find(end, 'Events');
	const scrolled = mouse(end, 64, [column, row + 2]);
	t.is(scrolled.pane.view, 'state');
	t.not(scrolled.pane.scroll.events, undefined);
	t.is(scrolled.pane.scroll.state, undefined);
});

test('pressing the timeline goes there; dragging scrubs until the button is let go', (t) => {
	const start = typed(shared, ['G']);
	const row = find(start, '○ 0')[1];
	const middle = mouse(start, 0, [30, row]);
	t.true(middle.cursor > start.start && middle.cursor < start.cursor, String(middle.cursor));
	// A drag may leave the row while the button is down.
	const begin = mouse(middle, 32, [0, 3]);
	t.is(begin.cursor, start.start);
	const end = mouse(begin, 32, [79, row]);
	t.is(stopOf(end)?.timeMs, end.recording.stops.at(-1)?.timeMs);
	const released = mouse(end, 0, [79, row], 'm');
	t.is(mouse(released, 32, [30, row]).cursor, released.cursor);
});

test('a drag that did not begin on the timeline moves nothing', (t) => {
	t.is(mouse(shared, 32, [30, 5]), shared);
});

test('a click on a component of the map goes to where your work first came to it', (t) => {
	const stage = (state: State) => must(stopOf(state), 'stop').stage;
	t.regex(stage(click(shared, 'scheduler')), /^(?:scheduler|informer)\./);
	t.regex(stage(click(wide, '· kubelet')), /^(?:kubelet|informer)\./);
});

test('a click on a Pod follows it', (t) => {
	const end = typed(wide, ['G']);
	t.is(click(end, '· web ').object.followed, '/registry/pods/default/web');
});

test('a click on a mark of the lanes goes to its stop', (t) => {
	const lanes = typed(shared, [':break scheduler.bind', 'c', '5']);
	const [column, row] = find(lanes, 'etcd ');
	const at = (rowsOn(lanes)[row] ?? '').lastIndexOf('■');
	const clicked = mouse(lanes, 0, [at, row]);
	t.true(at > column && clicked.cursor < lanes.cursor);
	t.is(stopOf(clicked)?.component, 'etcd');
});

test('an answer is chosen by a click and given by another', (t) => {
	const asked = lessonState(2);
	const chosen = click(asked, 'spec.nodeName');
	const lesson = must(chosen.lesson, 'lesson');
	t.is(lesson.run.options[lesson.option]?.text, 'spec.nodeName');
	t.is(click(chosen, 'spec.nodeName').lesson?.answered?.correct, false);
});

test('while something is typed a click changes nothing', (t) => {
	const typing = typed(shared, [':']);
	t.is(click(typing, 'tab complete'), typing);
});

test('a breakpoint is selected by a click and switched by another', (t) => {
	const list = typed(shared, [':break scheduler.bind', ':break etcd.txn', 'B']);
	const selected = click(list, 'etcd.txn');
	t.is(selected.breakpointList.at, 1);
	t.deepEqual(
		click(selected, 'etcd.txn').session.breakpoints.map(({enabled}) => enabled),
		[true, false],
	);
});

test('a list of more breakpoints than rows scrolls with the selected one, with keys and the wheel', (t) => {
	const words = Array.from({length: 40}, (_, index) => `:break apiserver.store object=pod/web-${index}`);
	const listed = typed(shared, [...words, 'B']);
	t.is(listed.mode, 'breakpoints');
	t.false(rowsOn(listed).some((row) => row.includes('/web-39')));
	const below = typed(listed, Array<string>(39).fill('j'));
	t.true(rowsOn(below).some((row) => /▸.*web-39/.test(row)));
	t.is(mouse(mouse(listed, 65, [5, 5]), 65, [5, 5]).breakpointList.at, 6);
	t.is(mouse(listed, 64, [5, 5]).breakpointList.at, 0);
});
