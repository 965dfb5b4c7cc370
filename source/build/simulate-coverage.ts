import {Session, type Profiler} from 'node:inspector';
import {fileURLToPath} from 'node:url';
import path from 'node:path';

/** The simulated rooms: no rule can check a function that no seed runs. */
const rooms = [
	'apiserver',
	'etcd',
	'client',
	'controllers',
	'scheduler',
	'kubelet',
	'containerd',
	'network',
	'node',
	'faults',
];

const dist = path.join(import.meta.dirname, '..');

/** The functions of a room that no seed has run. */
interface RoomCoverage {
	readonly room: string;
	readonly all: number;
	/** `file: function`. */
	readonly idle: readonly string[];
}

/** The named functions that V8 counted, by room. @param result one entry for each script. */
export const coverageOf = (result: readonly Profiler.ScriptCoverage[]): readonly RoomCoverage[] =>
	rooms.map((room) => {
		const own = result.flatMap(({url, functions}) => {
			const file = url.startsWith('file:') ? path.relative(dist, fileURLToPath(url)).replaceAll(path.sep, '/') : '';
			return file.startsWith(`${room}/`)
				? functions
						.filter(({functionName}) => functionName !== '')
						.map(({functionName, ranges: [range]}) => ({name: `${file}: ${functionName}`, count: range?.count ?? 0}))
				: [];
		});
		return {room, all: own.length, idle: own.filter(({count}) => count === 0).map(({name}) => name)};
	});

/** Counts calls of functions while `work` runs, with V8's own coverage, and prints by room the functions without a call. */
export const withCoverage = async (work: () => Promise<void>): Promise<void> => {
	const session = new Session();
	session.connect();
	const started = new Promise<void>((resolve) => {
		session.post('Profiler.enable', () => {
			session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: false}, () => {
				resolve();
			});
		});
	});
	await started;
	await work();
	const result = await new Promise<readonly Profiler.ScriptCoverage[]>((resolve) => {
		session.post('Profiler.takePreciseCoverage', (_error, answer) => {
			resolve(answer.result);
		});
	});
	session.disconnect();
	for (const {room, all, idle} of coverageOf(result)) {
		console.log(`${room}: ${all - idle.length} of ${all} functions run; not:`);
		for (const name of idle) {
			console.log(`  ${name}`);
		}
	}
};
