import test from 'ava';
import {quotaAdvisers} from './quota-advice.js';

test('a ratio that is too high is found in the middle of a message', (t) => {
	const message =
		'pods "a" is forbidden: cpu max limit to request ratio per Container is 4, but provided ratio is 10.0';
	const found = quotaAdvisers.flatMap(([pattern]) => pattern.exec(message)?.slice(1) ?? []);
	t.deepEqual(found, ['cpu', '4']);
});

test('no pattern begins with a repetition at any place: a message may repeat a value of a million characters', (t) => {
	t.deepEqual(
		quotaAdvisers.map(([pattern]) => pattern.source).filter((source) => /^\(?(?:\.|\\S|\[\^[^\]]*\])[+*]/.test(source)),
		[],
	);
});
