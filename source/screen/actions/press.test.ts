import fc from 'fast-check';
import test from 'ava';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {press} from './press.js';
import {drawScreen} from '../panes/screen.js';
import {type State, changed} from '../state/state.js';
import {plainText, width} from '../paint/text.js';
import {contextsOf} from '../state/contexts.js';
import {bindingOfKey, keyMarkdown} from '../input/keymap.js';
import {keyTable} from '../input/key-table.js';
import {readKeymap} from '../input/read-keymap.js';

const shared = stateOn('pod');
const after = (...keys: string[]): State => typed(shared, keys);
const stageOf = ({recording, cursor}: State): string | undefined => recording.stops.get(cursor)?.stage;
const atServiceAccount = after(':break apiserver.admit.mutate.ServiceAccount', 'c', ':delete 1');

test('no two words are the same, and no key has two meanings in one place', (t) => {
	const words = keyTable.map(({word}) => word);
	t.deepEqual(words, [...new Set(words)]);
	const meanings = keyTable.flatMap((binding) => binding.keys.map((key) => `${binding.in ?? 'everywhere'} ${key}`));
	t.deepEqual(meanings, [...new Set(meanings)]);
});

test('s steps to the next stop and S back to it', (t) => {
	t.is(after('s').cursor, shared.cursor + 1);
	t.is(after('s', 's', 'S').cursor, shared.cursor + 1);
});

test('n goes over a request that s goes into; N comes back', (t) => {
	const request = after(':break kubectl.request', 'c');
	t.is(stageOf(press(request, 's')), 'apiserver.authenticate');
	const over = press(request, 'n');
	t.is(over.recording.stops.get(over.cursor)!.process, 'kubectl/1');
	t.true(over.recording.stops.get(over.cursor)!.stage.startsWith('kubectl.'));
	t.is(press(over, 'N').cursor, request.cursor);
});

test('f leaves the request, F goes back to where it was entered', (t) => {
	const out = press(atServiceAccount, 'f');
	t.true(
		out.recording.stops.get(out.cursor)!.depth < atServiceAccount.recording.stops.get(atServiceAccount.cursor)!.depth,
	);
	const {frame} = atServiceAccount.recording.stops.get(atServiceAccount.cursor)!;
	t.is(press(atServiceAccount, 'F').cursor, frame!.step);
});

test('c runs to where only periodic work is left, C back to where the user began', (t) => {
	const end = after('c');
	t.is(end.cursor, shared.recording.stops.length - 1);
	t.regex(end.message, /is at rest/);
	t.is(press(end, 'C').cursor, shared.start);
});

test('e goes to another stage, E back', (t) => {
	const next = press(atServiceAccount, 'e');
	t.not(stageOf(next)!.split('.', 2).join('.'), 'apiserver.admit');
	t.true(press(next, 'E').cursor < next.cursor);
});

test('o follows the object; . and , go through its changes', (t) => {
	const followed = typed(after(':follow pod/web'), []);
	t.is(followed.message, 'pods/web does not exist yet; . goes to its creation');
	t.is(stageOf(press(followed, '.')), 'etcd.txn');
	const stored = typed(after('G', ':follow pod/web', ','), []);
	t.is(stored.object.followed, '/registry/pods/default/web');
	t.true(stored.recording.kernel.ledger.changesAt(stored.cursor).some(({key}) => key === stored.object.followed));
	const earlier = press(stored, ',');
	t.true(earlier.cursor < stored.cursor);
	t.is(press(earlier, '.').cursor, stored.cursor);
});

test('[ and ] go through the versions of what is on the screen', (t) => {
	const before = press(after('G', ':follow pod/web', ','), '[');
	t.regex(before.message, /changes here/);
	t.true(press(before, ']').cursor > before.cursor);
});

test('< goes to the cause, > to what it led to', (t) => {
	const bind = after(':break scheduler.bind', 'c');
	const cause = press(bind, '<');
	t.is(cause.cursor, bind.recording.stops.get(bind.cursor)!.cause);
	t.true(press(cause, '>').cursor > cause.cursor);
	t.is(press(after('g'), '<').message, 'the chain of causes begins here');
});

test(') and ( stay in the process', (t) => {
	const bind = after(':break scheduler.select', 'c');
	const {process} = bind.recording.stops.get(bind.cursor)!;
	const next = press(bind, ')');
	t.is(next.recording.stops.get(next.cursor)!.process, process);
	t.is(press(next, '(').cursor, bind.cursor);
});

test('g and G go to the ends, r also puts the panes back', (t) => {
	t.is(after('s', 's', 'g').cursor, shared.start);
	t.is(after('G').cursor, shared.recording.stops.length - 1);
	const restarted = after('s', '7', 'z', 'r');
	t.like(restarted, {cursor: shared.start, pane: {view: 'state', zoomed: false}});
});

test("m marks, ' jumps to the mark and back, D shows the changes since", (t) => {
	const marked = press(atServiceAccount, 'm');
	const away = typed(marked, ['G', "'"]);
	t.is(away.cursor, atServiceAccount.cursor);
	t.is(press(away, "'").cursor, shared.recording.stops.length - 1);
	t.is(typed(marked, ['G', 'D']).object.against, atServiceAccount.cursor);
	t.is(after("'").message, 'no stop is marked; m marks one');
});

