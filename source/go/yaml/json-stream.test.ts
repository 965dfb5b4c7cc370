import test from 'ava';
import {leadingObjects} from './json-stream.js';
import {readManifests} from './yaml.js';

const cases: ReadonlyArray<readonly [name: string, text: string, parts: readonly string[], end: number]> = [
	['one object', '{"a":1}\n', ['1:1 {"a":1}'], 8],
	['two objects, the second in its line', '{"a":1}\n{"b":{}}', ['1:1 {"a":1}', '2:1 {"b":{}}'], 16],
	['two objects in one line', '{"a":1}{"b":2}', ['1:1 {"a":1}', '1:8 {"b":2}'], 14],
	['an object of several lines before another', ' {"a":\n1}\n\n  {"b":2}', ['1:2 {"a":\n1}', '4:3 {"b":2}'], 20],
	['brackets in text', '{"a":"}{"}', ['1:1 {"a":"}{"}'], 10],
	['a quote in text', '{"a":"\\"}"}', ['1:1 {"a":"\\"}"}'], 11],
	['other text after an object', '{"a":1} x', ['1:1 {"a":1}'], 8],
	['a second object without an end', '{"a":1}{', ['1:1 {"a":1}'], 7],
	['a text without an end', '{"a":"\\', [], 0],
	['a flow mapping of YAML', '{a: 1}', [], 0],
	['YAML', 'a: 1', [], 0],
	['nothing', ' \n', [], 2],
];

for (const [name, text, parts, end] of cases) {
	test(name, (t) => {
		const found = leadingObjects(text);
		t.deepEqual(
			found.parts.map(({text: own, start: {line, column}}) => `${line}:${column} ${own}`),
			parts,
		);
		t.is(found.end, end);
	});
}

test('each object of a stream has its own text: a hundred thousand objects and as many quotes are read once', (t) => {
	const text = '{"a":1}\n'.repeat(100_000);
	const {parts} = leadingObjects(text);
	t.is(parts.length, 100_000);
	t.deepEqual(parts.at(-1), {text: '{"a":1}', at: 8 * 99_999, start: {line: 100_000, column: 1}});
	t.is(
		parts.reduce((sum, part) => sum + part.text.length, 0),
		700_000,
	);
	t.deepEqual(leadingObjects(`{${'\\"'.repeat(1_000_000)}\\`), {parts: [], end: 0});
});

test('places and repeated keys of a stream are those of the file', (t) => {
	const {documents, duplicates} = readManifests('{"a":1}\n{"b":\n{"c":2}, "b":3}', 'two.json');
	t.deepEqual(
		documents.map(({line, range}) => [line, ...range]),
		[
			[1, 0, 7],
			[2, 8, 29],
		],
	);
	t.deepEqual(documents[1]?.positionOf(['b']), {line: 3, column: 10});
	t.deepEqual(duplicates, [{key: 'b', line: 3, column: 10, firstLine: 2}]);
});
