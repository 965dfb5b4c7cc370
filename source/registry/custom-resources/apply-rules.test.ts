import test from 'ava';
import {formatErrors, typeInvalid} from '../../objects/field-error.js';
import {applyRules} from './apply-rules.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import type {CustomRule} from './schema.js';

const schema = (rules: readonly CustomRule[]): CustomSchema => ({
	type: 'object',
	properties: {
		spec: {
			type: 'object',
			properties: {min: {type: 'integer'}, max: {type: 'integer'}, kind: {type: 'string'}},
			'x-kubernetes-validations': rules,
		},
	},
});

const said = (rule: CustomRule, now: object, old?: object): string => {
	const {errors} = applyRules({spec: now}, old && {spec: old}, schema([rule]), []);
	return errors.length === 0 ? '' : formatErrors(errors);
};

const cases: ReadonlyArray<readonly [string, CustomRule, object, object | undefined, string]> = [
	['a rule that holds', {rule: 'self.min <= self.max'}, {min: 1, max: 2}, undefined, ''],
	[
		'a rule that does not',
		{rule: 'self.min <= self.max'},
		{min: 3, max: 2},
		undefined,
		'spec: Invalid value: failed rule: self.min <= self.max',
	],
	[
		'its message',
		{rule: 'self.min <= self.max', message: 'min is above max'},
		{min: 3, max: 2},
		undefined,
		'spec: Invalid value: min is above max',
	],
	[
		'a message made by an expression',
		{rule: 'self.min <= self.max', message: 'no', messageExpression: '"min " + string(self.min) + " is above"'},
		{min: 3, max: 2},
		undefined,
		'spec: Invalid value: min 3 is above',
	],
	[
		'the reason and the field that it names',
		{rule: 'false', message: 'not now', reason: 'FieldValueForbidden', fieldPath: '.min'},
		{min: 3},
		undefined,
		'spec.min: Forbidden: not now',
	],
	['a rule about a change, on what is new', {rule: 'self.kind == oldSelf.kind'}, {kind: 'a'}, undefined, ''],
	[
		'a rule about a change, on a change',
		{rule: 'self.kind == oldSelf.kind', message: 'kind is immutable'},
		{kind: 'a'},
		{kind: 'b'},
		'spec: Invalid value: kind is immutable',
	],
	[
		'a field that is not there',
		{rule: 'self.min > 0'},
		{},
		undefined,
		'spec: Invalid value: "object": no such key: min evaluating rule: self.min > 0',
	],
];
for (const [what, rule, now, old, expected] of cases) {
	test(`a CEL rule of a custom resource speaks as on a real cluster: ${what}`, (t) => {
		t.is(said(rule, now, old), expected);
	});
}

test('rules are not asked about an object whose types are wrong', (t) => {
	const wrong = typeInvalid('spec.min', 'string', 'spec.min in body must be of type integer: "string"');
	t.is(
		formatErrors(applyRules({spec: {min: 'x'}}, undefined, schema([{rule: 'self.min > 0'}]), [wrong]).errors),
		'<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
	);
	t.deepEqual(applyRules({spec: {min: 'x'}}, undefined, schema([]), [wrong]).errors, []);
});

test('A refusal shows a simple value, but not an object or a list', (t) => {
	const field = (type: string, rule: CustomRule, value: unknown): string =>
		formatErrors(
			applyRules(
				{value},
				undefined,
				{
					type: 'object',
					properties: {
						value: {
							type,
							...(type === 'array' ? {items: {type: 'integer'}} : {}),
							...(type === 'object'
								? {properties: {'a.b': {type: 'object', additionalProperties: {type: 'string'}}}}
								: {}),
							'x-kubernetes-validations': [rule],
						},
					},
				},
				[],
			).errors,
		);
	t.is(field('string', {rule: 'false', message: ' no '}, 'x'), 'value: Invalid value: "x": no');
	t.is(field('integer', {rule: 'self > 5'}, 3), 'value: Invalid value: 3: failed rule: self > 5');
	t.is(field('boolean', {rule: '!self'}, true), 'value: Invalid value: true: failed rule: !self');
	t.is(field('array', {rule: 'self.size() > 5'}, [1]), 'value: Invalid value: failed rule: self.size() > 5');
	t.is(
		field('string', {rule: 'false', reason: 'FieldValueDuplicate', message: 'twice'}, 'x'),
		'value: Duplicate value: "x"',
	);
	t.is(
		field('object', {rule: 'false', fieldPath: ".['a.b'].c", reason: 'FieldValueRequired', message: 'c'}, {}),
		'value: Required value: c',
	);
	t.is(
		field('object', {rule: 'false', fieldPath: "['a.b'].c", reason: 'FieldValueRequired', message: 'c'}, {}),
		'value.a.b[c]: Required value: c',
	);
});

