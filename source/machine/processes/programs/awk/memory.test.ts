import test from 'ava';
import {Memory} from './memory.js';

test('the record, its fields and NF follow each other', (t) => {
	const table: ReadonlyArray<readonly [what: string, change: (memory: Memory) => void, record: string, count: number]> =
		[
			['as read', () => undefined, 'a  b c', 3],
			['a field changes', (memory) => memory.setField(2, 'x'), 'a-x-c', 3],
			['a field beyond the last one', (memory) => memory.setField(5, 'e'), 'a-b-c--e', 5],
			['the whole record', (memory) => memory.setField(0, ' one two '), ' one two ', 2],
			['fewer fields', (memory) => memory.assign('NF', '2'), 'a-b', 2],
			['more fields', (memory) => memory.assign('NF', 4), 'a-b-c-', 4],
			['NF set by awk itself', (memory) => memory.set('NF', 2), 'a  b c', 2],
			['another variable', (memory) => memory.assign('NR', 2), 'a  b c', 3],
		];
	for (const [what, change, record, count] of table) {
		const memory = new Memory();
		memory.set('OFS', '-');
		memory.read('a  b c');
		change(memory);
		t.deepEqual([memory.record, Number(memory.variable('NF'))], [record, count], what);
	}
});

test('a new separator holds for the next record', (t) => {
	const memory = new Memory();
	memory.read('a:b c');
	memory.assign('FS', ':');
	t.is(memory.field(1), 'a:b');
	memory.read('a:b c');
	t.deepEqual([memory.field(1), memory.field(2), memory.field(3)], ['a', 'b c', '']);
});

test('an array begins with its first mention, and is replaced when it is filled', (t) => {
	const memory = new Memory();
	t.false(memory.hasArray('seen'));
	memory.array('seen').set('a', 1);
	t.true(memory.hasArray('seen'));
	memory.fill('seen', ['x', 'y']);
	t.deepEqual(
		[...memory.array('seen')],
		[
			['1', 'x'],
			['2', 'y'],
		],
	);
});
