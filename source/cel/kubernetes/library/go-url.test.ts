import test from 'ava';
import {comparedWithLibrary} from '../../../testing/library-answers.js';
import {escapedPath, hostAndPort, queryOf, readGoURL} from './go-url.js';

test('a URL has the parts that Go finds in it', (t) => {
	const table: Readonly<Record<string, readonly [scheme: string, host: string, port: string, path: string]>> = {
		'https://example.com:80/a%20b?q=1#f': ['https', 'example.com:80', '80', '/a%20b'],
		'HTTP://user:secret@[::1]:8080': ['http', '[::1]:8080', '8080', ''],
		'/only/a path': ['', '', '', '/only/a%20path'],
		'nginx:1.27': ['nginx', '', '', ''],
		'//example.com/a': ['', 'example.com', '', '/a'],
		'*': ['', '', '', '*'],
	};
	for (const [text, expected] of Object.entries(table)) {
		const url = readGoURL(text);
		t.deepEqual([url.scheme, url.host, hostAndPort(url).port, escapedPath(url)], [...expected], text);
	}

	t.deepEqual(
		[...queryOf(readGoURL('/?a=1&b=x+y&a=2&c;d=3&%zz=4'))],
		[
			['a', ['1', '2']],
			['b', ['x y']],
		],
	);
});

test('a text that is no URL is refused in the words of Go', (t) => {
	const table: Readonly<Record<string, string>> = {
		'': 'parse "": empty url',
		'web/a': 'parse "web/a": invalid URI for request',
		':80': 'parse ":80": missing protocol scheme',
		'http://a b/': 'parse "http://a b/": invalid character " " in host name',
		'http://a:b': 'parse "http://a:b": invalid port ":b" after host',
		'http://[::1': 'parse "http://[::1": missing \']\' in host',
		'/%zz': 'parse "/%zz": invalid URL escape "%zz"',
	};
	for (const [text, message] of Object.entries(table)) {
		t.throws(() => readGoURL(text), {message}, text);
	}
});

test('URLs are read as Go reads them', (t) => {
	comparedWithLibrary<{readonly text: string}>(t, 'url', 300, ({text}) => {
		const url = readGoURL(text);
		const {hostname, port} = hostAndPort(url);
		const keys = [...queryOf(url).keys()].sort().join('|');
		return [url.scheme, url.host, hostname, port, escapedPath(url), keys].join('|').split('|');
	});
});
