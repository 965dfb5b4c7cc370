import test from 'ava';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {boardOf} from '../panes/board/model.js';
import {foundItems} from '../state/palette-items.js';
import {changed, stopOf} from '../state/state.js';

const bind = stateOn('pod', [':break scheduler.bind', 'c']);
const wordsOf = ({faultMenu}: typeof bind) => faultMenu.faults.map(({words}) => words);

test('X lists what may go wrong with the object and the process of this stop, ready to be given', (t) => {
	const open = typed(bind, ['X']);
	t.is(open.mode, 'faults');
	t.true(wordsOf(open).includes('kill default/web'));
	t.true(wordsOf(open).some((words) => words.startsWith('crash ')));
	t.is(wordsOf(open).at(-1), 'heal');
	t.regex(rowsOn(open)[0] ?? '', /^─ Break /);
	t.is(typed(open, ['escape']).mode, 'debug');
});

test('enter gives the chosen fault: in the past in another future', (t) => {
	const open = typed(bind, ['X']);
	const given = typed(open, ['return']);
	t.deepEqual(given.recording.inputs.at(-1)?.input, {fault: wordsOf(open)[0]});
	t.is(given.future.name, '2');
	t.regex(stopOf(typed(given, ['s']))?.stage ?? '', /^fault\.|^scheduler|^apiserver|^informer/);
});

test('e puts its words on the command line', (t) => {
	const edited = typed(bind, ['X', 'j', 'e']);
	t.is(edited.mode, 'command');
	t.is(edited.commandLine.typed, `fault ${wordsOf(typed(bind, ['X']))[1]}`);
});

test('on the board it is about the selected box', (t) => {
	const board = typed(bind, ['v']);
	const at = boardOf(board).boxes.findIndex(({id}) => id === 'node/node-b');
	const open = typed(changed(board, 'pane', {selected: {board: at}}), ['X']);
	t.is(open.faultMenu.about, 'node/node-b');
	t.true(wordsOf(open).includes('power off node-b for=1m'));
	t.true(wordsOf(open).includes('crash kubelet/node-b'));
	t.true(wordsOf(open).includes('partition node-b kube-apiserver for=10s'));
	t.false(wordsOf(open).some((words) => words.includes('node-a')));
});

test('the palette finds faults by what they do', (t) => {
	const [first] = foundItems(typed(bind, ['ctrl+p', ...'fill disk']));
	t.deepEqual(first?.chosen, {begun: 'fault fill disk '});
	t.true(foundItems(typed(bind, ['ctrl+p', ...'power off'])).some(({kind}) => kind === 'fault'));
});
