import test from 'ava';
import type {Routine} from '../kernel/routine.js';
import {TokenSource} from './token-source.js';

/** The value of a routine that makes no stop. */
const valueOf = <T>(routine: Routine<T>): T | undefined => {
	const {done, value} = routine.next();
	return done ? value : undefined;
};

test('a client requests a new token when a fifth of the lifetime is left, or when the apiserver has refused the old one', (t) => {
	let nowMs = 0;
	let issued = 0;
	const source = new TokenSource(
		// eslint-disable-next-line require-yield
		function* () {
			return {token: `token ${++issued}`, lifetimeMs: 1000};
		},
		() => nowMs,
	);
	const at = (ms: number): string | undefined => {
		nowMs = ms;
		return valueOf(source.token());
	};

	t.deepEqual([at(0), at(799), at(800), at(1599)], ['token 1', 'token 1', 'token 2', 'token 2']);
	source.reject('token 1');
	t.is(at(1599), 'token 2');
	source.reject('token 2');
	t.is(at(1599), 'token 3');
});
