import test from 'ava';
import {formatErrors, type FieldError} from '../../objects/field-error.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {validateCustom, validateCustomUpdate} from './intake.js';
import {checkLists} from './lists.js';

const set: CustomSchema = {type: 'array', 'x-kubernetes-list-type': 'set', items: {type: 'string'}};

const map = (...keys: string[]): CustomSchema => ({
	type: 'array',
	'x-kubernetes-list-type': 'map',
	'x-kubernetes-list-map-keys': keys,
	items: {type: 'object', properties: {a: {type: 'string'}, b: {type: 'string'}, tags: set}},
});

const told = (value: unknown, schema: CustomSchema): string => {
	const errors: FieldError[] = [];
	checkLists(errors, value, schema, 'x');
	return errors.length === 0 ? '' : formatErrors(errors);
};

test('what a set has more than twice is reported once', (t) => {
	t.is(told(['a', 'b'], set), '');
	t.is(told(['a', 'b', 'a', 'a'], set), 'x[2]: Duplicate value: "a"');
	t.is(
		told(
			[
				{p: 1, q: 2},
				{q: 2, p: 1},
			],
			set,
		),
		'x[1]: Duplicate value: {"p":1,"q":2}',
	);
	t.is(told({k: ['a', 'a']}, {type: 'object', additionalProperties: set}), 'x[k][1]: Duplicate value: "a"');
});

test('items of a map differ in their keys, and are objects', (t) => {
	t.is(told([{a: '1'}, {a: '1', b: '2'}, null, {}], map('a', 'b')), 'x[3]: Duplicate value: {}');
	t.is(told([{a: '1'}, {a: '1', b: '2'}], map('a')), 'x[1]: Duplicate value: {"a":"1"}');
	t.is(told([{}, 1, {}], map('a')), 'x[1]: Invalid value: 1: must be an object for an array of list-type map');
	t.is(told([{tags: ['a', 'a']}], map('a')), 'x[0].tags[1]: Duplicate value: "a"');
});

test('an update is not asked for what the object lacked before', (t) => {
	const custom = {
		schema: {type: 'object', properties: {tags: set}} as const,
		listKind: 'XList',
		storedVersion: 'v1',
		hasStatus: false,
		columns: [],
		selectableFields: [],
	};
	const object = (...tags: string[]) => ({
		apiVersion: 'example.com/v1',
		kind: 'X',
		metadata: {name: 'a', resourceVersion: '1'},
		tags,
	});
	t.is(validateCustom(object('a', 'a'), custom, false).length, 1);
	t.is(validateCustomUpdate(object('a', 'a'), object('a'), custom, '').length, 1);
	t.deepEqual(validateCustomUpdate(object('b', 'b'), object('a', 'a'), custom, ''), []);
});
