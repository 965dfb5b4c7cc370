import test from 'ava';
import {pictureOf} from './screen-picture.js';
import type {Line} from '../screen/paint/text.js';

const picture = (...rows: readonly Line[]): string => pictureOf(rows, {columns: 20}, 'a title');

test('a text stands at its column, and is spread over exactly its columns', (t) => {
	const drawn = picture([
		{text: '  web  ', tone: 'good'},
		{text: '漢字', tone: 'plain'},
		{text: '!', tone: 'here'},
	]);
	t.true(drawn.includes('<text x="30.8" y="27" textLength="25.2" fill="#56d364">web</text>'));
	t.true(drawn.includes('<text x="72.8" y="27" textLength="33.6" fill="#d5dce4">漢字</text>'));
	t.true(drawn.includes('<text x="106.4" y="27" textLength="8.4" fill="#39d5e5" font-weight="bold">!</text>'));
});

test('what is inverse has its colour behind it, at its end too', (t) => {
	t.true(
		picture([{text: 'a  ', tone: 'select'}]).includes(
			'<rect x="14" y="14" width="25.2" height="17" fill="#d5dce4"/><text x="14" y="27" textLength="8.4" fill="#0d1117">a</text>',
		),
	);
});

test('nothing in a text is taken for markup, and no control character gets through', (t) => {
	const drawn = picture([{text: '<script>&\u001B[31m\u0007"', tone: 'plain'}]);
	t.true(drawn.includes('&lt;script&gt;&amp;'));
	t.notRegex(drawn, /<script|[\u0000-\u0009\u000B-\u001F\u007F]/);
});
