import test from 'ava';
import {applications} from './applications/applications.js';
import {changed, removed} from './mistake.js';
import {mistakes} from './mistakes.js';
import {mistakePlanOf} from './plan.js';
import {playMistakes, verdictOn, type MistakeOutcome} from './play.js';
import {scoresOf} from './score.js';

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

test('a plan follows from its number; some have two mistakes, in the order of their lines', (t) => {
	const plans = Array.from({length: 200}, (_, number) => mistakePlanOf(number));
	t.deepEqual(mistakePlanOf(17), plans[17]);
	const two = plans.flatMap((plan) => (plan.mistakes.length === 2 ? [plan] : []));
	t.true(two.length > 20);
	for (const {mistakes: planted} of two) {
		t.true((planted[0]?.from ?? 0) <= (planted[1]?.from ?? 0));
	}
});

test('scores count runs by class, two mistakes as a class of their own, the worst first', (t) => {
	const outcome = (classes: readonly string[], isPlaced: boolean): MistakeOutcome => ({
		number: 0,
		classes,
		isGreen: false,
		isPlaced,
		isMended: true,
		says: '',
	});
	const {all, classes} = scoresOf([outcome(['a'], true), outcome(['b'], false), outcome(['a', 'b'], true)]);
	t.deepEqual(all, {class: 'all', runs: 3, green: 0, placed: 2, mended: 3});
	t.deepEqual(
		classes.map(({class: name}) => name),
		['b', 'a', 'two at once'],
	);
});

for (const number of [1, 7, 16]) {
	test(`application ${number} ends well as it is`, (t) => {
		t.is(verdictOn(applications[number]?.text ?? '').state, 'done');
	});
}

for (const number of [4, 6, 34, 46, 48, 60, 70, 74]) {
	const {mistakes: planted} = mistakePlanOf(number);
	test(`the verdict names the place of ${planted.map(({name}) => name).join(' and ')}, and a fix that works`, (t) => {
		const {isPlaced, isMended, says} = playMistakes(mistakePlanOf(number));
		t.true(isPlaced, says);
		t.true(isMended, says);
	});
}
