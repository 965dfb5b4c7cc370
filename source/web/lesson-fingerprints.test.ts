import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import vm from 'node:vm';
import {gunzipSync} from 'node:zlib';
import test from 'ava';
import {build, type Plugin} from 'esbuild';
import {standIn} from '../commands/web/node-modules.js';
import {pageFiles} from '../commands/web/page-files.js';
import {playLesson} from '../classroom/check.js';
import {findLesson} from '../classroom/course.js';
import {lessonNames} from '../classroom/heads.js';
import {must} from '../testing/must.js';

const root = path.join(import.meta.dirname, '../..');

/** The modules that a page has in place of Node's. */
const withoutNode: Plugin = {
	name: 'without-node',
	setup({onResolve, onLoad}) {
		onResolve({filter: /^node:/}, (found) => ({path: found.path, namespace: 'page'}));
		onLoad({filter: /.*/, namespace: 'page'}, (found) => {
			const names = Object.keys(must(process.getBuiltinModule?.(found.path), found.path)).filter((name) =>
				/^[a-z]\w*$/i.test(name),
			);
			return {contents: standIn(`node-${found.path.slice('node:'.length)}.js`, new Set(names))};
		});
	},
};

/** All files of the package that a lesson may read. */
const packageFiles = (): Map<string, string> => {
	const files = new Map<string, string>();
	const add = (name: string): void => {
		const file = path.join(root, name);
		if (statSync(file).isDirectory()) {
			for (const entry of readdirSync(file)) {
				add(`${name}/${entry}`);
			}
		} else {
			const bytes = readFileSync(file);
			files.set(name, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
		}
	};
	for (const name of ['api-facts', 'fresh-cluster', 'kubectl-facts', 'protobuf-facts']) {
		add(`snapshots/cluster/${name}.json.gz`);
	}

	add('lessons');
	add('dist/descriptions.generated.json');
	add('dist/descriptions-of-others.generated.json');
	add('dist/images.generated.json');
	return files;
};

/** Opens the program on the files of the package, and answers with the fingerprint of a lesson. */
type Open = (files: ReadonlyMap<string, string>) => Promise<(lesson: string) => string>;

/** The program of the page in a context with only the language and the classes for text and addresses of every browser. */
const bareProgram = async (): Promise<Open> => {
	const {outputFiles} = await build({
		stdin: {
			contents: `import {usePlatform} from './kernel/platform.js';
import {pagePlatform} from './web/page-platform.js';
globalThis.open = async (files) => {
	usePlatform(pagePlatform(files, undefined));
	// Modules that read facts when they load are loaded after that, as in the page.
	const [{findLesson}, {playLesson}] = await Promise.all([import('./classroom/course.js'), import('./classroom/check.js')]);
	return (name) => String(playLesson(findLesson(name)).recording?.fingerprint);
};`,
			resolveDir: path.join(root, 'dist'),
		},
		inject: [path.join(root, 'dist/web/buffer.js')],
		bundle: true,
		write: false,
		format: 'iife',
		platform: 'browser',
		// The build has other folders as its working directory.
		absWorkingDir: root,
		define: {'import.meta.url': '"page"'},
		plugins: [withoutNode],
		logLevel: 'error',
	});
	const context: {open?: Open} & Record<string, unknown> = {TextEncoder, TextDecoder, URL, URLSearchParams};
	vm.runInNewContext(outputFiles[0]?.text ?? '', context);
	return must(context.open, 'the program');
};

test('the first lesson needs only the data that a page loads first, and has the same fingerprint', async (t) => {
	const {files, first} = pageFiles();
	const texts = new Map<string, string>();
	for (const name of first.filter((one) => one.startsWith('data/'))) {
		const data: Readonly<Record<string, string>> = JSON.parse(files.get(name) ?? '{}');
		for (const [file, text] of Object.entries(data)) {
			texts.set(file, text);
		}
	}

	const fingerprintOf = await (await bareProgram())(texts);
	const name = must(lessonNames()[0], 'a lesson');
	t.is(fingerprintOf(name), String(playLesson(findLesson(name)).recording?.fingerprint));
});

test('lessons have the fingerprints of Node in a context without require, process and modules of Node', async (t) => {
	const fingerprintOf = await (await bareProgram())(packageFiles());
	// Only the first two by default; ALL_LESSONS=1 compares all of them.
	const names = process.env['ALL_LESSONS'] ? lessonNames() : lessonNames().slice(0, 2);
	for (const name of names) {
		t.is(fingerprintOf(name), String(playLesson(findLesson(name)).recording?.fingerprint), name);
	}
});
