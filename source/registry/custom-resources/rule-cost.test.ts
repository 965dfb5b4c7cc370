import test from 'ava';
import {kubernetesFunctions} from '../../cel/kubernetes/library/kubernetes.js';
import {schemaType} from '../../cel/kubernetes/schema-type.js';
import {checkRules} from './rules.js';
import {maximalCost} from './rule-cost.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import type {Schema} from '../../objects/openapi-schema.js';
import {compile} from '../../cel/compile.js';

const text = (maxLength?: number): CustomSchema => ({type: 'string', maxLength});
const list = (items: CustomSchema, maxItems?: number): CustomSchema => ({type: 'array', items, maxItems});
const map = (values: CustomSchema, maxProperties?: number): CustomSchema => ({
	type: 'object',
	additionalProperties: values,
	maxProperties,
});
const of = (properties: Record<string, CustomSchema>, required?: string[]): CustomSchema => ({
	type: 'object',
	properties,
	required,
});
const number: CustomSchema = {type: 'number'};
const intOrString: CustomSchema = {'x-kubernetes-int-or-string': true} as CustomSchema;
const format = (name: string): CustomSchema => ({type: 'string', format: name});

const costOf = (schema: CustomSchema, rule: string): number => {
	const self = schemaType(schema as Schema, 'self');
	const {program, issues} = compile(rule, {variables: {self, oldSelf: self}, functions: kubernetesFunctions});
	return program ? maximalCost(program, schema, false) : Number(`no expression: ${issues}`);
};

test('a rule is estimated at what upstream’s estimator says', (t) => {
	const pair = of({required: text(), optional: text()}, ['required']);
	const table: ReadonlyArray<readonly [CustomSchema, string, number]> = [
		[list(number), 'self.all(x, true)', 4_718_591],
		[list(number, 5), 'sets.contains(self, [1.0, 2.0])', 22],
		[list(number, 5), 'sets.equivalent(self, [1.0, 2.0])', 32],
		[list(text(10), 10), 'self.all(x, quantity(x) == quantity(x))', 82],
		[text(10), 'format.dns1123Label().validate(self).hasValue()', 131],
		[list(number, 10), 'self.all(x, true)', 32],
		[list(text()), 'self.all(x, true)', 3_145_727],
		[list({type: 'boolean'}), 'self.all(x, true)', 1_887_437],
		[list(list(number)), 'self.all(x, true)', 3_145_727],
		[map(number), 'self.all(x, true)', 1_348_169],
		[map(text()), 'self.all(x, true)', 1_179_647],
		[map({type: 'boolean'}), 'self.all(x, true)', 943_718],
		[text(), "self.contains('test')", 314_574],
		[text(10), "self.contains('test')", 5],
		[text(), "self.startsWith('test')", 2],
		[text(), 'size(self + "hello") > size("hello")', 314_578],
		[text(4), 'size(self + "hello") > size("hello")', 7],
		[list(number), 'self[1] == 0.0', 2],
		[list(text()), 'self[1] == self[1]', 314_577],
		[list(number, 10), 'self.all(x, self.all(y, true))', 352],
		[list(number, 10), 'self.all(x, self.all(y, self.all(z, true)))', 3552],
		[text(), 'self.matches("x")', 314_574],
		[text(50), 'self.matches("x")', 22],
		[text(), '"".matches("(((((((((())))))))))[0-9]")', 7],
		[text(), 'self.matches("")', 1],
		[map(text()), 'self.all(x, x.contains(self[x]))', 2_752_507],
		[map(text(10), 10), 'self.all(x, x.contains(self[x]))', 72],
		[map(number), 'self["x"] == 0.0', 2],
		[text(), 'self == "x"', 2],
		[text(0), 'self == "x"', 1],
		[format('byte'), 'self == b"x"', 2],
		[list(number), 'self.all(x, x == 0.0)', 6_291_454],
		[list(number, 3 * 1024 * 2048), 'self.all(x, x == 0.0)', 25_165_826],
		[list(intOrString), 'self.all(x, true)', 4_718_591],
		[list(intOrString), 'self[0] == 5', 3],
		[list({type: 'boolean'}), 'self[0] == false', 2],
		[list(list(number)), 'self[0][0] == -1.0', 3],
		[list(map(number)), 'self.all(x, x.y == 25.2)', 6_291_452],
		[list(map(number), 12), 'self.all(x, x.y == 25.2)', 74],
		[list(map(number)), 'self[0].x > 2.0', 4],
		[list(format('duration')), 'self.all(x, true)', 2_359_295],
		[list(format('duration')), 'self[0].getHours() == 2', 4],
		[list(format('date')), 'self.all(x, true)', 725_936],
		[list(format('date-time')), 'self.all(x, true)', 428_963],
		[list(format('date-time')), 'self[2].getMinutes() == 45', 4],
		[map(intOrString), 'self.all(x, true)', 1_348_169],
		[map(pair), 'self.all(x, true)', 428_963],
		[map(map(number)), 'self.all(x, true)', 1_179_647],
		[map(format('duration')), 'self.all(x, true)', 1_048_577],
		[map(format('date')), 'self.all(x, true)', 524_288],
		[map(format('date-time')), 'self.all(x, true)', 349_526],
		[text(), "self.find('[0-9]+') == ''", 629_147],
		[text(10), "self.find('[0-9]+') == ''", 11],
		[list(text()), "self.join(' ') == 'aa bb'", 329_853_068_905],
		[list(text(10), 10), "self.join(' ') == 'aa bb'", 43],
		[list(text()), 'self.isSorted() == true', 329_854_432_052],
		[list(text(10), 10), 'self.isSorted() == true', 52],
		[
			of({str: text(), before: text(2), after: text(4)}),
			"self.str.replace(self.before, self.after) == 'does not matter'",
			629_154,
		],
		[
			of({str: text(4), before: text(2), after: text(4)}),
			"self.str.replace(self.before, self.after) == 'does not matter'",
			12,
		],
		[of({str: text(), separator: text()}), 'self.str.split(self.separator) == []', 629_160],
		[of({str: text(10), separator: text(10)}), 'self.str.split(self.separator) == []', 22],
		[text(), "self.lowerAscii() == 'lower!'", 314_575],
		[text(10), "self.lowerAscii() == 'lower!'", 6],
		[map({type: 'integer'}), 'oldSelf.size() == self.size()', 5],
		[map(format('date-time')), 'self["a"] == self["b"]', 8],
		[map(format('duration')), 'self["c"] == self["d"]', 8],
		[{type: 'string', enum: ['A', 'B', 'C', 'LongValue'] as never}, "self.contains('A')", 2],
		[{type: 'string', enum: ['A'] as never, maxLength: 1000}, "self.contains('A')", 401],
	];
	for (const [schema, rule, expected] of table) {
		t.is(costOf(schema, rule), expected, `${rule} of ${JSON.stringify(schema)}`);
	}
});

