import test from 'ava';
import {views, viewNames, type ViewNames} from '../../classroom/views.js';
import {plainText, width} from '../paint/text.js';
import {tabKeys, tabRow} from './tabs.js';

const withLongNames = (chosen: readonly string[]): Readonly<Record<string, ViewNames>> =>
	Object.fromEntries(
		views.map((view) => {
			const {tab, title} = viewNames(view);
			return [view, {tab: chosen.includes(view) ? `${tab}-with-a-long-name` : tab, title}];
		}),
	);

test('at 80 columns all tabs have their names', (t) => {
	t.is(
		plainText(tabRow({}, 'why', views, 80)),
		' : 1 state 2 stack▸3 why 4 events 5 lanes 6 cluster 7 sched 8 network 9 ledger',
	);
});

test('where one name more than fits, the row keeps as many names as it can, the open one among them', (t) => {
	const row = tabRow(withLongNames(['cluster']), 'ledger', views, 80);
	t.is(plainText(row), ' :  1 state  2 stack  3 why  4 events  5 lanes  6  7  8 ▸9 ledger');
	t.true(width(plainText(row)) <= 80);
});

test('a pane’s rule names as many tabs as fit', (t) => {
	t.is(plainText(tabKeys({}, 'why', views, 41)), '1 state 2 stack ▸3 why 4 events 5 6 7 8 9');
	t.is(plainText(tabKeys({}, 'why', views, 1)), '1 2 ▸3 why 4 5 6 7 8 9');
});
