import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {cpuMs, digits, figure, median, type Print} from './measure.js';
import {runPods, startedCluster, type ClusterRecording, type World, type WorldFigures} from './world.js';

const worldProgram = fileURLToPath(new URL('world.js', import.meta.url));

/** Measures a world in a separate process: its first run is cold, and its heap is empty. */
const measure = (world: World): WorldFigures => {
	const {status, stdout, stderr} = spawnSync(
		process.execPath,
		['--max-old-space-size=12000', worldProgram, JSON.stringify(world)],
		{encoding: 'utf8', maxBuffer: 1 << 28},
	);
	if (status !== 0) {
		throw new Error(`${JSON.stringify(world)}: ${stderr}`);
	}

	const figures: WorldFigures = JSON.parse(stdout);
	return figures;
};

/** The sum of the fastest run of each batch of steps: this excludes delays by other programs and the compiler. */
const sumOfMinima = ({runs}: WorldFigures): number => {
	const [first = [], ...others] = runs.map(({batchesMs}) => batchesMs);
	return first.reduce((sum, ms, index) => sum + Math.min(ms, ...others.map((batches) => batches[index] ?? ms)), 0);
};

/** The runs after the first, or the only one there is. */
const warm = ({runs}: WorldFigures): WorldFigures['runs'] => (runs.length > 1 ? runs.slice(1) : runs);

const warmMs = (figures: WorldFigures): number => median(warm(figures).map(({ms}) => ms));

interface Budgets {
	readonly warmMs?: number;
	readonly coldMs?: number;
	readonly keptKB?: number;
}

const tell = (print: Print, world: World, unitMs: number, budgets: Budgets = {}): WorldFigures => {
	const figures = measure(world);
	const {pods, nodes} = world;
	const ms = warmMs(figures);
	const stops = warm(figures)[0]?.stops ?? 0;
	const {kept, allocated, coldMs} = figures;
	const each = (bytes: number): string => `${digits(bytes / pods / 1000)} kB`;
	print(
		figure(
			`${pods} Pods on ${nodes} nodes${world.service ? ', a Service' : ''}`,
			ms,
			'ms',
			budgets.warmMs,
			`${digits(ms / unitMs)} × JSON, ${digits(ms / pods)} ms a Pod, ${digits(sumOfMinima(figures))} ms as sum of minima, ${digits(stops / pods)} stops a Pod, ${digits((ms / stops) * 1000)} µs a stop, median of ${warm(figures).length}`,
		),
	);
	print(figure('  cold, the whole process', coldMs, 'ms', budgets.coldMs, `${digits(coldMs / unitMs)} × JSON`));
	print(
		figure(
			'  kept a Pod',
			kept.all / pods / 1000,
			'kB',
			budgets.keptKB,
			`facts ${each(kept.facts)}, frames ${each(kept.frames)}, the present ${each(kept.present)}, stops and versions ${each(kept.all - kept.facts - kept.frames - kept.present)}`,
		),
	);
	if (allocated !== undefined) {
		print(figure('  allocated a Pod', allocated / pods / 1000, 'kB'));
	}

	return figures;
};

/** Pods from apply to Ready, with a Service and without, cold and warm. @returns the recording of a thousand. */
export const measurePods = (print: Print, unitMs: number): ClusterRecording => {
	print('Pods to Ready: from kubectl apply of a Deployment; CPU time; the limits of clients are lifted');
	for (const service of [false, true]) {
		tell(print, {pods: 100, nodes: 20, service, runs: 6}, unitMs);
	}

	const alone = tell(print, {pods: 1000, nodes: 20, service: false, runs: 4}, unitMs);
	const served = tell(print, {pods: 1000, nodes: 20, service: true, runs: 4}, unitMs, {
		warmMs: 9 * unitMs,
		coldMs: 13 * unitMs,
		keptKB: 110,
	});
	print(figure('  with a Service against without', warmMs(served) / warmMs(alone), '×', 1.3));
	const recording = startedCluster(20);
	runPods(recording, {pods: 1000, service: true});
	const {length} = recording.stops;
	const {ms} = cpuMs(() => recording.branch(length - 1));
	print(figure('a step re-executed and compared', (ms / length) * 1000, 'µs', undefined, `of ${length}`));
	tellLimited(print);
	return recording;
};

/** Its duration on the cluster's clock, when every client keeps to the limits that it has on a real one. */
const tellLimited = (print: Print): void => {
	for (const pods of [100, 1000]) {
		const recording = startedCluster(20, false, {});
		const fromMs = recording.kernel.now;
		const {ms} = cpuMs(() => runPods(recording, {pods, service: true}));
		const seconds = (recording.kernel.now - fromMs) / 1000;
		print(
			figure(
				`${pods} Pods as fast as the limits of clients allow`,
				seconds,
				'virtual s',
				undefined,
				`${digits(ms)} ms CPU`,
			),
		);
	}
};

/** The cost of one of ten thousand Pods. Takes minutes and gigabytes. */
export const measureGrowth = (print: Print, unitMs: number): void => {
	print('Growth: a Deployment with a Service');
	const thousand = measure({pods: 1000, nodes: 50, service: true, runs: 2});
	const many = tell(print, {pods: 10_000, nodes: 50, service: true, runs: 1}, unitMs);
	print(figure('a Pod at 10,000 against one at 1,000', warmMs(many) / warmMs(thousand) / 10, '×', 1.2));
};

/** Nodes at rest: from the start until rest, then a minute without requests. */
export const measureNodes = (print: Print, unitMs: number): void => {
	print('Nodes at rest; CPU time');
	for (const nodes of [20, 100, 400, 1000]) {
		const {runs, kept, idleMinuteMs} = measure({pods: 0, nodes, service: false, runs: 1});
		const ms = runs[0]?.startMs ?? Number.NaN;
		const most = nodes === 1000;
		print(
			figure(
				`${nodes} nodes start`,
				ms,
				'ms',
				most ? 8000 : undefined,
				`${digits(ms / unitMs)} × JSON, ${digits(ms / nodes)} ms a node`,
			),
		);
		print(figure('  kept', kept.all / 1_000_000, 'MB', most ? 400 : undefined));
		print(figure('  a simulated minute', idleMinuteMs, 'ms', most ? 2000 : undefined));
	}
};