test('b sets a breakpoint here and takes it away again; t runs to the next of this stage', (t) => {
	const set = press(atServiceAccount, 'b');
	t.is(set.session.breakpoints.at(-1)?.stage, 'apiserver.admit.mutate.ServiceAccount');
	t.is(press(set, 'b').session.breakpoints.length, set.session.breakpoints.length - 1);
	const again = after(':break apiserver.respond', 'c', 't');
	t.is(stageOf(again), 'apiserver.respond');
	t.is(again.session.breakpoints.length, 1);
});

test('y, a and d show the whole, who wrote it, and the change; K what kubectl printed', (t) => {
	t.is(press(atServiceAccount, 'y').object.form, 'whole');
	t.is(press(atServiceAccount, 'a').object.form, 'blame');
	t.is(typed(atServiceAccount, ['a', 'd']).object.form, 'diff');
	t.true(rowsOn(after('G', 'K')).some((row) => row.includes('pod/web created')));
});

test('x shows how to see it on a live cluster, what the stage means and where to read on', (t) => {
	const rows = rowsOn(press(atServiceAccount, 'x')).join('\n');
	t.regex(rows, /for real {2}kubectl create --dry-run=server -o yaml -f web\.yaml/);
	t.regex(rows, /read {6}https:\/\/kubernetes\.io\/docs\//);
});

test('a command for a live cluster that has no room beside the stop is one key away', (t) => {
	const narrow = {...typed(shared, ['s']), size: {columns: 40, rows: 40}};
	t.true(rowsOn(narrow).some((row) => row.includes(' for real  x: unfold')));
});

test('digits, tab and w choose the pane, z gives it the whole height', (t) => {
	t.is(after('7').pane.view, 'scheduler');
	t.is(after('1', 'tab').pane.view, 'stack');
	t.is(after('1', 'backtab').pane.view, 'board');
	t.is(after('w').pane.view, 'why');
	const zoomed = rowsOn(typed(atServiceAccount, ['z']));
	t.regex(zoomed[0]!, /^─ Pod default\/web/);
});

test('enter on a row of a list goes to its step', (t) => {
	const bind = after(':break scheduler.bind', 'c', 'w', 'j', 'j');
	t.is(press(bind, 'return').cursor, bind.recording.stops.get(bind.cursor)!.cause);
});

test('escape closes what is open, the innermost first', (t) => {
	const inside = after('G', '6', 'j', 'i');
	t.truthy(inside.cluster.inside);
	const closed = typed(inside, ['escape', 'escape']);
	t.is(closed.cluster.inside, undefined);
	t.is(typed(closed, ['z', 'escape']).pane.zoomed, false);
});

test('q asks only where something would be lost, ctrl+c never', (t) => {
	t.true(after('q').leaving.left);
	const asking = after('b', 'q');
	t.like(asking, {mode: 'quit', leaving: {left: false}});
	t.true(press(asking, 'q').leaving.left);
	t.like(press(asking, 'escape'), {mode: 'debug', leaving: {left: false}});
	t.true(after('b', 'ctrl+c').leaving.left);
	t.true(after('b', ':', 'escape', 'ctrl+c').leaving.left);
});

test('/ finds while one types, n and N go on, escape ends it', (t) => {
	const found = after('G', '9', '/', 'w', 'e', 'b', 'return');
	t.is(found.pane.find, 'web');
	const next = press(found, 'n');
	t.not(next.pane.selected.ledger, found.pane.selected.ledger);
	t.is(press(next, 'N').pane.selected.ledger, found.pane.selected.ledger);
	t.is(typed(next, ['escape', 'escape']).pane.find, '');
	t.is(after('/', 'q', 'q', 'q').message, '"qqq" is not in this pane');
});

test('what only the whole object has unfolds it', (t) => {
	t.is(typed(atServiceAccount, ['/', ...'nginx']).object.form, 'whole');
});

test('a file remaps keys; a key given to a word is taken from others', (t) => {
	const keymap = readKeymap('keys: {step: [right], cause: [s]}', 'keys.yaml');
	t.is(bindingOfKey(keymap, contextsOf(shared), 'right')?.word, 'step');
	t.is(bindingOfKey(keymap, contextsOf(shared), 's')?.word, 'cause');
	const error = t.throws(() => readKeymap('keys: {stepp: [s], step: [F99]}', 'keys.yaml'));
	t.regex(String(error), /keys\.yaml:1:\d+ {2}unknown word/);
	t.regex(String(error), /did you mean "step"/);
	t.regex(String(error), /"F99" is not a key/);
});

test('every binding is in the table of the manual', (t) => {
	t.is(keyMarkdown().split('\n').length, keyTable.length + 2);
});

const anyKey = fc.constantFrom(
	...new Set(keyTable.flatMap(({keys}) => keys).filter((key) => !['ctrl+c', 'q'].includes(key))),
	...'abcxyz/:".{}[]*界',
	'backspace',
	'space',
	':kubectl get pods',
	':break apiserver.**',
	':pods',
	':goto 1500',
);

test('whatever is typed, in whatever size, the screen is exactly as large as the terminal', (t) => {
	fc.assert(
		fc.property(
			fc.array(anyKey, {maxLength: 25}),
			fc.integer({min: 12, max: 210}),
			fc.integer({min: 3, max: 62}),
			(keys, columns, rows) => {
				let state: State = {...shared, size: {columns, rows}};
				for (const key of keys) {
					state = changed(typed(state, [key]), 'leaving', {left: false});
					const drawn = drawScreen(state);
					t.is(drawn.length, rows);
					for (const row of drawn) {
						t.is(width(plainText(row)), columns, `${contextsOf(state).join(' ')}: ${plainText(row)}`);
					}
				}
			},
		),
		{numRuns: 40, seed: 7},
	);
});
