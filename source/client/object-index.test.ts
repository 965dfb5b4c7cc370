import test from 'ava';
import {ObjectIndex} from './object-index.js';

interface Thing {
	readonly name: string;
	readonly owners: readonly string[];
	readonly colour: string;
}

const thing = (name: string, colour: string, ...owners: string[]): Thing => ({name, colour, owners});

test('objects are found by their values in the order in which they came, and counted by what they look like', (t) => {
	const index = new ObjectIndex<Thing>(
		({owners}) => owners,
		({colour}) => colour,
	);
	const sizes = (owner: string) =>
		Object.fromEntries(index.groups(owner).map(({example, size}) => [example.colour, size]));
	const [a, b, c] = [thing('a', 'red', 'x'), thing('b', 'red', 'x'), thing('c', 'blue', 'x', 'y')];
	for (const one of [a, b, c]) {
		index.put(one.name, undefined, one);
	}

	t.deepEqual(index.list('x'), [a, b, c]);
	t.deepEqual(sizes('x'), {red: 2, blue: 1});

	const blueA = thing('a', 'blue', 'x');
	index.put('a', a, blueA);
	t.deepEqual(index.list('x'), [blueA, b, c], 'a change keeps the place');
	t.deepEqual(sizes('x'), {red: 1, blue: 2});

	const moved = thing('c', 'blue', 'y');
	index.put('c', c, moved);
	index.put('b', b, undefined);
	t.deepEqual(index.list('x'), [blueA]);
	t.deepEqual(sizes('x'), {blue: 1});
	t.deepEqual(index.list('y'), [moved]);
	t.deepEqual(sizes('y'), {blue: 1});
	index.put('c', moved, undefined);
	t.deepEqual(index.list('y'), []);
	t.deepEqual(index.groups('y'), []);
});
