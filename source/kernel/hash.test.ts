import {createHash, createHmac} from 'node:crypto';
import fc from 'fast-check';
import test from 'ava';
import {base64url, fromBase64url} from './base64url.js';
import {hashes, hmacSha256, sha256Bytes} from './hash.js';

test('hashes are those of Node, for any text', (t) => {
	fc.assert(
		fc.property(fc.string({unit: 'binary', maxLength: 300}), fc.string(), (text, key) => {
			for (const [name, hash] of Object.entries(hashes)) {
				t.is(hash(text), createHash(name).update(text).digest('hex'), name);
			}

			t.is(Buffer.from(sha256Bytes(text)).toString('hex'), hashes.sha256(text));
			t.deepEqual(Buffer.from(hmacSha256(key, text)), createHmac('sha256', key).update(text).digest());
		}),
	);
});

test('base64 of URLs is that of Node, and reads back', (t) => {
	fc.assert(
		fc.property(fc.uint8Array({maxLength: 100}), (bytes) => {
			t.is(base64url(bytes), Buffer.from(bytes).toString('base64url'));
			t.deepEqual(fromBase64url(base64url(bytes)), Buffer.from(bytes));
		}),
	);
	t.is(base64url('{"a":"ÿ?"}'), Buffer.from('{"a":"ÿ?"}').toString('base64url'));
});