test('The whole object has no path', (t) => {
	const whole: CustomSchema = {type: 'object', 'x-kubernetes-validations': [{rule: 'false', message: 'no'}]};
	t.is(formatErrors(applyRules({}, undefined, whole, []).errors), '<nil>: Invalid value: no');
});

test('Rules that cost too much end the check', (t) => {
	const list = (length: number) => ({list: Array.from({length}, (_, index) => index)});
	const quadratic: CustomSchema = {
		type: 'object',
		properties: {list: {type: 'array', items: {type: 'integer'}}},
		'x-kubernetes-validations': [
			{rule: 'self.list.all(x, self.list.all(y, x == y || true))', message: 'no'},
			{rule: 'false', message: 'never asked'},
		],
	};
	const said = (length: number) => formatErrors(applyRules(list(length), undefined, quadratic, []).errors);
	t.is(said(10), '<nil>: Invalid value: never asked');
	t.is(
		said(1000),
		`<nil>: Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: no`,
	);
	const linear: CustomSchema = {
		...quadratic,
		'x-kubernetes-validations': Array.from({length: 80}, () => ({rule: 'self.list.all(x, x == x)'})),
	};
	t.is(
		formatErrors(applyRules(list(40_000), undefined, linear, []).errors),
		'<nil>: Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run',
	);
});

test('What an update leaves as it was is only warned of, unless the rule is about the change', (t) => {
	const judged = (rule: string, spec: object, old: object) => {
		const {errors, warnings} = applyRules({spec}, {spec: old}, schema([{rule, message: 'no'}]), []);
		return [errors.length, ...warnings];
	};
	t.deepEqual(judged('self.min > 5', {min: 1}, {min: 1}), [0, 'spec: Invalid value: no']);
	t.deepEqual(judged('self.min > 5', {min: 1, max: 2}, {min: 1}), [1]);
	t.deepEqual(judged('self.min > oldSelf.min', {min: 1}, {min: 1}), [1]);
	const items = (atomic: boolean): CustomSchema => ({
		type: 'object',
		properties: {
			list: {
				type: 'array',
				...(atomic ? {} : {'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name']}),
				items: {
					type: 'object',
					properties: {name: {type: 'string'}, size: {type: 'integer'}},
					'x-kubernetes-validations': [{rule: 'self.size > 5', message: 'small'}],
				},
			},
		},
	});
	const [a, b] = [
		{name: 'a', size: 1},
		{name: 'b', size: 9},
	];
	const changed = (atomic: boolean) => {
		const {errors, warnings} = applyRules({list: [a, b]}, {list: [a]}, items(atomic), []);
		return [formatErrors(errors), ...warnings];
	};
	t.deepEqual(changed(false), ['[]', 'list[0]: Invalid value: small']);
	t.deepEqual(changed(true), ['list[0]: Invalid value: small']);
	t.deepEqual(applyRules({list: [a], x: 1}, {list: [a]}, items(true), []).warnings, ['list[0]: Invalid value: small']);
});

test('Values are what their schema says, by names that expressions can say', (t) => {
	const holds = (schema: CustomSchema, value: unknown, rule: string): string =>
		formatErrors(
			applyRules(
				{value},
				undefined,
				{type: 'object', properties: {value: {...schema, 'x-kubernetes-validations': [{rule}]}}},
				[],
			).errors,
		);
	const table: ReadonlyArray<readonly [CustomSchema, unknown, string]> = [
		[{type: 'integer'}, 6, 'self > 5 && self / 4 == 1'],
		[{type: 'number'}, 6, 'self > 5.0 && self / 4.0 == 1.5'],
		[{type: 'string', format: 'date-time'}, '2026-01-02T03:04:05Z', 'self.getFullYear() == 2026'],
		[{type: 'string', format: 'date'}, '2026-01-02', "self == timestamp('2026-01-02T00:00:00Z')"],
		[{type: 'string', format: 'duration'}, '90m', "self > duration('1h')"],
		[{type: 'string', format: 'byte'}, 'aGk=', "self == b'hi'"],
		[{'x-kubernetes-int-or-string': true}, 5, 'type(self) == int && self == 5'],
		[{'x-kubernetes-int-or-string': true}, '5%', 'type(self) == string'],
		[{type: 'array', items: {type: 'number'}}, [1, 2], 'self.all(x, x < 2.5) && self.sum() == 3.0'],
		[
			{type: 'object', properties: {'a-b': {type: 'integer'}, 'c.d/e': {type: 'string'}, namespace: {type: 'string'}}},
			{'a-b': 1, 'c.d/e': 'x', namespace: 'n'},
			"self.a__dash__b == 1 && self.c__dot__d__slash__e == 'x' && self.__namespace__ == 'n'",
		],
		[{type: 'object', additionalProperties: {type: 'number'}}, {'a-b': 1}, "self['a-b'] == 1.0 && 'a-b' in self"],
	];
	for (const [schema, value, rule] of table) {
		t.is(holds(schema, value, rule), '[]', rule);
	}
});
