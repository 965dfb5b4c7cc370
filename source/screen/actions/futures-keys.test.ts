import test from 'ava';
import {treeOf} from '../../debugger/futures.js';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {allFutures} from '../state/all-futures.js';
import {differentEnds} from './future-ends.js';
import {alignFutures} from '../state/futures-aligned.js';
import {stopOf, type State} from '../state/state.js';
import {runningCommands} from '../state/typed-command.js';
import {screenWords} from '../words/words.js';

const bind = stateOn('pod', [':break scheduler.bind', 'c']);
const branched = typed(bind, [':kubectl delete pod web --wait=false', 'c', 'c']);
const compared = typed(branched, [':compare']);
const namesOf = (state: typeof bind) => treeOf(allFutures(state)).map(({lead, future}) => `${lead}${future.name}`);

test('two futures stand side by side, the first difference selected, their ends below', (t) => {
	t.is(compared.mode, 'compare');
	const rows = rowsOn(compared);
	t.regex(rows[0] ?? '', /Two futures/);
	t.regex(rows[1] ?? '', /^ 2 +main/);
	t.regex(rows.find((row) => row.startsWith('▸')) ?? '', / [◀▶≠] /);
	t.true(rows.some((row) => row.includes('How they end')));
	t.true(rows.some((row) => /pods\/web +\(not there\) +│ Running 1\/1/.test(row)));
});

test('how they end is a list that tab reaches and that scrolls; a selected row is told in full', (t) => {
	const shop = typed(stateOn('shop'), [':until rest']);
	const made = Array.from({length: 12}, (_, index) => `:kubectl create ns n${index}`);
	const many = typed(shop, ['g', ...made, ':until rest', ':compare']);
	const count = many.comparison?.ends.length ?? 0;
	const above = rowsOn(many);
	t.true(count > 24);
	t.true(above.some((row) => row.includes(`${count}   tab: scroll them`)));
	const below = rowsOn(typed(many, ['tab', ...Array<string>(count).fill('j')]));
	t.true(below.some((row) => row.includes(`${count} of ${count}`)));
	const last = many.comparison?.ends.at(-1)?.what ?? '';
	t.false(above.some((row) => row.includes(last)));
	t.true(below.some((row) => row.startsWith(`▸${last}`)));
	t.is(typed(many, ['tab', 'return']).mode, 'compare');
	t.is(typed(many, ['tab', 'j', 'tab']).comparison?.endAt, undefined);
});

test('all that was done in the selected future is listed', (t) => {
	const done = Array.from({length: 8}, (_, index) => `:kubectl label pod web l${index}=x`);
	const state = typed(bind, [...done, ':futures']);
	t.is(rowsOn(typed(state, ['j'])).filter((row) => row.includes('kubectl label')).length, 8);
	t.true(rowsOn(state).some((row) => row.includes('and 3 more')));
});

test('a future beside itself has no difference', (t) => {
	const aligned = alignFutures(bind.recording, bind.recording, bind.cursor);
	t.true(aligned.length > 0 && aligned.every(({alike, here, there}) => alike && here === there));
	t.deepEqual(differentEnds(bind.recording, bind.recording, 0, screenWords('en').lists.compare), []);
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

test('futures are a tree of any number, with what was done in each', (t) => {
	const third = typed(branched, [
		':future main',
		':kubectl label pod web a=b',
		':name labelled',
		'S',
		':branch further',
	]);
	t.deepEqual(namesOf(third), ['main', '├─ 2', '└─ labelled', '   └─ further']);
	const rows = rowsOn(typed(third, [':futures']));
	t.regex(rows[0] ?? '', /^─ Futures ─.* 4 in all ─$/);
	t.true(rows.some((row) => /^ {3}├─ 2 {2}from #\d+/.test(row)));
	t.true(rows.some((row) => row.includes('kubectl delete pod web --wait=false')));
	t.true(rows.some((row) => /● further {2}from #\d+ {2}nothing done yet/.test(row)));
	const gone = typed(third, [':futures', 'j', 'return']);
	t.is(gone.future.name, '2');
	t.is(gone.recording, branched.recording);
});

test('any two futures are compared by name; a name that is none is refused with a suggestion', (t) => {
	const third = typed(branched, [':future main', ':kubectl label pod web a=b', ':name labelled']);
	const both = typed(third, [':compare 2 main']);
	t.deepEqual(both.comparison?.names, ['2', 'main']);
	t.is(typed(both, ['return']).future.name, '2');
	t.is(typed(third, [':compare labeled']).message, 'there is no future "labeled"; did you mean labelled?');
	t.regex(typed(third, [':name main']).message, /there is already a future "main"/);
});

test('a comparison looks at ends on copies: the own timeline stays as long as it is', (t) => {
	const before = typed(bind, [':kubectl delete pod web --wait=false']);
	const length = before.recording.stops.length;
	const after = typed(before, [':compare main']);
	t.true((after.comparison?.runs[0].stops.length ?? 0) > length);
	t.is(before.recording.stops.length, length);
});

test('what differs in the end is what somebody decided, requests and times, not what was drawn', (t) => {
	const shop = typed(stateOn('shop'), [':until rest']);
	const both = typed(shop, ['g', ':kubectl label node node-a a=b', ':until rest', ':compare']);
	t.deepEqual(
		both.comparison?.ends.filter(({what}) => !/Ready at|at rest/.test(what)),
		[{what: 'nodes/node-a metadata.labels.a', here: 'b', there: '(not set)'}],
	);
});

test('Ctrl-C is done again to the same command, whatever its process is called in another future', (t) => {
	const done = typed(stateOn('pod', [':until rest']), [':kubectl get pods -w', 'c', ':interrupt', 'c']);
	const past = typed(done, [':goto +0.1s', ':kubectl get nodes -w', 'c', ':again']);
	t.is(past.message, '2 of 2 repeated');
	const running = ({recording}: State) => runningCommands(recording).map(({line}) => line);
	t.deepEqual(running(typed(past, ['c'])), ['get nodes -w']);
	const ended = typed(done, [':goto +0.1s', ':kubectl get nodes -w', 'c']);
	const none = {...ended, future: {...ended.future, later: ended.future.later.slice(1)}};
	const again = typed(none, [':again']);
	t.is(
		again.message,
		'0 of 1 repeated; no longer applicable: :interrupt kubectl get pods -w: no kubectl command is running here',
	);
	t.deepEqual(running(again), ['get nodes -w']);
});

test('what was done later is offered again in another future, and left out where it does not apply', (t) => {
	const done = typed(bind, ['G', ':kubectl label pod web a=b', 'c', ':kubectl delete pod web', 'c']);
	const past = typed(done, [':goto +0.1s', ':kubectl label node node-a c=d']);
	t.regex(past.message, /:again repeats what came later \(2\)$/);
	const again = typed(past, ['c', ':again']);
	t.is(again.message, '2 of 2 repeated');
	t.is(again.recording.kernel.ledger.read('/registry/pods/default/web'), undefined);
	t.is(typed(again, [':again']).message, 'no later command of another future can be repeated here');
	const without = typed(done, [':goto +0.6s', ':kubectl delete pod web --now', 'c', ':again']);
	t.regex(without.message, /^0 of 2 repeated; no longer applicable: kubectl label pod web a=b: .*NotFound.*not found/);
});
