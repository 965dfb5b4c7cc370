import test from 'ava';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import type {State} from '../state/state.js';

const shared = typed(stateOn('pod'), ['G', ':kubectl get pods -A -o yaml', 'c']);

const shows = (state: State, text: string): boolean => rowsOn(state).some((row) => row.includes(text));

test('end and home go to the last and the first row of what kubectl printed', (t) => {
	const last = typed(shared, ['end']);
	t.true(shows(last, '▸  resourceVersion: ""'));
	const first = typed(last, ['home']);
	t.true(shows(first, '▸$ kubectl apply'));
	t.is(typed(first, ['home']).message, 'home: this is the top');
});

test('a page down reaches a last row that takes several', (t) => {
	const cluster = typed(shared, ['6', 'home']);
	const selected = (state: State) => state.pane.selected.cluster;
	t.is(selected(typed(cluster, ['pagedown', 'pagedown'])), selected(typed(cluster, ['end'])));
	t.not(selected(cluster), selected(typed(cluster, ['end'])));
});

test('a first move in the middle of what kubectl printed begins at what is in sight, and does not jump to the end', (t) => {
	t.false(shows(shared, '$ kubectl apply'));
	t.true(shows(typed(shared, ['pageup']), '▸$ kubectl apply'));
	const up = typed(shared, ['up']);
	t.true(shows(up, ' items:'));
	const selected = (state: State) => state.pane.selected.state ?? -1;
	t.true(selected(up) > selected(typed(shared, ['down'])));
	const down = typed(shared, ['pagedown']);
	t.true(selected(down) > selected(up));
	t.false(shows(down, '$ kubectl get pods -A -o yaml'));
});

test('a page down in what kubectl printed goes on by a page at once, also for a command wider than the pane', (t) => {
	const long = 'get pod web -o jsonpath={.spec.containers[0].image}{.status.podIP}{.status.hostIP}';
	const printed = typed(shared, [`:kubectl ${long}`, 'c', ':kubectl get pod web -o yaml', 'c']);
	t.true(shows(printed, '$ kubectl get pod web -o yaml'));
	const next = typed(printed, ['pagedown']);
	t.false(shows(next, '$ kubectl get pod web -o yaml'));
	t.false(shows(next, '$ kubectl get pod web -o jsonpath'));
	t.true(shows(typed(next, ['pageup']), '$ kubectl get pod web -o yaml'));
	t.true(shows(typed(shared, [`:kubectl ${long}`, 'c']), '$ kubectl get pod web -o'));
	t.false(shows(typed(shared, [`:kubectl ${long}`, 'c']), '$ kubectl get pods -A'));
});
