import net from 'node:net';
import fc from 'fast-check';
import test from 'ava';
import {isIP, isIPv4, isIPv6} from './ip.js';

/** Texts that are addresses, or nearly. */
const nearly = fc
	.tuple(
		fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6(), fc.string({unit: fc.constantFrom(...'0123456789af:.%')})),
		fc.constantFrom('', '', '%eth0', '%', ':', '::', '.1', ':1.2.3.4', '::1.2.3.4'),
	)
	.map(([text, tail]) => text + tail);

test('a text is an address exactly when it is one to Node', (t) => {
	fc.assert(
		fc.property(nearly, (text) => {
			t.is(isIPv4(text), net.isIPv4(text), text);
			t.is(isIPv6(text), net.isIPv6(text), text);
			t.is<number, number>(isIP(text), net.isIP(text), text);
		}),
		{numRuns: 2000},
	);
	for (const text of [
		'1:2:3:4:5:6:1.2.3.4',
		'::ffff:01.2.3.4',
		'1:2:3:4:5:6:7::',
		'1::2:3:4:5:6:7:8',
		'::1%e th',
		'::1\n',
		'1.2.3.4\n',
	]) {
		t.is<number, number>(isIP(text), net.isIP(text), text);
	}
});
