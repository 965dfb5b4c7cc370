import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {brotliCompressSync} from 'node:zlib';
import test from 'ava';
import {standIn, withoutNode} from './node-modules.js';
import {pageFiles} from './page-files.js';
import {servePage} from './serve-page.js';

test('the first lesson takes at most 1.2 MB over the wire', (t) => {
	const {files, first} = pageFiles();
	const bytes = first.map((name) => brotliCompressSync(files.get(name) ?? '').length);
	t.true(bytes.every((size) => size > 0));
	t.true(
		bytes.reduce((sum, size) => sum + size, 0) <= 1_200_000,
		`${bytes.reduce((sum, size) => sum + size, 0)} bytes`,
	);
	// The tables of other languages are loaded by their readers alone.
	t.deepEqual(
		first.filter((name) => /\.(?:zh|ru)\./.test(name)),
		[],
	);
	t.true([...files.keys()].some((name) => name.endsWith('.zh.js')));
});

test('every module that a page imports is in its folder, and none is of Node', (t) => {
	const {files} = pageFiles();
	for (const [name, text] of files) {
		if (name.endsWith('.js')) {
			for (const [, target = ''] of text.matchAll(/(?<=^|[;}\n])(?:import|export)\b[^;'"()]*["']([^"'\n]+)["']/g)) {
				t.true(files.has(target.replace('./', '')), `${name}: ${target}`);
			}
		}
	}
});

test('the policy of the page allows neither inline scripts and styles nor other origins', (t) => {
	const page = pageFiles().files.get('index.html') ?? '';
	const [, policy = ''] = /Content-Security-Policy"\s+content="([^"]*)"/.exec(page) ?? [];
	t.regex(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
	t.notRegex(policy, /unsafe|https?:|\*/);
	t.notRegex(page, /\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)/);
});

test('modules of Node are replaced by stand-ins that say what a page lacks', async (t) => {
	const found = new Map<string, Set<string>>();
	const code = `import{readFileSync as a,existsSync}from"node:fs";import p from"node:path";x("import y from 'node:fs'");`;
	t.is(
		withoutNode(code, found),
		`import{readFileSync as a,existsSync}from"./node-fs.js";import p from"./node-path.js";x("import y from 'node:fs'");`,
	);
	t.deepEqual(
		[...found].map(([name, names]) => [name, [...names]]),
		[
			['node-fs.js', ['readFileSync', 'existsSync']],
			['node-path.js', ['default']],
		],
	);
	const load = async (
		name: string,
		names: readonly string[],
	): Promise<Record<string, (...texts: string[]) => string>> =>
		import(`data:text/javascript,${encodeURIComponent(standIn(name, new Set(names)))}`);
	const {readFileSync} = await load('node-fs.js', ['readFileSync']);
	t.throws(() => readFileSync?.('x'), {message: 'a page has no fs.readFileSync'});
	const page = await load('node-path.js', ['join', 'relative', 'dirname', 'basename']);
	for (const [name, ...texts] of [
		['join', '/package/lessons', '../x.yaml'],
		['join', 'a/', './b'],
		['relative', '/package/', '/package/lessons/a.yaml'],
		['relative', '/package/a', '/b'],
		['dirname', '/a/b.yaml'],
		['dirname', 'b.yaml'],
		['basename', '/a/b.yaml', '.yaml'],
	] as const) {
		const {join, relative, dirname, basename} = path.posix;
		const of: Readonly<Record<string, (...texts: [string, string]) => string>> = {join, relative, dirname, basename};
		const [first = '', ...rest] = texts;
		t.is(page[name]?.(first, ...rest), of[name]?.(first, rest[0] ?? ''), `${name} ${texts.join(' ')}`);
	}
});

test('the server has the files of the page and nothing else', async (t) => {
	const served = await servePage(
		{
			files: new Map([
				['index.html', '<p>é'],
				['a.js', '1'],
			]),
		},
		0,
	);
	const get = async (name: string): Promise<string> => {
		const answer = await fetch(served.address + name);
		return `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`;
	};
	t.is(await get(''), '200 text/html; charset=utf-8 <p>é');
	t.is(await get('a.js'), '200 text/javascript; charset=utf-8 1');
	t.regex(await get('%2e%2e/package.json'), /^404/);
	t.regex(await get('%E0%A4%A'), /^404/);
	await served.close();
});

test('what npm packs stays below 3 MB', (t) => {
	const [{size}] = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: path.join(import.meta.dirname, '../../..'),
			encoding: 'utf8',
			shell: process.platform === 'win32',
		}),
	);
	t.true(size <= 3_000_000, `${size} bytes`);
});
