import test from 'ava';
import {goQuoted, goSyntax, goText, goType} from './print.js';

// Go's output for the same value.
const numbers = [
	[0, '0', 'int64'],
	[100_000, '100000', 'int64'],
	[2 ** 53, '9007199254740992', 'int64'],
	[1e21, '1e+21', 'float64'],
	[1.5, '1.5', 'float64'],
	[123_456.5, '123456.5', 'float64'],
	[1_234_567.5, '1.2345675e+06', 'float64'],
	[-2_500_000.25, '-2.50000025e+06', 'float64'],
	[0.0001, '0.0001', 'float64'],
	[0.00001, '1e-05', 'float64'],
] as const;

for (const [value, text, type] of numbers) {
	test(`Go prints ${value} as ${text}, a ${type}`, (t) => {
		t.is(goText(value), text);
		t.is(goType(value), type);
	});
}

test('Go prints maps in the order of their keys, and types before their values', (t) => {
	const value = {b: [1, 'x', null], a: {c: true}};
	t.is(goText(value), 'map[a:map[c:true] b:[1 x <nil>]]');
	t.is(
		goSyntax(value),
		'map[string]interface {}{"a":map[string]interface {}{"c":true}, "b":[]interface {}{1, "x", interface {}(nil)}}',
	);
});

test('in quotes, Go escapes what cannot be printed', (t) => {
	t.is(
		goQuoted('a"b\\c\u0007\n\u001b\u007f é 😀 \u200b\u00ad\u00a0\u2028\u{e0001}'),
		String.raw`"a\"b\\c\a\n\x1b\x7f é 😀 \u200b\u00ad\u00a0\u2028\U000e0001"`,
	);
});
