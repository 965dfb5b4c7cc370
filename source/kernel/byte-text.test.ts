import test from 'ava';
import {byteLengthOf, ByteTextReader, bytesOfText, textOfBytes} from './byte-text.js';

const all = Buffer.from(Array.from({length: 256}, (_, byte) => byte));

test('each byte comes back, whatever stands beside it', (t) => {
	for (const bytes of [
		all,
		Buffer.from('hé €😀'),
		Buffer.from([0xf0, 0x9f, 0x98]),
		Buffer.from([0xed, 0xb2, 0x80, 0xc0, 0x80, 0xe0, 0x80, 0x80, 0xf4, 0x90, 0x80, 0x80]),
		Buffer.concat([Buffer.from('😀'), Buffer.from([0x80]), Buffer.from('é')]),
	]) {
		const text = textOfBytes(bytes);
		t.deepEqual(bytesOfText(text), bytes);
		t.is(byteLengthOf(text), bytes.length);
	}

	t.is(textOfBytes(Buffer.from('hé €😀')), 'hé €😀');
});

test('large binary files are read and written in a moment', (t) => {
	const bytes = Buffer.from(Array.from({length: 2_000_000}, (_, at) => (at * 7919 + (at >> 8)) % 256));
	const startedMs = performance.now();
	t.true(bytesOfText(textOfBytes(bytes)).equals(bytes));
	t.true(performance.now() - startedMs < 5000);
});

test('bytes that arrive one by one become the same text', (t) => {
	const bytes = Buffer.concat([Buffer.from('aé😀'), all, Buffer.from('€').subarray(0, 2)]);
	const reader = new ByteTextReader();
	const text = [...bytes].map((byte) => reader.read(Uint8Array.of(byte))).join('') + reader.end();
	t.is(text, textOfBytes(bytes));
});