const errorsOf = (spec: CustomSchema): readonly string[] =>
	checkRules({type: 'object', properties: {spec}}, 'spec.validation.openAPIV3Schema').map(
		({field, detail}) => `${field}: ${detail}`,
	);

const advice =
	'(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

test('a rule that may cost too much is refused, and so is a schema whose rules do together', (t) => {
	const root = 'spec.validation.openAPIV3Schema';
	const spec = `${root}.properties[spec]`;
	const contributed = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
	const total =
		'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of';
	t.deepEqual(errorsOf({...of({min: {type: 'integer'}}), 'x-kubernetes-validations': [{rule: 'self.min > 0'}]}), []);
	t.deepEqual(
		errorsOf({
			...of({min: {type: 'integer'}}),
			'x-kubernetes-validations': [{rule: 'self.min > 0', messageExpression: '"min is " + string(self.min)'}],
		}),
		[
			`${spec}.x-kubernetes-validations[0].messageExpression: estimated messageExpression cost exceeds budget by factor of more than 100x ${advice}`,
			`${spec}.x-kubernetes-validations[0].messageExpression: ${contributed}`,
			`${root}: ${total} more than 100x ${advice}`,
		],
	);
	t.deepEqual(errorsOf(list({...text(), 'x-kubernetes-validations': [{rule: "self.contains('x')"}]})), [
		`${spec}.items.x-kubernetes-validations[0].rule: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
		`${spec}.items.x-kubernetes-validations[0].rule: ${contributed}`,
		`${root}: ${total} more than 100x ${advice}`,
	]);
	t.deepEqual(errorsOf(list({...text(), 'x-kubernetes-validations': [{rule: "self.contains('x')"}]}, 32)), [
		`${spec}.items.x-kubernetes-validations[0].rule: estimated rule cost exceeds budget by factor of 1.006637x ${advice}`,
	]);
	t.deepEqual(errorsOf(list({...text(), 'x-kubernetes-validations': [{rule: "self.contains('x')"}]}, 31)), []);
});
