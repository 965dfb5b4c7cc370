import test from 'ava';
import {leadingObjects} from './json-stream.js';

const cases: ReadonlyArray<readonly [name: string, text: string, parts: readonly string[], end: number]> = [
	['one object', '{"a":1}\n', ['{"a":1}'], 8],
	['two objects, the second in its line', '{"a":1}\n{"b":{}}', ['{"a":1}', '       \n{"b":{}}'], 16],
	['two objects in one line', '{"a":1}{"b":2}', ['{"a":1}', '       {"b":2}'], 14],
	['brackets in text', '{"a":"}{"}', ['{"a":"}{"}'], 10],
	['other text after an object', '{"a":1} x', ['{"a":1}'], 8],
	['a second object without an end', '{"a":1}{', ['{"a":1}'], 7],
	['a flow mapping of YAML', '{a: 1}', [], 0],
	['YAML', 'a: 1', [], 0],
	['nothing', ' \n', [], 2],
];

for (const [name, text, parts, end] of cases) {
	test(name, (t) => {
		t.deepEqual(leadingObjects(text), {parts, end});
	});
}
