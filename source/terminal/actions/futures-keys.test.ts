import test from 'ava';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {differentEnds} from '../panes/futures-screen.js';
import {alignFutures} from '../state/futures-aligned.js';
import {stopOf} from '../state/state.js';

const bind = stateOn('pod', [':break scheduler.bind', 'c']);
const branched = typed(bind, [':kubectl delete pod web --wait=false', 'c', 'c']);
const compared = typed(branched, [':compare']);

test('two futures stand side by side, the first difference selected, their ends below', (t) => {
	t.is(compared.mode, 'futures');
	const rows = rowsOn(compared);
	t.regex(rows[0] ?? '', /Two futures/);
	t.regex(rows.find((row) => row.startsWith('▸')) ?? '', / [◀▶≠] /);
	t.true(rows.some((row) => row.includes('How they end')));
	t.true(rows.some((row) => /pods\/web +\(not there\) +│ Running/.test(row)));
});

test('a future beside itself has no difference', (t) => {
	const aligned = alignFutures(bind.recording, bind.recording, bind.cursor);
	t.true(aligned.length > 0 && aligned.every(({alike, here, there}) => alike && here === there));
	t.deepEqual(differentEnds(bind.recording, bind.recording), []);
});

test('what happens in both is aligned whatever its step', (t) => {
	const aligned = compared.comparison?.aligned ?? [];
	t.true(aligned.some(({alike, here, there}) => alike && here !== there));
	t.true(aligned.some(({here}) => here === undefined) || aligned.some(({there}) => there === undefined));
});

test('enter goes to the selected stop, escape leaves, n finds the next difference', (t) => {
	const row = compared.comparison?.aligned[compared.comparison.at];
	const there = typed(compared, ['return']);
	t.is(there.mode, 'debug');
	t.is(stopOf(there)?.step, row?.here ?? row?.there);
	t.is(typed(compared, ['escape']).mode, 'debug');
	const next = typed(compared, ['g', 'n']).comparison;
	t.true(next !== undefined && next.at > next.first && next.aligned[next.at]?.alike === false);
});
