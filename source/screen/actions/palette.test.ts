import test from 'ava';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {foundItems} from '../state/palette-items.js';
import {stopOf} from '../state/state.js';
import {press} from './press.js';

const shared = stateOn('pod');
const search = (text: string, state = shared) => typed(state, ['ctrl+p', ...text]);
const chosen = (text: string, state = shared) => press(search(text, state), 'return');

test('ctrl+p searches, escape leaves everything as it was', (t) => {
	const open = search('bind');
	t.is(open.mode, 'palette');
	t.true(rowsOn(open).some((row) => row.includes('▸ stage  scheduler.bind')));
	const left = press(open, 'escape');
	t.is(left.mode, 'debug');
	t.is(left.cursor, shared.cursor);
});

test('a stage is gone to, a word is done, an object is opened', (t) => {
	t.is(stopOf(chosen('scheduler.bind'))?.stage, 'scheduler.bind');
	t.is(chosen('breakpoints').mode, 'breakpoints');
	t.is(chosen('pods/web', typed(shared, ['G'])).object.lookingAt, '/registry/pods/default/web');
});

test('a word that needs an argument waits on the command line', (t) => {
	const state = chosen(':follow');
	t.is(state.mode, 'command');
	t.is(state.commandLine.typed, 'follow ');
});

test('a whole command that is typed or pasted into the search is found, and runs', (t) => {
	for (const text of ['kubectl get pods', ':kubectl get pods', ':k get pods']) {
		const ran = chosen(text);
		t.regex(
			ran.commandLine.history.at(-1) ?? ran.recording.inputs.map(({input}) => JSON.stringify(input)).join(),
			/get pods/,
		);
		t.is(stopOf(ran)?.stage, 'kubectl.print', text);
	}

	t.deepEqual(foundItems(search(':follow pod/web'))[0]?.chosen, {line: 'follow pod/web'});
	t.deepEqual(foundItems(search('qqq zzz')), []);
});

test('a recent command is offered first, and done again', (t) => {
	const used = typed(shared, [':goto +1s', 'g']);
	t.deepEqual(foundItems(search('', used))[0]?.chosen, {line: 'goto +1s'});
	t.is(chosen('', used).cursor, typed(used, [':goto +1s']).cursor);
});

test('a lesson is opened where nothing would be lost', (t) => {
	const label = (foundItems(search('lesson 1')).find(({kind}) => kind === 'lesson')?.label ?? '').split('  ')[1] ?? '';
	t.is(chosen(label).lesson?.run.lesson.title, label);
	const busy = chosen(label, typed(shared, ['b']));
	t.is(busy.lesson, undefined);
	t.regex(busy.message, /:save FILE/);
});

test('what nothing answers says so', (t) => {
	t.deepEqual(foundItems(search('qqqzzz')), []);
	t.is(chosen('qqqzzz').message, 'nothing was found');
});

test('arrows choose among what was found, and stay within it', (t) => {
	const open = search('');
	t.is(press(open, 'up').palette.at, 0);
	t.is(typed(open, ['down', 'down', 'up']).palette.at, 1);
	t.is(
		typed(
			open,
			Array.from({length: 40}, () => 'pagedown'),
		).palette.at,
		foundItems(open).length - 1,
	);
});

test('a page of the manual is opened, and text is found in it', (t) => {
	const page = chosen('scenarios nodes latencies');
	t.is(page.mode, 'help');
	t.is(page.help.page, 'scenarios');
	t.true(rowsOn(page)[1]?.includes('SCENARIOS'), rowsOn(page)[1]);
	const found = typed(page, ['/', ...'sideEffects', 'return']);
	t.true(found.help.at > 0);
	t.true(rowsOn(found).some((row) => row.includes('sideEffects')));
	t.is(typed(found, ['n']).help.at, found.help.at);
	const closed = press(found, 'q');
	t.is(closed.mode, 'debug');
	t.true(rowsOn(typed(closed, ['?'])).some((row) => row.includes('Keys and words')));
});

test('text that is typed to be found in a page is no command', (t) => {
	const page = typed(chosen('scenarios nodes latencies'), ['/', ':', 'q']);
	t.is(page.mode, 'help');
	t.is(page.help.find, ':q');
	t.is(press(page, 'escape').mode, 'help');
});

test('what fits the moment comes first, and what has no effect here last', (t) => {
	const items = foundItems(search(''));
	t.is(items[0]?.label, 'step');
	const fits = items.map(({fit = 0}) => fit);
	t.deepEqual(
		fits,
		fits.toSorted((a, b) => b - a),
	);
	const found = foundItems(search('answer'));
	t.true(found.findIndex(({label}) => label.startsWith(':answer')) > 0);
});

test('the help begins with at most twelve keys of the moment, and / keeps only rows with a text', (t) => {
	const rows = rowsOn(typed(shared, ['?']));
	t.regex(rows[1] ?? '', /^─ Now ─/);
	const end = rows.findIndex((row) => row.startsWith('─ Moving in time'));
	t.true(end > 5 && end <= 2 + 12 + 3);
	const found = rowsOn(typed(shared, ['?', '/', ...'breakpoint']));
	t.true(found.some((row) => row.includes('list and edit breakpoints')));
	t.false(found.some((row) => row.includes('step back over')));
	t.true(rowsOn(typed(shared, ['?', '/', ...'qqzz'])).some((row) => row.includes('No key or word has "qqzz"')));
	t.is(typed(shared, ['?', '/', ...'b', 'return', 'q']).mode, 'debug');
});
