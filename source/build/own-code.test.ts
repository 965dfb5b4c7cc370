import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';

const source = fileURLToPath(new URL('../../source/', import.meta.url));

/** Lines of a folder's modules, without tests and what is generated. */
const linesOf = (folder: string): number =>
	readdirSync(path.join(source, folder), {recursive: true, encoding: 'utf8'})
		.filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|generated)\.tsx?$/.test(name))
		.reduce((sum, name) => sum + readFileSync(path.join(source, folder, name), 'utf8').split('\n').length - 1, 0);

test('the page of own code has the lines of each part', (t) => {
	const rows = [
		...readFileSync(path.join(source, 'manual/own-code.md'), 'utf8').matchAll(/^\| `([\w/-]+)` +\| ([\d,]+) +\|/gm),
	];
	t.true(rows.length > 15);
	t.deepEqual(
		rows
			.map(([, folder = '', said = '']) => ({folder, said: Number(said.replace(',', '')), lines: linesOf(folder)}))
			.filter(({said, lines}) => lines <= 400 || Math.abs(said / lines - 1) >= 0.15),
		[],
	);
});
