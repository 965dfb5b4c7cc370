import {Buffer} from 'node:buffer';
import test from 'ava';
import {framed, FramingError, MessageReader} from './framing.js';

test('messages are cut out of a stream, wherever its chunks end; lengths count bytes', (t) => {
	const all = [{seq: 1, text: 'Под „веб“ 🙂'}, {seq: 2}];
	const bytes = Buffer.from(all.map((message) => framed(message)).join(''));
	for (const size of [1, 7, bytes.length]) {
		const reader = new MessageReader();
		const found = Array.from({length: Math.ceil(bytes.length / size)}, (_, index) =>
			reader.push(bytes.subarray(index * size, (index + 1) * size)),
		).flat();
		t.deepEqual(found, all);
	}
});

test('what is no message is refused', (t) => {
	for (const text of [
		'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
		'Content-Length: x\r\n\r\n',
		'Content-Length: 2\r\n\r\n{x',
		'a'.repeat(5000),
		'Content-Length: 99999999999\r\n\r\n',
	]) {
		t.throws(() => new MessageReader().push(Buffer.from(text)), {instanceOf: FramingError}, text.slice(0, 30));
	}
});

test('an input that ends within a message is noticed', (t) => {
	const reader = new MessageReader();
	reader.push(Buffer.from(framed({seq: 1})));
	t.notThrows(() => {
		reader.end();
	});
	reader.push(Buffer.from('Content-Length: 9'));
	t.throws(
		() => {
			reader.end();
		},
		{instanceOf: FramingError},
	);
});
