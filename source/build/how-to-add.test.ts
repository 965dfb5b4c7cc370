import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {touched} from './how-to-add/recipe.js';
import {recipes} from './how-to-add/recipes.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string): string => readFileSync(path.join(root, 'source', name), 'utf8');

/** The rows of the map: the addition → its files, and its page. */
const rows = new Map(
	[...read('README.md').matchAll(/^\| (an? [^|]+?) +\| ([^|]+?) +\| \[\w+\]\(([\w./-]+)#([\w-]+)\) +\|$/gm)].map(
		([, what = '', files = '', page = '', heading = '']) => [what, {files, page, heading}],
	),
);

/** The most files that some additions may touch. */
const budgets: Readonly<Record<string, number>> = {
	'an admission plug-in': 3,
	'a scheduler plug-in': 2,
	'a controller': 3,
	'a kind': 2,
	'a view': 2,
	'a stage': 2,
	'a finding of check': 2,
};

const countIn = (words: string): number => Number(/\d+/.exec(words)?.[0]);

test('every addition of the map says the same on its page', (t) => {
	t.true(rows.size > 20);
	for (const [what, {files, page, heading}] of rows) {
		const [, below = ''] =
			read(page)
				.split(/^## /m)
				.map((part) => /^(.*)\n([\s\S]*)$/.exec(part) ?? [])
				.map(([, title = '', text = '']) => [title.toLowerCase().replaceAll(' ', '-'), text])
				.find(([title]) => title === heading) ?? [];
		t.is(/^Touches: (.*)\.$/m.exec(below)?.[1], files, what);
	}
});

test('the counts of the map are those of additions that a script performs, within their budgets', (t) => {
	for (const recipe of recipes) {
		const {what} = recipe;
		const row = rows.get(what);
		t.truthy(row, what);
		t.is(countIn(row?.files ?? ''), what === 'a language' ? 2 : touched(recipe).length, what);
		t.true(touched(recipe).length <= (budgets[what] ?? 10), what);
	}

	t.deepEqual(
		Object.keys(budgets).filter((what) => !recipes.some((recipe) => recipe.what === what)),
		[],
	);
});

test('the places where the script puts its text are there, once; its new files are new', (t) => {
	for (const {what, files = {}, edits = [], uses = [], copy} of recipes) {
		for (const {file, before} of [...edits, ...uses]) {
			t.is(read(file).split(before).length, 2, `${what}: ${file} ${before}`);
		}

		for (const file of Object.keys(files)) {
			t.false(existsSync(path.join(root, 'source', file)), file);
		}

		if (copy) {
			t.true(existsSync(path.join(root, copy[0])) && !existsSync(path.join(root, copy[1])), what);
		}
	}
});
