import test from 'ava';
import {comparedWithLibrary} from '../testing/library-answers.js';
import {
	addQuantities,
	bytes,
	canonicalQuantity,
	compareQuantities,
	cpuMillis,
	parseQuantity,
	quantityOf,
	quantityInMillis,
	subtractQuantities,
} from './quantity.js';

test('a quantity has one canonical text', (t) => {
	const table: Readonly<Record<string, string>> = {
		'0.5': '500m',
		'.5': '500m',
		'1024Mi': '1Gi',
		'1.5Gi': '1536Mi',
		'1000': '1k',
		'1500k': '1500k',
		'0.1Ki': '102400m',
		'1e3': '1e3',
		'12e6': '12e6',
		'1E': '1E',
		'0.0001': '100u',
		'0.0000000001': '1n',
		'-1': '-1',
		'0Gi': '0',
		'1000Ki': '1000Ki',
		'100000000000Ei': '9223372036854775807',
		'128974848000m': '128974848',
		// Kept as written: Go treats these as canonical.
		'1.500': '1.500',
		'6E6': '6E6',
		'+8M': '+8M',
		'0047M': '0047M',
		'15.Mi': '15.Mi',
		// No number is zero.
		Mi: '0',
		'+': '0',
		// Only a binary quantity has an upper limit.
		'79219E': '79219E',
		'15.6747E18': '15674700e12',
		'13538796941030261451': '13538796941030261451',
	};
	for (const [text, canonical] of Object.entries(table)) {
		t.is(canonicalQuantity(text), canonical, text);
	}
});

test('an invalid quantity is refused in the words of upstream', (t) => {
	const wrong = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
	for (const text of ['', 'abc', '1x', '1.1.1', ' 1', '1 Gi', '1gi']) {
		t.throws(() => parseQuantity(text), {name: 'QuantityError', message: wrong}, text);
	}

	for (const text of ['1ii', '--5', 'Kei0']) {
		t.throws(() => parseQuantity(text), {message: "unable to parse quantity's suffix"}, text);
	}

	t.throws(() => parseQuantity('Ei'), {message: 'unable to parse numeric part of quantity'});
});

test('a list of resources keeps a written quantity down to thousandths', (t) => {
	t.is(quantityInMillis('1.500'), '1.500');
	t.is(quantityInMillis('1.123456'), '1124m');
	t.is(quantityInMillis('0.5'), '500m');
});

test('amounts are rounded up', (t) => {
	t.is(parseQuantity('1.0001'), 1001n);
	t.is(cpuMillis('250m'), 250);
	t.is(cpuMillis('0.0001'), 1);
	t.is(cpuMillis(undefined), 0);
	t.is(bytes('1Gi'), 1_073_741_824);
	t.is(bytes('1500m'), 2);
});

test('quantities are added, subtracted and compared whatever they are written in', (t) => {
	t.is(addQuantities('100m', '0.9'), '1');
	t.is(addQuantities('0', '1Gi'), '1Gi');
	t.is(addQuantities('1Gi', '1G'), '2073741824');
	t.is(subtractQuantities('1Gi', '512Mi'), '512Mi');
	t.is(subtractQuantities('1', '2'), '-1');
	t.is(compareQuantities('1', '1000m'), 0);
	t.is(compareQuantities('1Ki', '1k'), 1);
	t.is(compareQuantities(0, '1'), -1);
	t.is(quantityOf(1500n), '1500m');
	t.is(quantityOf(1_048_576_000n, 'BinarySI'), '1Mi');
});

test('quantities are read as Go reads them', (t) => {
	comparedWithLibrary<{readonly text: string}>(t, 'quantity', 300, ({text}) => canonicalQuantity(text));
});
