import test from 'ava';
import {fieldAt} from './field-path.js';
import type {CustomSchema} from '../../objects/custom-version.js';

const text: CustomSchema = {type: 'string'};
const schema: CustomSchema = {
	type: 'object',
	properties: {
		spec: {type: 'object', properties: {name: text, 'a.b': text, "it's": text}},
		labels: {type: 'object', additionalProperties: text},
		list: {type: 'array', items: text},
	},
};

test('a path leads through properties and maps, and never into a list', (t) => {
	const table: ReadonlyArray<readonly [string, string]> = [
		['.spec.name', 'spec/name'],
		[`.spec['a.b']`, 'spec/a.b'],
		[String.raw`.spec['it\'s']`, `spec/it's`],
		[`['spec'].name`, 'spec/name'],
		['.labels.any', 'labels/any'],
		['.spec.none', 'does not refer to a valid field'],
		['.list.x', 'does not refer to a valid field'],
		['.list[0]', 'expected single quoted string but got 0'],
		['spec', 'expected [ or . but got: spec'],
		['.', 'unexpected end of JSON path'],
		[`.spec['name'`, 'unexpected end of JSON path'],
		[`.spec['name'.`, 'expected ] but got .'],
	];
	for (const [path, expected] of table) {
		const found = fieldAt(path, schema);
		t.is('problem' in found ? found.problem : found.parts.join('/'), expected, path);
	}

	t.deepEqual(fieldAt(`.spec['name']`, schema, false), {problem: 'array notation is not allowed'});
});
