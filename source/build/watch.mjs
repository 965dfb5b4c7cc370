// Compiles after each change of a source, and runs the tests beside it that import it; where there are none, those of its room.
//
//   npm run watch                     until it is ended
//   npm run watch -- --once FILE…     as if these had changed just now: source/go/duration.ts
import {spawnSync} from 'node:child_process';
import {watch} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {testsOf} from './tests-of.mjs';

const root = path.join(import.meta.dirname, '../..');

/** The pause after a change: an editor writes a file in several steps. */
const pauseMs = 80;

const run = (script, ...args) =>
	spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {cwd: root, stdio: 'inherit'}).status;

const roomOf = (name) => name.split('/')[1];

/** The folder of a module below `source/` or `dist/`. */
const folderOf = (name) => name.split('/').slice(1, -1).join('/');

/** Of the tests that a change concerns, those of the same folder; else those of the same room. */
const nearest = (changed) => {
	const tests = testsOf(changed);
	const folders = new Set(changed.map((name) => folderOf(name)));
	const beside = tests.filter((name) => folders.has(folderOf(name)));
	const rooms = new Set(changed.map((name) => roomOf(name)));
	return beside.length > 0 ? beside : tests.filter((name) => rooms.has(roomOf(name)));
};

/** Compiles, and runs the tests. @param changed paths from the root @returns the exit code */
const checked = (changed) => {
	const began = performance.now();
	if (run('typescript/bin/tsc') !== 0) {
		return 1;
	}

	const compiledMs = performance.now() - began;
	const tests = nearest(changed);
	const code = tests.length === 0 ? 0 : run('ava/entrypoints/cli.mjs', ...tests);
	const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
	console.log(
		`${changed.join(', ')}: compiled in ${seconds(compiledMs)}, ${tests.length} test file${tests.length === 1 ? '' : 's'} in ${seconds(performance.now() - began - compiledMs)}`,
	);
	return code;
};

const {values, positionals} = parseArgs({
	options: {once: {type: 'boolean', default: false}},
	allowPositionals: true,
});
if (values.once) {
	process.exitCode = checked(positionals);
} else {
	const waiting = new Set();
	let timer;
	watch(path.join(root, 'source'), {recursive: true}, (_event, name) => {
		if (!/(?<!\.generated)\.tsx?$/.test(name ?? '')) {
			return;
		}

		waiting.add(`source/${name.replaceAll(path.sep, '/')}`);
		clearTimeout(timer);
		timer = setTimeout(() => {
			const changed = [...waiting];
			waiting.clear();
			checked(changed);
		}, pauseMs);
	});
	console.log('Waits for a change below source/. Ctrl-C ends it.');
}
