// A test file that imports others, so that they share a process: loading and compiling the same modules again takes longer than most tests.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

const dist = path.join(import.meta.dirname, '../../dist');

const known = new Map();

/** Whether a module, or one that it imports, loads Ink. */
const loadsInk = (file) => {
	if (!known.has(file)) {
		known.set(file, false);
		// A program in the text of a test may import what is not there.
		const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
		const imported = [
			...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom ['"](\.[^'"]+)['"];|^import ['"](\.[^'"]+)['"];/gm),
		];
		known.set(
			file,
			/^import\b[^;]*['"]ink['"];/m.test(text) ||
				imported.some(([, from, plain]) => loadsInk(path.join(path.dirname(file), from ?? plain))),
		);
	}

	return known.get(file);
};

const importing = (names, from) => names.map((name) => `import '${from}/${name}';\n`).join('');

/** A process ends with its tests, whatever one of them has left open: AVA would wait for it for ten minutes. */
const ends = `registerCompletionHandler(() => process.exit());\n`;

/**
 * AVA begins all tests of a process at once, and those that never wait run one after another before a socket is read. With a turn of the event
 * loop before each, a server or child process of one test is answered while the others run.
 */
const turns = `let turn = Promise.resolve();
test.beforeEach('turn', () => (turn = turn.then(() => new Promise(setImmediate))));
`;

/**
 * Writes a test file below `dist/sets/`.
 * @param file its name there, such as `objects-and-more.js`
 * @param names the tests, relative to `dist/`
 */
export const writeSet = (file, names) => {
	const target = path.join(dist, 'sets', file);
	mkdirSync(path.join(dist, 'sets/loaded'), {recursive: true});
	if (names.some((test) => loadsInk(path.join(dist, test)))) {
		// Ink waits while it is loaded, and AVA wants all tests declared in one go.
		writeFileSync(
			path.join(dist, 'sets/loaded', file.replace('.test.', '.')),
			`import test from 'ava';\n${importing(names, '../..')}${turns}`,
		);
		writeFileSync(
			target,
			`import {registerCompletionHandler} from 'ava';\n${ends}await import('ink');\nawait import('./loaded/${file.replace('.test.', '.')}');\n`,
		);
	} else {
		writeFileSync(
			target,
			`import test, {registerCompletionHandler} from 'ava';\n${importing(names, '..')}${ends}${turns}`,
		);
	}
};
