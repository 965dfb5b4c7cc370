// After each change of a source, strips its types into `dist/` and runs the tests of its room that are nearest to it by imports. The types are
// checked beside: their errors come when the compiler has found them.
//
//   npm run watch                     until it is ended
//   npm run watch -- --once FILE…     as if these had changed just now: source/go/duration.ts
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {transformSync} from 'esbuild';
import {writeSet} from './test-set.mjs';
import {nearestOf} from './tests-of.mjs';

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

/** The test file that imports those of a change. */
const set = 'nearest.test.js';

/** Runs tests in one process. @param tests from the root: `dist/go/duration.test.js` @returns the exit code */
const tested = async (tests) => {
	const [only] = tests;
	if (only === undefined) {
		return 0;
	}

	if (tests.length > 1) {
		writeSet(
			set,
			tests.map((name) => name.replace('dist/', '')),
		);
	}

	try {
		const {code} = await run('ava/entrypoints/cli.mjs', [tests.length > 1 ? `dist/sets/${set}` : only], 'inherit');
		return code;
	} finally {
		rmSync(path.join(root, 'dist/sets', set), {force: true});
	}
};

/** The line about the tests of a change. @param passed `passed` or `failed` @param seconds since the change */
const outcome = ({tests, others, elsewhere}, passed, seconds) => {
	const all = 'npm test -- --changed runs all';
	if (tests.length === 0) {
		return `no test of its room imports it${elsewhere === 0 ? '' : `; ${elsewhere} elsewhere do (${all})`}`;
	}

	const files = `${tests.length} test file${tests.length === 1 ? '' : 's'} in ${seconds}, ${passed}`;
	return others === 0 ? files : `${files}; ${others} more of the room import it from farther away (${all})`;
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
	const {chosen: tests, others, elsewhere} = nearestOf(changed);
	const code = await tested(tests);
	console.log(
		`${changed.join(', ')}: ${outcome({tests, others, elsewhere}, code === 0 ? 'passed' : 'failed', seconds())}`,
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
