import test from 'ava';
import {DeferredList, deferralOf, isDeferred} from './deferred-list.js';
import {equal} from './equality.js';
import {hashOf} from './fingerprint.js';
import {freeze} from './freeze.js';
import {Ledger} from './ledger.js';

interface Item {
	readonly name: string;
}

class Names extends DeferredList<Item> {
	made = 0;

	constructor(readonly names: readonly string[]) {
		super();
	}

	protected make(): readonly Item[] {
		this.made++;
		return freeze(this.names.map((name) => ({name})));
	}
}

const plain = [{name: 'a'}, {name: 'b'}];

test('a deferred list is made when somebody looks, once, and is a frozen list then as before', (t) => {
	const looks: ReadonlyArray<readonly [string, (list: readonly Item[]) => unknown]> = [
		['length', (list) => list.length],
		['an item', (list) => list[1]?.name],
		['all items', (list) => [...list]],
		['mapped', (list) => list.map(({name}) => name)],
		['JSON', (list) => JSON.stringify({list})],
		['equality', (list) => equal(list, plain)],
		['hash', (list) => hashOf({list})],
		['its keys', (list) => Object.keys(list)],
		['in', (list) => 1 in list],
		['a descriptor', (list) => JSON.stringify(Object.getOwnPropertyDescriptor(list, '0'))],
	];
	for (const [what, look] of looks) {
		const names = new Names(['a', 'b']);
		t.true(Array.isArray(names.list));
		t.is(names.made, 0, what);
		t.deepEqual(look(names.list), look(freeze([...plain])), what);
		look(names.list);
		t.is(names.made, 1, what);
		t.true(Object.isFrozen(names.list), what);
		t.deepEqual([...names.list], plain);
	}
});

test('to copy, to freeze, to store and to ask whether it is deferred is not to look', (t) => {
	const names = new Names(['a']);
	const ledger = new Ledger();
	ledger.write('/x', {metadata: {list: names.list}});
	t.is(ledger.read<{readonly metadata: {readonly list: unknown}}>('/x')?.metadata.list, names.list);
	t.true(isDeferred(names.list));
	t.is(deferralOf(names.list), names);
	t.is(names.made, 0);
	t.deepEqual(names.items, [{name: 'a'}]);
	t.false(isDeferred(names.list));
	t.is(deferralOf(names.list), names);
	t.false([undefined, null, 1, 'a', {}, [], [{}]].some((value) => isDeferred(value) || deferralOf(value)));
});

test('nobody can change it, whether it has been made or not', (t) => {
	for (const change of [
		(list: object) => Reflect.set(list, '0', {name: 'x'}),
		(list: object) => Reflect.set(list, 'length', 0),
		(list: object) => Reflect.deleteProperty(list, '0'),
		(list: object) => Reflect.defineProperty(list, '5', {value: 1}),
	]) {
		const {list} = new Names(['a', 'b']);
		t.false(change(list));
		t.deepEqual([...list], plain);
		t.false(change(list));
	}
});
