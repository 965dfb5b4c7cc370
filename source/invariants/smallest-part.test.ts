import test from 'ava';
import {smallestNumber, smallestPart} from './smallest-part.js';

const letters = [...'abcdefghijklmnopqrst'];

/** The needed parts, and the most questions until they are found. */
const needed: ReadonlyArray<readonly [needs: string, most: number]> = [
	['', 1],
	['g', 21],
	['ck', 80],
	['at', 80],
	['abst', 100],
];

for (const [needs, most] of needed) {
	test(`of twenty things "${needs}" are left when it takes these`, (t) => {
		let asked = 0;
		const part = smallestPart(letters, (some) => {
			asked++;
			return [...needs].every((letter) => some.includes(letter));
		});
		t.is(part.join(''), needs);
		t.true(asked <= most, `asked ${asked} times`);
	});
}

test('where two things each do it alone together with a third, none of them can be left out in the end', (t) => {
	const holds = (some: readonly string[]): boolean => some.includes('c') && (some.includes('d') || some.includes('q'));
	const part = smallestPart(letters, holds);
	t.is(part.length, 2);
	t.true(holds(part));
});

test('a number is halved down to the smallest that holds', (t) => {
	t.is(
		smallestNumber(0, 2000, (number) => number >= 137),
		137,
	);
	t.is(
		smallestNumber(0, 5, () => true),
		0,
	);
	t.is(
		smallestNumber(0, 5, (number) => number === 5),
		5,
	);
	t.is(
		smallestNumber(3, 3, () => false),
		3,
	);
});
