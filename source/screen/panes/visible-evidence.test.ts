import test from 'ava';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import type {Evidence} from '../state/parts.js';
import {changed, type State} from '../state/state.js';
import {isVisible, lookedAt} from './visible-evidence.js';

const started = stateOn('pod');
const bound = typed(started, [':break etcd.txn pod/web', 'c', 'c']);
const sized = (state: State, columns: number, rows: number): State => ({...state, size: {columns, rows}});
const small = sized(bound, 80, 24);

const table: ReadonlyArray<readonly [fact: string, evidence: Evidence, visible: boolean]> = [
	['the field that this stop sets', {view: 'state', field: 'spec.nodeName'}, true],
	['the open view, if none is named', {field: 'spec.nodeName'}, true],
	['what is in a field', {field: 'status.conditions'}, true],
	['an item by its type', {field: 'status.conditions[PodScheduled].status'}, true],
	['an item by its index', {field: 'status.conditions[0].status'}, true],
	['an item of another type', {field: 'status.conditions[Ready]'}, false],
	['a field that does not exist', {field: 'spec.nodeNames'}, false],
	['a field that is folded', {field: 'spec.containers[web].image'}, false],
	['a line of text', {line: 'nodeName: node-a'}, true],
	['a line with a value that it does not have', {line: 'nodeName: node-b'}, false],
	['a view that is not open', {view: 'why'}, false],
	['a row of a view that is not open', {view: 'why', row: 'Binding'}, false],
	['the open view', {view: 'state'}, true],
];

for (const [fact, evidence, visible] of table) {
	test(`${visible ? 'on' : 'not on'} a small screen: ${fact}`, (t) => {
		t.is(isVisible(small, evidence), visible);
	});
}

test('a wide screen shows more views, each with its own rows', (t) => {
	const wide = sized(bound, 160, 50);
	t.true(isVisible(wide, {view: 'why'}));
	t.true(isVisible(wide, {view: 'why', row: 'etcd writes /registry/pods/default/web'}));
	t.false(isVisible(wide, {view: 'why', row: 'etcd writes /registry/pods/default/other'}));
});

test('a text that is wrapped is found, and visible when all its rows are', (t) => {
	const events = sized(typed(started, ['G', '4']), 80, 24);
	const pulled = {row: 'Successfully pulled image "nginx:1.27" in 2.88s (2.88s including waiting). Image size'};
	t.true(isVisible(events, pulled));
	t.false(isVisible(sized(events, 80, 13), {row: 'Successfully assigned default/web'}));
});

test('looking at a field scrolls to it and marks it; a folded one unfolds the object', (t) => {
	const folded: Evidence = {view: 'state', field: 'spec.containers[web].image'};
	const looking = lookedAt(small, folded);
	t.true(isVisible(looking, folded));
	t.true(rowsOn(looking).some((row) => row.startsWith('▸') && row.includes('image: nginx:1.27')));
	t.is(typed(looking, ['s']).pane.evidence, undefined);
});

test('looking at a field that has changed marks its new value, and not the former one above it', (t) => {
	const running = sized(
		typed(started, [':break etcd.txn pod/web if="object.status.phase == \'Running\'"', 'c']),
		80,
		24,
	);
	const phase: Evidence = {view: 'state', field: 'status.phase'};
	const marked = rowsOn(lookedAt(running, phase)).filter((row) => row.startsWith('▸'));
	t.deepEqual(
		marked.map((row) => row.trim()),
		['▸+   phase: Running'],
	);
});

test('looking at a row far down brings it into sight', (t) => {
	const key: Evidence = {view: 'ledger', row: '/registry/services/specs/default/kubernetes'};
	t.false(isVisible(typed(small, ['9']), key));
	t.true(isVisible(lookedAt(small, key), key));
});

for (const [language, words] of [
	['zh', '命名空间 kube-public'],
	['ru', 'kube-public'],
] as const) {
	test(`looking at a row by its English words shows and marks it on a screen in another language: ${language}`, (t) => {
		const told = changed(sized(bound, 80, 20), 'setup', {language});
		const row: Evidence = {view: 'cluster', row: 'namespace kube-public'};
		const looking = lookedAt(told, row);
		t.true(isVisible(looking, row));
		t.true(rowsOn(looking).some((one) => one.startsWith('▸') && one.includes(words)));
		t.false(
			isVisible(lookedAt(told, {view: 'cluster', row: 'namespace kube-private'}), {
				view: 'cluster',
				row: 'namespace kube-private',
			}),
		);
	});
}

test('looking at what does not exist opens the view, and it is not visible', (t) => {
	const missing: Evidence = {view: 'events', row: 'FailedScheduling'};
	const looking = lookedAt(small, missing);
	t.is(looking.pane.view, 'events');
	t.false(isVisible(looking, missing));
});
