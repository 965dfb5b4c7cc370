// AVA's configuration for `npm test`: tests share processes. One for each of three hundred files spends more time on loading and compiling the same
// modules again than on the tests, and one for each room spends on it a third of what the small rooms take.
//
//   npx ava --config source/build/ava-in-sets.mjs      after tsc
//
// It writes files to dist/sets/, each of which imports the tests of some rooms. `npx ava dist/…` gives each file a process of its own, so that what
// passes in both ways depends on no neighbour. Titles of tests are unique.
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
const sets = path.join(dist, 'sets');

/** About how many seconds the tests of a room take, where it is more than a few. */
const seconds = {
	commands: 40,
	pipeline: 60,
	screen: 35,
	diagnosis: 30,
	classroom: 30,
	terminal: 20,
	build: 15,
	apiserver: 35,
	kubelet: 15,
	registry: 15,
};
const fewSeconds = 5;
const secondsOf = (rooms) => rooms.reduce((sum, room) => sum + (seconds[room] ?? fewSeconds), 0);

/** Tests in which real processes race with a simulation on a real clock: a neighbour that computes would hold the simulation up. */
const alone = {chaos: 'commands/chaos/chaos.test.js'};

/** Rooms whose tests wait for other processes, sockets or threads: they share a process with few, since they wait for these too. */
const waiting = [
	['commands', 'cli', 'exports', 'library'],
	['terminal', 'screen'],
	['build', 'testing'],
	['serve'],
	...Object.keys(alone).map((room) => [room]),
];

const tests = readdirSync(dist, {recursive: true})
	.map((name) => name.replaceAll(path.sep, '/'))
	.filter((name) => name.endsWith('.test.js'))
	.sort();

/** The room of a test; one that lies beside the rooms stands for itself. */
const roomOf = (name) =>
	Object.keys(alone).find((room) => alone[room] === name) ?? name.replace(/\/.*|\.test\.js$/, '');

/** What takes longest comes first, so that no core is left with it at the end. */
const longestFirst = (one, other) => secondsOf(other) - secondsOf(one);

const rooms = [...new Set(tests.map((name) => roomOf(name)))].filter((room) => !waiting.flat().includes(room));

/** As many sets as there are cores, each given the next room when it is the shortest. */
const shared = Array.from({length: availableParallelism()}, () => []);
for (const room of rooms.sort((a, b) => longestFirst([a], [b]))) {
	shared.sort(longestFirst).at(-1).push(room);
}

/** Rooms whose tests share a process, by the name of its file. */
const byName = new Map(
	[...waiting, ...shared.filter((set) => set.length > 0)]
		.sort(longestFirst)
		.map((set) => [set.length > 1 ? `${set[0]}-and-more` : set[0], set]),
);

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

rmSync(sets, {recursive: true, force: true});
mkdirSync(path.join(sets, 'loaded'), {recursive: true});
for (const [name, set] of byName) {
	const names = tests.filter((test) => set.includes(roomOf(test)));
	if (names.some((test) => loadsInk(path.join(dist, test)))) {
		// Ink waits while it is loaded, and AVA wants all tests declared in one go.
		writeFileSync(
			path.join(sets, 'loaded', `${name}.js`),
			`import test from 'ava';\n${importing(names, '../..')}${turns}`,
		);
		writeFileSync(
			path.join(sets, `${name}.js`),
			`import {registerCompletionHandler} from 'ava';\n${ends}await import('ink');\nawait import('./loaded/${name}.js');\n`,
		);
	} else {
		writeFileSync(
			path.join(sets, `${name}.js`),
			`import test, {registerCompletionHandler} from 'ava';\n${importing(names, '..')}${ends}${turns}`,
		);
	}
}

const order = [...byName.keys()];
const rank = (file) => order.indexOf(path.basename(file, '.js'));

export default {
	...JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).ava,
	files: ['dist/sets/*.js'],
	sortTestFiles: (a, b) => rank(a) - rank(b),
	// A process reports when its event loop turns, which may be after a room's tests.
	timeout: '10m',
	// Much of what tests run is run a few times: it is compiled when it has proved hot for longer than V8 would wait. Later ones than Node 20's have no such flag.
	nodeArguments: process.versions.v8.startsWith('11.') ? ['--interrupt-budget=500000'] : [],
};
