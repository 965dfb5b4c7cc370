import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';

const source = fileURLToPath(new URL('../../source/', import.meta.url));

/** Lines of a folder's modules, without tests and generated files. */
const linesOf = (folder: string): number =>
	readdirSync(path.join(source, folder), {recursive: true, encoding: 'utf8'})
		.filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|generated)\.tsx?$/.test(name))
		.reduce((sum, name) => sum + readFileSync(path.join(source, folder, name), 'utf8').split('\n').length - 1, 0);

const page = readFileSync(path.join(source, 'manual/own-code.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([\w/-]+)` +\| ([\d,]+) +\|/gm)];

test('the page of own code has the lines of each part', (t) => {
	t.true(rows.length > 25);
	t.deepEqual(
		rows
			.map(([, folder = '', said = '']) => ({folder, said: Number(said.replace(',', '')), lines: linesOf(folder)}))
			.filter(({said, lines}) => lines <= 400 || Math.abs(said / lines - 1) >= 0.15),
		[],
	);
});

/** Folders of code that a library might replace: languages, formats, protocols, tools. The other rooms simulate Kubernetes, or are the program. */
const general = [
	'apiserver/managed-fields',
	'cel',
	'client',
	'commands/dap',
	'commands/startup',
	'debugger',
	'exports',
	'go',
	'kernel',
	'kwok/jq',
	'machine',
	'objects',
	'registry/custom-resources',
	'registry/decode',
	'registry/protobuf',
	'screen/input',
	'screen/paint',
	'serve',
	'stages',
	'terminal',
	'web',
];

const foldersIn = (folder: string): string[] => [
	folder,
	...readdirSync(path.join(source, folder), {withFileTypes: true})
		.filter((entry) => entry.isDirectory())
		.flatMap(({name}) => foldersIn(`${folder}/${name}`)),
];

/** The lines of a folder's own modules. */
const ownLinesOf = (folder: string): number =>
	linesOf(folder) -
	foldersIn(folder)
		.filter((other) => other.split('/').length === folder.split('/').length + 1)
		.reduce((sum, other) => sum + linesOf(other), 0);

test('each part above 400 lines that a library might have is on the page', (t) => {
	const [, without = ''] = /^Larger parts without a row ([^\n]*)/m.exec(page) ?? [];
	const named = new Set([...without.matchAll(/`([\w/-]+)`/g)].map(([, folder = '']) => folder));
	t.true(named.size > 3);
	const isNamed = (folder: string): boolean =>
		named.has(folder) || rows.some(([, row = '']) => folder === row || folder.startsWith(`${row}/`));
	t.deepEqual(
		general.flatMap((room) => foldersIn(room)).filter((folder) => ownLinesOf(folder) > 400 && !isNamed(folder)),
		[],
	);
});
