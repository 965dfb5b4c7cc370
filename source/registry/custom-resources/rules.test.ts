import test from 'ava';
import {typeInvalid} from '../../objects/field-error.js';
import {isOldMistake} from './ratchet.js';
import {checkRules} from './rules.js';
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

test('a rule may be on what may have anything in it', (t) => {
	const anything: CustomSchema = {
		type: 'object',
		properties: {spec: {type: 'object', additionalProperties: true, 'x-kubernetes-validations': [{rule: 'true'}]}},
	};
	t.deepEqual(checkRules(anything, 'schema'), []);
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
