import test from 'ava';
import {invalid} from '../objects/field-error.js';
import {eachOnceGood, onceGood} from './known-good.js';
import type {Errors} from './validation/checks.js';

interface Port {
	readonly port: number;
}

const frozen = (port: number): Port => Object.freeze({port});

const counting = () => {
	const looked: string[] = [];
	const check = (errors: Errors, path: string, {port}: Port, highest: number): void => {
		looked.push(path);
		if (port > highest) {
			errors.push(invalid(path, port, 'too high'));
		}
	};

	return {
		looked,
		check,
		plain: (errors: Errors, path: string, port: Port): void => {
			check(errors, path, port, 65_535);
		},
	};
};

test('a frozen value that was right is not looked at again, wherever it stands', (t) => {
	const {looked, plain} = counting();
	const once = onceGood(plain);
	const port = Object.freeze({port: 80});
	const errors: Errors = [];
	once(errors, 'a', port);
	once(errors, 'b', port);
	t.deepEqual(errors, []);
	t.deepEqual(looked, ['a']);
});

test('a value that can still change, and one that was wrong, are looked at again', (t) => {
	const {looked, plain} = counting();
	const once = onceGood(plain);
	const port = {port: 80};
	const errors: Errors = [];
	once(errors, 'a', port);
	port.port = 70_000;
	once(errors, 'b', Object.freeze(port));
	once(errors, 'c', port);
	t.deepEqual(looked, ['a', 'b', 'c']);
	t.deepEqual(
		errors.map(({field}) => field),
		['b', 'c'],
	);
});

test('what was right in one scope is looked at in another', (t) => {
	const {looked, check} = counting();
	const once = onceGood(check);
	const port = Object.freeze({port: 80});
	const errors: Errors = [];
	once(errors, 'a', port, 100);
	once(errors, 'b', port, 100);
	once(errors, 'c', port, 50);
	t.deepEqual(looked, ['a', 'c']);
	t.deepEqual(
		errors.map(({field}) => field),
		['c'],
	);
});

test('of a list only the items that are new are looked at, and of a frozen one that was right nothing', (t) => {
	const {looked, plain} = counting();
	const each = eachOnceGood(plain);
	const [first, second, third] = [frozen(80), frozen(81), frozen(70_000)];
	const errors: Errors = [];
	each(errors, 'ports', [first, second]);
	each(errors, 'ports', [first, third, second]);
	t.deepEqual(looked.splice(0), ['ports[0]', 'ports[1]', 'ports[1]']);
	t.deepEqual(
		errors.map(({field}) => field),
		['ports[1]'],
	);
	const list = Object.freeze([second, first]);
	each([], 'ports', list);
	each([], 'ports', list);
	each([], 'ports', undefined);
	t.deepEqual(looked, []);
});

test('of a list that begins like one that was right only what is new is looked at', (t) => {
	const {looked, plain} = counting();
	const each = eachOnceGood(plain);
	const [first, second, third, wrong] = [frozen(80), frozen(81), frozen(82), frozen(70_000)];
	const before = Object.freeze([first, second]);
	each([], 'ports', before);
	looked.length = 0;
	const errors: Errors = [];
	each(errors, 'ports', Object.freeze([first, third, second]));
	t.deepEqual([looked.splice(0), errors], [['ports[1]'], []]);
	const after = Object.freeze([first, wrong, second]);
	each(errors, 'ports', after);
	each(errors, 'ports', Object.freeze([first, wrong]));
	t.deepEqual(looked, ['ports[1]', 'ports[1]']);
	t.is(errors.length, 2);
});
