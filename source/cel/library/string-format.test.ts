import test from 'ava';
import {CelError, Duration, List, Timestamp, Uint, type Value} from '../value.js';
import {format} from './string-format.js';

const said = (text: string, ...values: Value[]): string => {
	try {
		return format(text, values);
	} catch (error) {
		return error instanceof CelError ? error.message : String(error);
	}
};

const time = new Timestamp(1_675_467_080n * 1_000_000_000n);

test('Values are written as cel-go writes them', (t) => {
	const cases: ReadonlyArray<readonly [string, readonly Value[], string]> = [
		['no clause', [], 'no clause'],
		['100%% of %s', ['it'], '100% of it'],
		['%s %s %s', ['a', 3n, 3.14], 'a 3 3.14'],
		['%s and %s', [true, null], 'true and null'],
		['%s %s', [time, new Duration(5_400_000_000_000n)], '2023-02-03T23:31:20Z 5400s'],
		[
			'%s',
			[new List(['abc', 3.14, null, new List([9n, 8n]), time])],
			'["abc", 3.140000, null, [9, 8], timestamp("2023-02-03T23:31:20Z")]',
		],
		[
			'%s',
			[
				new Map<Value, Value>([
					['key1', new Uint8Array([120, 121, 122])],
					['key5', null],
					['key2', new Duration(7_200_000_000_000n)],
					['key4', true],
					['key3', 2.71],
				]),
			],
			'{"key1":b"xyz", "key2":duration("7200s"), "key3":2.710000, "key4":true, "key5":null}',
		],
		[
			'%s',
			[
				new Map<Value, Value>([
					[2n, 'b'],
					[true, 'c'],
					['a', 'd'],
				]),
			],
			'{"a":"d", 2:"b", true:"c"}',
		],
		['%d %d', [-64n, new Uint(64n)], '-64 64'],
		['%f', [10_000.1234], '10,000.123400'],
		['%.1f %.0f %.0f', [-1_234_567.25, 2.5, 3.5], '-1,234,567.2 2 4'],
		['%f %f', [Number.NaN, 'Infinity'], 'NaN ∞'],
		['%.6e', [1052.032911275], '1.052033\u202F×\u202F10⁰³'],
		['%.1e', [-0.00012], '-1.2\u202F×\u202F10⁻⁰⁴'],
		['%b %b %b', [5n, -5n, true], '101 -101 1'],
		['%x %X', ['Hello', 30n], '48656c6c6f 1E'],
		['%o', [11n], '13'],
	];
	for (const [text, values, expected] of cases) {
		t.is(said(text, ...values), expected, text);
	}
});

test('What cannot be formatted is reported in cel-go’s words', (t) => {
	const cases: ReadonlyArray<readonly [string, readonly Value[], string]> = [
		['%s %s', ['a'], 'index 1 out of range'],
		['%', [], 'index 0 out of range'],
		['%', ['a'], 'unexpected end of string'],
		['%a', [1n], 'could not parse formatting clause: unrecognized formatting clause "a"'],
		[
			'%.3',
			[1.5],
			'could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
		],
		['%d', ['a'], 'error during formatting: decimal clause can only be used on integers, was given string'],
		['%f', [3n], 'error during formatting: fixed-point clause can only be used on doubles, was given int'],
		['%e', [true], 'error during formatting: scientific clause can only be used on doubles, was given bool'],
		['%b', [1.5], 'error during formatting: only integers and bools can be formatted as binary, was given double'],
		[
			'%x',
			[null],
			'error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given null_type',
		],
		['%o', [new List([])], 'error during formatting: octal clause can only be used on integers, was given list'],
		[
			'%s',
			[new Map<Value, Value>([[1.5, 'a']])],
			'error during formatting: no formatting function for map key of type double',
		],
	];
	for (const [text, values, expected] of cases) {
		t.is(said(text, ...values), expected, text);
	}
});
