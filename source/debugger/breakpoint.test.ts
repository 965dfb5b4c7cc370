import test from 'ava';
import {logText, matchesBreakpoint, parseBreakpoint, wordsOf} from './breakpoint.js';
import {must} from '../testing/must.js';
import {recordShop} from '../testing/shop.js';

const recording = recordShop('bread', 'bigcake', 'nothing');
for (let count = 0; count < 2; count++) {
	recording.extend();
}

/** Steps at which a breakpoint, in the user's words stops. */
const steps = (line: string) => {
	const breakpoint = parseBreakpoint(line, 1);
	return recording.stops
		.filter((stop) => matchesBreakpoint(recording, breakpoint, stop))
		.map(({step, stage}) => `${step} ${stage}`);
};

const table: ReadonlyArray<readonly [kind: string, line: string, steps: readonly string[]]> = [
	['a stage', 'stage=book.write', ['1 book.write', '6 book.write']],
	['a bare word as a stage', 'bakery.bake', ['4 bakery.bake', '9 bakery.bake', '13 bakery.bake']],
	['stages below the one named', 'shop.hand', ['3 shop.hand.over', '8 shop.hand.over', '12 shop.hand.over']],
	['a glob over stages', 'stage=*.write', ['1 book.write', '6 book.write']],
	['a component', 'component=bakery', ['4 bakery.bake', '9 bakery.bake', '13 bakery.bake']],
	['a process', 'component=baker stage=bakery.*', ['4 bakery.bake', '9 bakery.bake', '13 bakery.bake']],
	['an object', 'object=/orders/bread stage=book', ['1 book.write', '2 book.close']],
	['a glob over objects', '/orders/big* stage=book', ['6 book.write', '7 book.close']],
	['labels of the object', 'selector=kind=big stage=book', ['6 book.write', '7 book.close']],
	['labels that are not', 'selector=kind!=big,kind stage=book', ['1 book.write', '2 book.close']],
	['one of several labels', 'selector="kind in (big,huge)" stage=book', ['6 book.write', '7 book.close']],
	['a label that is missing', 'selector=!tier stage=book.write', ['1 book.write', '6 book.write']],
	['a change of a field', 'path=state object=/orders/bread', ['1 book.write', '4 bakery.bake']],
	[
		'a change of a field of a named item',
		'path=items.bread.done',
		['1 book.write', '4 bakery.bake', '6 book.write', '9 bakery.bake', '13 bakery.bake'],
	],
	['a change of a field of any item', 'path=items[*].done object=/orders/bread', ['1 book.write', '4 bakery.bake']],
	['a verb', 'verb=create stage=shop', ['3 shop.hand.over', '8 shop.hand.over', '12 shop.hand.over']],
	['a method of the request', 'verb=post stage=book', ['1 book.write', '6 book.write']],
	['a reason', 'reason=Baked component=bakery', ['4 bakery.bake', '9 bakery.bake', '13 bakery.bake']],
	['a refusal', 'failure stage=**', ['11 book.refuse']],
	['a time: the first stop at or after it', 'time=100ms stage=**', ['14 clock.tick']],
	['a place from a time on', 'time=20ms bakery.bake', ['9 bakery.bake', '13 bakery.bake']],
	['a condition over the object', `stage=bakery if='object.metadata.name == "bread"'`, ['4 bakery.bake']],
	[
		'a condition over what it was',
		`stage=bakery if='oldObject.state == "ordered"'`,
		['4 bakery.bake', '9 bakery.bake'],
	],
	[
		'a condition over the step and the time',
		`stage=book.write if='step > 1 && time >= 0 && old == {}'`,
		['6 book.write'],
	],
	['a condition over the request', `stage=book if='request.method == "POST"'`, ['1 book.write', '6 book.write']],
	['a condition over facts', `stage=** if='facts.reason == "Empty"'`, ['11 book.refuse']],
	['a condition over the stop', `stage=** if='stop.step > 11 && stop.process == "clerk"'`, ['12 shop.hand.over']],
	['a condition over what is not there is false', `stage=** if='object.no.such == 1'`, []],
];

for (const [kind, line, expected] of table) {
	test(`a breakpoint on ${kind}: ${line}`, (t) => {
		t.deepEqual(steps(line), expected);
	});
}

test('a logpoint fills in what is in braces', (t) => {
	const breakpoint = parseBreakpoint(
		`bakery log="{object.metadata.name} is {object.state} at {stop.time}: {object.no}"`,
		1,
	);
	t.regex(
		logText(recording, breakpoint, must(recording.stops.get(4), 'fifth stop')),
		/^bread is baked at \d+: \{object\.no: no such key: no\}$/,
	);
});

test('sinceMs is how long ago the object was last written; an object that never was has none', (t) => {
	const last = must(recording.stops.at(-1), 'last stop');
	const key = '/orders/bread';
	const written = must(recording.kernel.ledger.versions(key).at(-1), 'a version');
	const at = must(recording.stops.get(written.step), 'its stop');
	t.true(last.timeMs > at.timeMs);
	t.is(wordsOf(recording, last, 'sinceMs', key), String(last.timeMs - at.timeMs));
	t.throws(() => wordsOf(recording, last, 'sinceMs', '/orders/none'));
});

test('a plain list is said by its items, a structure as it is', (t) => {
	const last = must(recording.stops.at(-1), 'last stop');
	for (const [expression, said] of [
		['[630, 461, 161]', '630, 461, 161'],
		["['node-a', 'node-b']", 'node-a, node-b'],
		['[]', '[]'],
		["[{'cpu': 1}]", '[{"cpu":1}]'],
	] as const) {
		t.is(wordsOf(recording, last, expression), said);
	}
});

const mistakes: ReadonlyArray<readonly [line: string, message: RegExp]> = [
	['', /a breakpoint needs a place/],
	['colour=red', /unknown word "colour".*selector/],
	['stage=x y', /y: the breakpoint already has a stage, x; a condition with spaces needs quotes/],
	['stage=x hits=1 hits=2', /hits=2 is given twice/],
	['stage=x hits=', /hits takes a number/],
	['stage=x time=soon', /time takes a number, such as 1500ms or 2s/],
	['stage=x hits=-1', /hits takes a number/],
	[`stage=x if='a =='`, /\S/],
];

for (const [line, message] of mistakes) {
	test(`a breakpoint that cannot be read says why: ${line}`, (t) => {
		t.throws(() => parseBreakpoint(line, 1), {message});
	});
}

test('times may be given in milliseconds or seconds', (t) => {
	t.is(parseBreakpoint('time=1500ms', 1).timeMs, 1500);
	t.is(parseBreakpoint('time=2.5s', 1).timeMs, 2500);
	t.is(parseBreakpoint('time=30', 1).timeMs, 30);
});
