import test from 'ava';
import type {Line} from '../screen/paint/text.js';
import {filmOf} from './screen-film.js';

const line = (text: string): Line => [{text, tone: 'plain'}];
const film = filmOf(
	[
		[line('title'), line('one')],
		[line('title'), line('two')],
		[line('title'), line('two')],
		[line('title'), line('four')],
	],
	{columns: 10, rows: 2},
	'a film',
	2,
);

test('a row is drawn once for all frames in which it stays the same', (t) => {
	t.is(film.split('>title</text>').length, 2);
	t.is(film.split('>two</text>').length, 2);
	t.regex(film, /<g class="f1-2"><text [^>]*>two<\/text><\/g>/);
	t.notRegex(film, /<g class="[^"]+"><text [^>]*>title</);
});

test('each part is visible during its frames only; the last frame is what a picture without motion shows', (t) => {
	t.true(
		film.includes(
			'@keyframes f1-2{0%{visibility:hidden}25%{visibility:visible}75%{visibility:hidden}}.f1-2{visibility:hidden;animation:f1-2 8s step-end infinite}',
		),
		film,
	);
	t.true(
		film.includes(
			'@keyframes f3-3{0%{visibility:hidden}75%{visibility:visible}}.f3-3{visibility:visible;animation:f3-3 8s step-end infinite}',
		),
	);
	t.true(film.includes('@keyframes f0-0{0%{visibility:visible}25%{visibility:hidden}}.f0-0{visibility:hidden;'));
	t.true(film.includes('@media (prefers-reduced-motion:reduce)'));
	t.notRegex(film, /<script/);
});
