import {readFileSync} from 'node:fs';
import test from 'ava';

const css = readFileSync(new URL('../../source/web/static/page.css', import.meta.url), 'utf8');

/** Light and dark colours, by name. */
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)];
const light = new Map(pairs.map(([, name = '', colour = '']) => [name, colour]));
const dark = new Map(pairs.map(([, name = '', , colour = '']) => [name, colour]));

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (colour: string): number => {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
	const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
	return (high + 0.05) / (low + 0.05);
};

for (const [theme, colours] of [
	['light', light],
	['dark', dark],
] as const) {
	const of = (name: string): string => colours.get(name) ?? '#000000';

	test(`${theme}: every text of the screen and its drawings has the contrast of WCAG AA on every ground`, (t) => {
		t.true(colours.size >= 15);
		for (const ground of ['back', 'pane', 'button', 'lit-back']) {
			for (const tone of ['text', 'dim', 'here', 'good', 'bad', 'warn', 'key']) {
				const found = contrast(of(tone), of(ground));
				t.true(found >= 4.5, `${tone} on ${ground}: ${found.toFixed(2)}`);
			}
		}

		t.true(contrast(of('main-text'), of('main')) >= 4.5, 'main');
	});

	test(`${theme}: edges, marks and lit lines of a drawing can be told from their ground`, (t) => {
		for (const ground of ['back', 'pane']) {
			for (const tone of ['edge', 'here', 'good', 'bad', 'warn', 'dim']) {
				const found = contrast(of(tone), of(ground));
				t.true(found >= 3, `${tone} on ${ground}: ${found.toFixed(2)}`);
			}
		}
	});
}
