import test from 'ava';
import {formatErrors, typeInvalid} from '../field-error.js';
import {isOldMistake} from './ratchet.js';
import {applyRules, checkRules} from './rules.js';
import type {CustomRule, CustomSchema} from './schema.js';

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
	const errors = applyRules({spec: now}, old && {spec: old}, schema([rule]), []);
	return errors.length === 0 ? '' : formatErrors(errors);
};

const cases: ReadonlyArray<readonly [string, CustomRule, object, object | undefined, string]> = [
	['a rule that holds', {rule: 'self.min <= self.max'}, {min: 1, max: 2}, undefined, ''],
	[
		'a rule that does not',
		{rule: 'self.min <= self.max'},
		{min: 3, max: 2},
		undefined,
		'spec: Invalid value: "object": failed rule: self.min <= self.max',
	],
	[
		'its message',
		{rule: 'self.min <= self.max', message: 'min is above max'},
		{min: 3, max: 2},
		undefined,
		'spec: Invalid value: "object": min is above max',
	],
	[
		'a message made by an expression',
		{rule: 'self.min <= self.max', message: 'no', messageExpression: '"min " + string(self.min) + " is above"'},
		{min: 3, max: 2},
		undefined,
		'spec: Invalid value: "object": min 3 is above',
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
		'spec: Invalid value: "object": kind is immutable',
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
		formatErrors(applyRules({spec: {min: 'x'}}, undefined, schema([{rule: 'self.min > 0'}]), [wrong])),
		'<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
	);
	t.deepEqual(applyRules({spec: {min: 'x'}}, undefined, schema([]), [wrong]), []);
});

test('a rule must compile, be a condition, and speak of the past only where there is one', (t) => {
	const problems = (rule: CustomRule) => checkRules(schema([rule]), 'schema').map(({detail}) => detail);
	t.deepEqual(problems({rule: 'self.min > 0'}), []);
	t.regex(problems({rule: 'self.none > 0'})[0]!, /^compilation failed: ERROR: <input>:1:5: undefined field 'none'/);
	t.deepEqual(problems({rule: 'self.min'}), ['cel expression must evaluate to a bool']);
	t.deepEqual(problems({rule: 'self.min > 0', messageExpression: 'self.min'}), [
		'messageExpression must evaluate to a string',
	]);
	t.deepEqual(problems({rule: 'self.min > 0', optionalOldSelf: true}), [
		'may not be set if oldSelf is not used in rule',
	]);
	const list: CustomSchema = {
		type: 'object',
		properties: {
			items: {
				type: 'array',
				maxItems: 3,
				items: {type: 'string', maxLength: 3, 'x-kubernetes-validations': [{rule: 'self == oldSelf'}]},
			},
		},
	};
	t.deepEqual(
		checkRules(list, 'schema').map(({detail}) => detail),
		['oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties[items]'],
	);
});

test('what was wrong before and is not touched stays', (t) => {
	const wrong = typeInvalid('spec.min', 'string', '');
	t.true(isOldMistake(wrong, {spec: {min: 'x', max: 2}}, {spec: {min: 'x', max: 1}}, schema([])));
	t.false(isOldMistake(wrong, {spec: {min: 'x', max: 2}}, {spec: {min: 'y', max: 2}}, schema([])));
	t.false(isOldMistake(wrong, {spec: {min: 'x'}}, {}, schema([])));
});
