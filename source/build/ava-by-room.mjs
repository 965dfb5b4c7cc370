// AVA's configuration for `npm test`: the tests of a room share a process. A process for each of two hundred files spends more time on loading
// and compiling the same modules again than on the tests.
//
//   npx ava --config source/build/ava-by-room.mjs      after tsc
//
// It writes one file a room to dist/rooms/, which imports the room's tests. `npx ava dist/…` gives each file a process of its own, so that what
// passes in both ways depends on no neighbour. Titles of tests are unique in their room.
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
const rooms = path.join(dist, 'rooms');

/** What takes longest comes first, so that no core is left with it at the end. */
const longest = ['pipeline', 'build', 'terminal', 'invariants', 'apiserver', 'commands', 'serve'];

const tests = readdirSync(dist, {recursive: true})
	.map((name) => name.replaceAll(path.sep, '/'))
	.filter((name) => name.endsWith('.test.js'))
	.sort();

/** The room of a test; one that lies beside the rooms stands for itself. */
const roomOf = (name) => name.replace(/\/.*|\.test\.js$/, '');

const known = new Map();

/** Whether a module, or one that it imports, loads Ink. */
const loadsInk = (file) => {
	if (!known.has(file)) {
		known.set(file, false);
		// A program in the text of a test may import what is not there.
		const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
		const imported = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)';|^import '(\.[^']+)';/gm)];
		known.set(
			file,
			/^import\b[^;]*'ink';/m.test(text) ||
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

rmSync(rooms, {recursive: true, force: true});
mkdirSync(path.join(rooms, 'loaded'), {recursive: true});
for (const room of new Set(tests.map((name) => roomOf(name)))) {
	const names = tests.filter((name) => roomOf(name) === room);
	if (names.some((name) => loadsInk(path.join(dist, name)))) {
		// Ink waits while it is loaded, and AVA wants all tests declared in one go.
		writeFileSync(
			path.join(rooms, 'loaded', `${room}.js`),
			`import test from 'ava';\n${importing(names, '../..')}${turns}`,
		);
		writeFileSync(
			path.join(rooms, `${room}.js`),
			`import {registerCompletionHandler} from 'ava';\n${ends}await import('ink');\nawait import('./loaded/${room}.js');\n`,
		);
	} else {
		writeFileSync(
			path.join(rooms, `${room}.js`),
			`import test, {registerCompletionHandler} from 'ava';\n${importing(names, '..')}${ends}${turns}`,
		);
	}
}

const rank = (file) => (longest.indexOf(path.basename(file, '.js')) + longest.length + 1) % (longest.length + 1);

export default {
	...JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).ava,
	files: ['dist/rooms/*.js'],
	sortTestFiles: (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
	// A process reports when its event loop turns, which may be after all of a room's tests.
	timeout: '10m',
};
