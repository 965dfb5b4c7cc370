import test from 'ava';
import {freeze} from '../kernel/freeze.js';
import {sizeBound} from './size-bound.js';

const address = (index: number, name = 'web') => freeze({ip: `10.244.0.${index}`, targetRef: {kind: 'Pod', name}});
const addresses = (count: number) => Array.from({length: count}, (_, index) => address(index));

/** The bound of a list, item by item: short lists are read completely. */
const itemByItem = (list: readonly unknown[]): number =>
	list.reduce((sum: number, item) => sum + sizeBound(item), sizeBound([]));

test('the bound is at least the size of the JSON', (t) => {
	for (const value of ['é', 1.5, null, true, [], {}, {a: ['b', {c: 'd'.repeat(9)}], 'e-f': 10_000}, addresses(40)]) {
		t.true(sizeBound(value) >= Buffer.byteLength(JSON.stringify(value)), JSON.stringify(value));
	}
});

test('of a long list only the changed items are read, and the bound is the same', (t) => {
	const all = addresses(60);
	const frozen = Object.freeze(all);
	t.is(sizeBound(frozen), itemByItem(frozen));
	for (const next of [
		[...all, address(60)],
		all.slice(0, 30),
		all.toSpliced(20, 3, address(99, 'a-longer-name')),
		all.toSpliced(59, 1),
		all.slice(0, 17),
		[...all].reverse(),
		[address(7), ...all],
	]) {
		t.is(sizeBound(Object.freeze(next)), itemByItem(next));
		t.is(sizeBound({items: next}), sizeBound({items: []}) - sizeBound([]) + itemByItem(next));
	}
});

test('a list that can still change is read each time', (t) => {
	const list = addresses(20);
	const before = sizeBound(list);
	list.push(address(20));
	t.is(sizeBound(list) - before, sizeBound(address(20)));
	const open: Array<{name: string}> = Array.from({length: 20}, () => ({name: 'a'}));
	Object.freeze(open);
	const first = sizeBound(open);
	for (const item of open) {
		item.name = 'abc';
	}

	t.is(sizeBound(open) - first, 20 * 6);
});
