import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {brotliCompressSync} from 'node:zlib';
import test from 'ava';
import {standIn, withoutNode} from './node-modules.js';
import {pageFiles} from './page-files.js';
import {servePage} from './serve-page.js';
import {must} from '../../testing/must.js';

/** The part of Node's Worker that a pool uses. */
interface NodeWorker {
	once(type: string, listener: (value: unknown) => void): void;
	postMessage(message: unknown, transferred: readonly unknown[]): void;
	terminate(): Promise<number>;
}

interface NodeThreads {
	new (url: string): NodeWorker;
	readonly running: ReadonlySet<unknown>;
}

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
			for (const [, target = ''] of text.matchAll(/(?<=^|[;}\n])(?:import|export)\b[^;'"()=]*["']([^"'\n]+)["']/g)) {
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

test('a thread of a page is kept while it runs; each job that it cannot do has an error as its answer', async (t) => {
	/** A browser thread that does no work of its own. */
	class Quiet {
		static readonly all: Quiet[] = [];
		readonly received: unknown[] = [];
		readonly listeners: Array<readonly [type: string, listener: (event: unknown) => void]> = [];
		isEnded = false;
		constructor() {
			Quiet.all.push(this);
		}

		addEventListener(type: string, listener: (event: unknown) => void): void {
			this.listeners.push([type, listener]);
		}

		postMessage(message: unknown): void {
			this.received.push(message);
		}

		terminate(): void {
			this.isEnded = true;
		}

		tell(type: string, event: unknown): void {
			for (const [, listener] of this.listeners.filter(([known]) => known === type)) {
				listener(event);
			}
		}
	}

	const code = standIn('node-worker_threads.js', new Set(['Worker']))
		.replace('globalThis.Worker(', 'globalThis.QuietWorker(')
		.replace("new URL('page-worker.js', import.meta.url)", "'page-worker.js'");
	Object.assign(globalThis, {QuietWorker: Quiet});
	const {Worker}: {readonly Worker: NodeThreads} = await import(`data:text/javascript,${encodeURIComponent(code)}`);
	const {running} = Worker;
	const start = (): {readonly thread: NodeWorker; readonly quiet: Quiet; readonly heard: string[]} => {
		const thread = new Worker('explore-worker.js');
		const heard: string[] = [];
		for (const type of ['message', 'error', 'exit']) {
			thread.once(type, (value) => heard.push(`${type} ${String(value)}`));
		}

		return {thread, quiet: must(Quiet.all.at(-1), 'a thread'), heard};
	};
	const works = start();
	works.thread.postMessage('job', []);
	t.deepEqual(works.quiet.received, []);
	works.quiet.tell('message', {data: 'ready'});
	t.deepEqual(works.quiet.received, ['job']);
	works.quiet.tell('message', {data: 'answer'});
	t.deepEqual(works.heard, ['message answer']);
	t.is(running.size, 1);
	await works.thread.terminate();
	t.deepEqual([running.size, works.quiet.isEnded, works.heard], [0, true, ['message answer', 'exit 1']]);
	for (const [type, event, error] of [
		['message', {data: {failed: 'no network'}}, 'no network'],
		['error', {message: 'a mistake'}, 'a mistake'],
		['error', {}, 'a thread cannot be loaded'],
		['messageerror', {}, 'an answer of a thread cannot be read'],
	] as const) {
		const fails = start();
		fails.thread.postMessage('job', []);
		fails.quiet.tell(type, event);
		t.deepEqual(fails.heard, [`error Error: ${error}`, 'exit 1']);
		fails.quiet.tell('error', {});
		t.deepEqual([fails.quiet.isEnded, fails.heard.length, running.size], [true, 2, 0]);
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
