import test from 'ava';
import {Mistake} from '../scenario/mistake.js';
import {readTokenFile} from './token-file.js';

test('a token file has token, user, uid and groups in quotes on each line', (t) => {
	t.deepEqual(readTokenFile('abc,jane,7,"dev,ops"\n\nt2,"smith, joe",,\nt3,bob,9\n', 'tokens.csv'), [
		{name: 'jane', token: 'abc', uid: '7', groups: ['dev', 'ops']},
		{name: 'smith, joe', token: 't2', groups: []},
		{name: 'bob', token: 't3', uid: '9', groups: []},
	]);
});

test('a wrong line of a token file is named', (t) => {
	const table: ReadonlyArray<readonly [text: string, message: RegExp]> = [
		[
			'a,b,c\nabc,jane',
			/^tokens.csv:2:1 {2}token file must contain at least 3 columns \(token, user name, user uid\), found 2/,
		],
		[',jane,7', /tokens.csv:1:1 {2}the token is empty/],
		['x,"jane,7', /unexpected quote/],
	];
	for (const [text, message] of table) {
		t.regex(String(t.throws(() => readTokenFile(text, 'tokens.csv'), {instanceOf: Mistake})), message);
	}
});
