import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {claimsById} from '../classroom/claims.js';

const root = fileURLToPath(new URL('../../source/', import.meta.url));

/** The ids at the beginning of a title: `N6, N7: …`, `S4 E3: …`, `A6: A7: …`. */
const idsOf = (title: string): readonly string[] => /^((?:[A-Z]\d+[,:]? )+)/.exec(title)?.[1]?.match(/[A-Z]\d+/g) ?? [];

const claims = Object.entries(claimsById);
const shown = new Map<string, string[]>();
for (const name of readdirSync(root, {recursive: true, encoding: 'utf8'})) {
	if (/\.test\.tsx?$/.test(name)) {
		const text = readFileSync(path.join(root, name), 'utf8');
		for (const [, , title = ''] of text.matchAll(/\btest(?:\.serial)?\(\s*(['"`])(.+?)\1/g)) {
			for (const id of idsOf(title)) {
				shown.set(id, [...(shown.get(id) ?? []), `${name}: ${title}`]);
			}
		}
	}
}

test('every claim about the pipeline is shown by a test that begins with its id', (t) => {
	const wanted = claims.filter(([, {missing}]) => missing === undefined).map(([id]) => id);
	t.deepEqual(
		wanted.filter((id) => !shown.has(id)),
		[],
	);
});

test('a claim that a test shows is not said to be missing', (t) => {
	t.deepEqual(
		claims.filter(([id, {missing}]) => missing !== undefined && shown.has(id)).map(([id]) => id),
		[],
	);
});

test('every claim that a test names exists', (t) => {
	t.deepEqual(
		[...shown].filter(([id]) => !Object.hasOwn(claimsById, id)),
		[],
	);
});

test('no claim is left that nothing shows', (t) => {
	t.deepEqual(
		claims.filter(([, {missing}]) => missing !== undefined).map(([id]) => id),
		[],
	);
});
