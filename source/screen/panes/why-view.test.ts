import test from 'ava';
import {stateOn, typed} from '../../testing/screens.js';
import {plainText} from '../paint/text.js';
import {shownViews} from './layout.js';
import {rowsOf} from './rows.js';

const bound = typed(stateOn('pod'), [':break scheduler.bind', 'c']);

test('what the user typed is the last row of why, however little room there is', (t) => {
	for (const columns of [46, 60, 80]) {
		for (let height = 4; height < 30; height++) {
			const rows = rowsOf(bound, 'why', columns, height).map(({row}) => plainText(row).trim());
			t.true(rows.length <= height, `${rows.length} rows in ${height} of ${columns} columns`);
			t.is(rows.at(-1), '←       you: kubectl apply -f web.yaml', `${columns}×${height}`);
			t.regex(rows[0] ?? '', /^● #/);
		}
	}
});

test('with two columns the stack, why and events are open beside the object; with one, the object alone', (t) => {
	const sized = (columns: number, rows: number) => shownViews({...bound, size: {columns, rows}});
	t.deepEqual(sized(110, 24), ['state', 'stack', 'why', 'events']);
	t.deepEqual(sized(149, 50), ['state', 'stack', 'why', 'events', 'scheduler'], 'one more, of what this stop is about');
	t.deepEqual(sized(200, 24), ['state', 'stack', 'why', 'events']);
	t.deepEqual(sized(109, 50), ['state']);
	t.deepEqual(sized(120, 23), ['state']);
});
