import test from 'ava';
import {readJSON, sortKeys} from './json.js';

test('JSON is read with what JSON.parse would give', (t) => {
	for (const text of ['{"a":[1,-2.5e3,"x\\n\\u00e9\\"",true,false,null,{}],"b":{}}', ' [ ] ', '"x"', '0']) {
		t.deepEqual(readJSON(text).value, JSON.parse(text));
	}
});

test('mistakes are reported in the words of Go', (t) => {
	const table: ReadonlyArray<readonly [string, string]> = [
		['{"apiVersion":"v1"', 'unexpected end of JSON input'],
		['{"name":"a",}', "invalid character '}' looking for beginning of object key string"],
		['apiVersion: v1', "invalid character 'a' looking for beginning of value"],
		['{"a" 1}', "invalid character '1' after object key"],
		['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
		['[1 2]', "invalid character '2' after array element"],
		['1 2', "invalid character '2' after top-level value"],
		['tru3', "invalid character '3' in literal true (expecting 'e')"],
		['"\n"', String.raw`invalid character '\n' in string literal`],
		['', 'unexpected end of JSON input'],
		['-', 'unexpected end of JSON input'],
		['1.x', "invalid character 'x' after decimal point in numeric literal"],
	];
	for (const [text, message] of table) {
		t.throws(() => readJSON(text), {name: 'JSONSyntaxError', message}, text);
	}

	t.throws(() => readJSON('['.repeat(20_000)), {message: 'exceeded max depth'});
});

test('keys are sorted at every depth, and what is sorted is shared', (t) => {
	t.is(JSON.stringify(sortKeys({b: 1, a: [{d: 1, c: 2}]})), '{"a":[{"c":2,"d":1}],"b":1}');
	const value = {a: {b: 1, c: 2}};
	t.is(sortKeys(value), value);
});
