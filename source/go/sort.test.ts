import test from 'ava';
import {sortLikeGo} from './sort.js';

/** Numbers with their first places, sorted by the numbers alone. */
const placesOf = (numbers: readonly number[]): readonly number[] =>
	sortLikeGo(
		numbers.map((number, place) => ({number, place})),
		(a, b) => a.number < b.number,
	).map(({place}) => place);

/** Pseudo-random numbers below a bound, equal on each machine. */
const drawn = (count: number, below: number): readonly number[] => {
	const numbers: number[] = [];
	let state = count * 7919 + below * 31 + 1;
	for (let index = 0; index < count; index++) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		numbers.push((state >>> 8) % below);
	}

	return numbers;
};

/** FNV-1a of a list in JSON. */
const hashOf = (list: readonly number[]): string => {
	let hash = 0x81_1c_9d_c5;
	for (const byte of Buffer.from(JSON.stringify(list))) {
		hash = Math.imul(hash ^ byte, 0x01_00_01_93) >>> 0;
	}

	return hash.toString(16).padStart(8, '0');
};

const recorded: ReadonlyArray<readonly [string, readonly number[], string]> = [
	['nothing', [], '741638a5'],
	['fifty drawn numbers', drawn(50, 7), 'e9dbea64'],
	['a thousand of two values', drawn(1000, 2), '89e7a91b'],
	['a thousand drawn numbers', drawn(1000, 1000), '2c4d06e5'],
	[
		'a hundred in descending order',
		Array.from({length: 100}, (_, place) => Math.trunc(((100 - place) * 50) / 101)),
		'87c9c40f',
	],
	[
		'a nearly sorted hundred',
		Array.from({length: 100}, (_, place) => (place % 37 === 5 ? place - 9 : place)),
		'1b349e77',
	],
	['a saw of three hundred', Array.from({length: 300}, (_, place) => (place % 16) * 10 + (place % 7)), '7277b1b5'],
];

// Recorded from sort.Slice of Go 1.26.
for (const [what, numbers, expected] of recorded) {
	test(`Go's order of ${what}`, (t) => {
		t.is(hashOf(placesOf(numbers)), expected);
	});
}

test('twenty numbers of which many are equal come in the order that Go gives them', (t) => {
	t.deepEqual(placesOf(drawn(20, 3)), [8, 1, 19, 16, 11, 15, 0, 7, 18, 9, 10, 4, 13, 12, 14, 6, 3, 17, 5, 2]);
});

test('few items are sorted stably', (t) => {
	t.deepEqual(placesOf([1, 0, 1, 0, 1]), [1, 3, 0, 2, 4]);
});
