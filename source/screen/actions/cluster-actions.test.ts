import test from 'ava';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';

const selected = typed({...stateOn('pod'), size: {columns: 80, rows: 24}}, ['G', '6', 'j', 'j']);

test('d describes the selected object at this step, and changes nothing', (t) => {
	const {length} = selected.recording.stops;
	const described = typed(selected, ['d']);
	t.true(rowsOn(described).includes(' $ kubectl describe pods web -n default'.padEnd(80)));
	t.true(rowsOn(described).some((row) => row.startsWith(' Node:             node-a/192.168.0.11')));
	t.is(described.recording, selected.recording);
	t.is(described.recording.stops.length, length);
	t.is(described.cursor, selected.cursor);
	t.is(described.leaving.unsaved, selected.leaving.unsaved);
	t.deepEqual(rowsOn(typed(described, ['escape', 'escape'])), rowsOn(typed(selected, ['escape'])));
});

test('in the past it is described as it was then, and says so when the cursor moves on', (t) => {
	const before = typed(stateOn('pod'), [':break etcd.txn pod/web', 'c', '6', ':pods', 'j', 'd']);
	const status = (rows: readonly string[]) => rows.find((row) => row.startsWith(' Node:'))?.trim();
	t.is(status(rowsOn(before)), 'Node:             <none>');
	const later = typed(before, ['G']);
	t.is(status(rowsOn(later)), 'Node:             <none>');
	t.true(rowsOn(later).some((row) => row.includes(`as it was after #${before.cursor}`)));
});

test('s begins a command in the selected Pod, and looks into a node', (t) => {
	const shell = typed(selected, ['s']);
	t.is(shell.mode, 'command');
	t.is(shell.commandLine.typed, 'kubectl exec web -n default -- ');
	t.deepEqual(typed(selected, ['k', 's']).cluster.inside, {key: '/registry/minions/node-a', part: 'node'});
});

test('where no row is selected, s steps and d shows what changed', (t) => {
	const back = typed(selected, ['g', '6', 'escape']);
	t.is(typed(back, ['s']).cursor, back.cursor + 1);
	t.is(typed(back, ['d']).pane.view, 'state');
});

test('a row that is no Pod has no shell, and says what to do', (t) => {
	const services = typed(selected, [':services', 'j', 's']);
	t.is(services.mode, 'debug');
	t.regex(services.message, /select a Pod/);
});

test('the last row offers a key for one thing only', (t) => {
	const footer = (state: typeof selected) => rowsOn({...state, size: {columns: 160, rows: 50}}).at(-1) ?? '';
	t.regex(footer(selected), /s shell/);
	t.notRegex(footer(selected), /s step/);
	t.regex(footer(typed(selected, ['escape'])), /s step/);
});

test('escape leads from what was opened back to the list, one press at a time', (t) => {
	const list = typed(stateOn('shop', ['G', ':pods']), ['j']);
	const described = typed(list, ['d']);
	t.is(described.cluster.inside?.part, 'describe');
	const again = typed(described, ['escape']);
	t.like(again, {pane: {view: 'cluster'}, cluster: {kind: 'pods', inside: undefined}, message: ''});
	const whole = typed(again, ['j', 'y']);
	t.like(whole, {pane: {view: 'state'}, object: {form: 'whole'}});
	t.like(typed(whole, ['escape']), {pane: {view: 'cluster'}, cluster: {kind: 'pods'}, object: {lookingAt: undefined}});
});
