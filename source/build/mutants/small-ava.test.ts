import test from 'ava';
import small, {collect, runSmallTest, SmallContext} from './small-ava.js';

const fails: ReadonlyArray<readonly [words: string, body: (t: SmallContext) => unknown]> = [
	['is', (t) => t.is(1, 2)],
	['is, of two objects', (t) => t.is({}, {})],
	['not', (t) => t.not(1, 1)],
	['true, of another truth', (t) => t.true(1)],
	['false', (t) => t.false(undefined)],
	['truthy', (t) => t.truthy('')],
	['falsy', (t) => t.falsy('0')],
	['deepEqual, of a field without value', (t) => t.deepEqual({a: undefined}, {})],
	['notDeepEqual', (t) => t.notDeepEqual([1], [1])],
	['like', (t) => t.like({a: {b: 1}}, {a: {b: 2}})],
	['like, of a longer list', (t) => t.like([1, 2], [1])],
	['regex', (t) => t.regex('b', /a/)],
	['notRegex', (t) => t.notRegex('a', /a/)],
	['fail', (t) => t.fail()],
	['throws, without an error', (t) => t.throws(() => 1)],
	['throws, with other words', (t) => t.throws(() => JSON.parse('{'), {message: /no such words/})],
	['throws, of another class', (t) => t.throws(() => JSON.parse('{'), {instanceOf: RangeError})],
	['throwsAsync', (t) => t.throwsAsync(async () => 1)],
	['notThrows', (t) => t.notThrows(() => JSON.parse('{'))],
	['notThrowsAsync', (t) => t.notThrowsAsync(async () => JSON.parse('{'))],
];

for (const [words, body] of fails) {
	test(`the stand-in for AVA fails where AVA does: ${words}`, async (t) => {
		await t.throwsAsync(runSmallTest({title: words, body}, []));
	});
}

test('the stand-in for AVA holds where AVA does, and ends what a test began', async (t) => {
	const {tests, afterEach} = collect();
	const ended: string[] = [];
	small('all of them', async (own) => {
		own.teardown(() => ended.push('teardown'));
		own.is(Number.NaN, Number.NaN);
		own.deepEqual({a: [1]}, {a: [1]});
		own.like({a: {b: 1, c: 2}, d: 3}, {a: {b: 1}});
		own.regex('ab', /b/);
		own.throws(() => JSON.parse('{'), {instanceOf: SyntaxError, message: /JSON/});
		await own.throwsAsync(Promise.reject(new Error('no')), {message: 'no'});
	});
	small.afterEach.always(() => ended.push('after'));
	for (const one of tests) {
		await runSmallTest(one, afterEach);
	}

	t.deepEqual(ended, ['teardown', 'after']);
});
