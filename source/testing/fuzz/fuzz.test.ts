import test from 'ava';
import {doors} from './doors.js';
import {budgetMs, feed, inputOf, type Finding} from './feed.js';

/** A small number, as a check of the doors and of earlier findings; a long run is `npm run fuzz`. */
const inputs = (usual: number): number => Math.max(3, Math.min(150, Math.floor(usual / 200)));

for (const [name, {usual}] of Object.entries(doors)) {
	test(`fuzz: ${name} takes or refuses whatever comes`, async (t) => {
		const found: Finding[] = [];
		for await (const finding of feed({door: name, seed: 0, from: 0, to: inputs(usual)})) {
			found.push(finding);
		}

		t.deepEqual(found, []);
		t.false('x' in {});
	});
}

test('an input follows from seed, door and number', (t) => {
	const wanted = {door: 'manifest', seed: 1, number: 5};
	t.is(inputOf(wanted), inputOf(wanted));
	t.not(inputOf(wanted), inputOf({...wanted, number: 6}));
	t.not(inputOf(wanted), inputOf({...wanted, seed: 2}));
});

test('every door takes its corpus', async (t) => {
	for (const [name, {corpus, open}] of Object.entries(doors)) {
		if (name !== 'world') {
			const take = open();
			for (const input of corpus) {
				t.is(await take(input), undefined, `${name}: ${input}`);
			}

			await take.close?.();
		}
	}
});

test('an input may take 100 ms for each 100 kB, unless its door says more', (t) => {
	t.is(budgetMs({}, 'a'), 100);
	t.is(budgetMs({}, 'a'.repeat(250_000)), 250);
	t.is(budgetMs({mostMs: 10_000}, 'a'), 10_000);
});
