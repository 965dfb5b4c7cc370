// AVA's configuration for `npm test`: tests share processes. One for each of three hundred files spends more time on loading and compiling the same
// modules again than on the tests, and one for each room spends on it a third of what the small rooms take.
//
//   npx ava --config source/build/ava-in-sets.mjs      after tsc
//
// It writes files to dist/sets/, each of which imports the tests of some rooms. `npx ava dist/…` gives each file a process of its own, so that what
// passes in both ways depends on no neighbour. Titles of tests are unique.
import {readdirSync, readFileSync, rmSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import path from 'node:path';
import {writeSet} from './test-set.mjs';

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

/** What takes longest is first, so that no core is left with it at the end. */
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

rmSync(sets, {recursive: true, force: true});
for (const [name, set] of byName) {
	writeSet(
		`${name}.js`,
		tests.filter((test) => set.includes(roomOf(test))),
	);
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
