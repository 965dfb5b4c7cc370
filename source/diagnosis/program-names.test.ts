import test from 'ava';
import {programLike} from './program-names.js';

for (const [word, found] of [
	['/bin/shs', '/bin/sh'],
	['slep', 'sleep'],
	['rediscli', 'redis-cli'],
	['pythons', 'python'],
	['sleep', undefined],
	['my-own-server', undefined],
] as const) {
	test(`a program like ${word}`, (t) => {
		t.is(programLike(word), found);
	});
}
