// After each change of a source, strips its types into `dist/` and runs the tests of its room that are nearest to it by imports. The types are
// checked beside: their errors come when the compiler has found them.
//
//   npm run watch                     until it is ended
//   npm run watch -- --once FILE…     as if these had changed just now: source/go/duration.ts
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, watch, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {transformSync} from 'esbuild';
import {distancesOf} from './tests-of.mjs';

const root = path.join(import.meta.dirname, '../..');

/** The pause after a change: an editor writes a file in several steps. */
const pauseMs = 80;

/** Runs a program of Node's. @returns its exit code and its output, where that is kept. */
const run = (script, args, stdio) =>
	new Promise((resolve) => {
		const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {cwd: root, stdio});
		let output = '';
		child.stdout?.on('data', (data) => {
			output += data;
		});
		child.on('close', (code) => resolve({code, output}));
	});

/** Writes a module as the compiler would, types apart: it checks none. @param name path from the root: `source/go/duration.ts` */
const strip = (name) => {
	const target = path.join(root, name.replace(/^source/, 'dist').replace(/\.tsx?$/, '.js'));
	const {code, map} = transformSync(readFileSync(path.join(root, name), 'utf8'), {
		loader: name.endsWith('x') ? 'tsx' : 'ts',
		target: 'es2023',
		jsx: 'automatic',
		sourcemap: true,
		sourcefile: path.relative(path.dirname(target), path.join(root, name)),
	});
	mkdirSync(path.dirname(target), {recursive: true});
	writeFileSync(`${target}.map`, map);
	writeFileSync(target, `${code}//# sourceMappingURL=${path.basename(target)}.map\n`);
};

const roomOf = (name) => name.split('/')[1];

/** The folder of a module below `source/` or `dist/`. */
const folderOf = (name) => name.split('/').slice(1, -1).join('/');

/** So many files answer within seconds; each is a process of its own. */
const mostFiles = 2;

/** Of the tests of a room that a change concerns, those nearest to it: by imports, then in the same folder. @returns them, and how many others there are */
const nearest = (changed) => {
	const rooms = new Set(changed.map((name) => roomOf(name)));
	const folders = new Set(changed.map((name) => folderOf(name)));
	const tests = distancesOf(changed)
		.filter(({name}) => rooms.has(roomOf(name)))
		.sort(
			(a, b) =>
				a.distance - b.distance || Number(folders.has(folderOf(b.name))) - Number(folders.has(folderOf(a.name))),
		);
	const closest = tests.filter(({distance}) => distance === tests[0]?.distance).slice(0, mostFiles);
	// A changed test always runs.
	const compiled = new Set(changed.map((name) => name.replace(/^source/, 'dist').replace(/\.tsx?$/, '.js')));
	const chosen = tests.filter((test) => compiled.has(test.name) || closest.includes(test)).map(({name}) => name);
	return {chosen, others: tests.length - chosen.length};
};

/** Runs the tests of a change, and checks the types beside. @param changed paths from the root @returns the exit code */
const checked = async (changed) => {
	const began = performance.now();
	const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
	try {
		for (const name of changed.filter((one) => existsSync(path.join(root, one)))) {
			strip(name);
		}
	} catch (error) {
		console.log(error.message.replaceAll('../', ''));
		return 1;
	}

	// It writes nothing while the tests read.
	const types = run(
		'typescript/bin/tsc',
		['--noEmit', '--pretty', '--incremental', 'true'],
		['ignore', 'pipe', 'inherit'],
	);
	const {chosen: tests, others} = nearest(changed);
	const {code} = tests.length === 0 ? {code: 0} : await run('ava/entrypoints/cli.mjs', tests, 'inherit');
	console.log(
		`${changed.join(', ')}: ${tests.length} test file${tests.length === 1 ? '' : 's'} in ${seconds()}, ${code === 0 ? 'passed' : 'failed'}${others === 0 ? '' : `; ${others} more of the room import it from farther away (npm test -- --changed runs all)`}`,
	);
	const {code: typeCode, output} = await types;
	console.log(typeCode === 0 ? `types checked in ${seconds()}` : output);
	return code || typeCode;
};

const {values, positionals} = parseArgs({
	options: {once: {type: 'boolean', default: false}},
	allowPositionals: true,
});
if (values.once) {
	process.exitCode = await checked(positionals);
} else {
	const waiting = new Set();
	let timer;
	let last = Promise.resolve();
	watch(path.join(root, 'source'), {recursive: true}, (_event, name) => {
		if (!/(?<!\.generated)\.tsx?$/.test(name ?? '')) {
			return;
		}

		waiting.add(`source/${name.replaceAll(path.sep, '/')}`);
		clearTimeout(timer);
		timer = setTimeout(() => {
			const changed = [...waiting];
			waiting.clear();
			// One after another: two would write the same files.
			last = last.then(() => checked(changed));
		}, pauseMs);
	});
	console.log('Waits for a change below source/. Ctrl-C ends it.');
}
