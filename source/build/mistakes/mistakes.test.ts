import test from 'ava';
import {applications} from './applications/applications.js';
import {changed, removed} from './mistake.js';
import {mistakes} from './mistakes.js';

const first = (): number => 0;

test('a change says at which line it is', (t) => {
	const text = 'kind: Pod\nspec:\n  image: nginx\n';
	t.deepEqual(changed('', '', /image: (\w+)/, 'ngnix').plant(text, first), {
		text: 'kind: Pod\nspec:\n  image: ngnix\n',
		from: 3,
		to: 3,
	});
	t.deepEqual(removed('', '', /  image: \w+\n/).plant(text, first), {text: 'kind: Pod\nspec:\n', from: 2, to: 3});
	t.is(changed('', '', /command: (\w+)/, 'x').plant(text, first), undefined);
});

test('there are enough applications and mistakes, of different names', (t) => {
	t.true(applications.length >= 40);
	t.true(mistakes.length >= 60);
	t.is(new Set(applications.map(({name}) => name)).size, applications.length);
	t.is(new Set(mistakes.map(({name}) => name)).size, mistakes.length);
});

for (const mistake of mistakes) {
	test(`an application has a place for: ${mistake.name}`, (t) => {
		const planted = applications.flatMap(({text}) => mistake.plant(text, first) ?? []);
		t.true(planted.length > 0);
		t.true(planted.every(({text, from, to}) => from <= to && !applications.some((one) => one.text === text)));
	});
}
