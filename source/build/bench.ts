import {parseArgs} from 'node:util';
import {move} from '../debugger/seek.js';
import {openState} from '../terminal/open-state.js';
import {drawScreen} from '../terminal/screen.js';
import type {View} from '../terminal/state.js';
import {cpuMs, digits, elapsedMs, figure, heapMB, median, quantile} from './bench/measure.js';
import {runPods, startedCluster, type ClusterRecording} from './bench/pods.js';
import {commandMs, firstFrameMs} from './bench/start-up.js';

// npm run bench -- [--10000]
// Prints what the budgets are about, each beside its budget. Medians, with how often it was measured.
const {values} = parseArgs({options: {10_000: {type: 'boolean', default: false}}});

const print = (line: string): void => {
	console.log(line);
};

interface Run {
	readonly recording: ClusterRecording;
	readonly ms: number;
	readonly stops: number;
	readonly heap: number;
}

const run = (pods: number, nodes: number): Run => {
	const empty = heapMB();
	const recording = startedCluster(nodes);
	const before = recording.stops.length;
	const {ms} = cpuMs(() => {
		runPods(recording, pods);
	});
	return {recording, ms, stops: recording.stops.length - before, heap: heapMB() - empty};
};

/** Pods to Ready, so often; the last recording is kept. */
const measurePods = (pods: number, nodes: number, times: number) => {
	const runs: Array<Omit<Run, 'recording'>> = [];
	let last: ClusterRecording | undefined;
	for (let time = 0; time < times; time++) {
		last = undefined;
		const {recording, ...figures} = run(pods, nodes);
		last = recording;
		runs.push(figures);
	}

	const ms = median(runs.map((one) => one.ms));
	const stops = median(runs.map((one) => one.stops));
	const heap = median(runs.map((one) => one.heap));
	return {ms, stops, heap, aPod: ms / pods, recording: last!};
};

print(`Pods to Ready: CPU time from kubectl apply of a Deployment, 20 nodes`);
runPods(startedCluster(20), 10);
const ten = measurePods(10, 20, 5);
const hundred = measurePods(100, 20, 5);
const thousand = measurePods(1000, 20, 3);
for (const [pods, times, measured] of [
	[10, 5, ten],
	[100, 5, hundred],
	[1000, 3, thousand],
] as const) {
	const {ms, stops, heap, aPod} = measured;
	print(
		figure(
			`${pods} Pods`,
			ms,
			'ms',
			pods === 1000 ? 1000 : undefined,
			`${digits(aPod)} ms a Pod, ${digits(aPod / ten.aPod)} × that at 10, ${digits(stops / pods)} stops a Pod, median of ${times}`,
		),
	);
	print(figure(`  heap with the recording`, heap, 'MB', pods === 1000 ? 200 : undefined));
}

print(figure('a step recorded', (thousand.ms / thousand.stops) * 1000, 'µs', 10, `of ${thousand.stops}`));
const {recording} = thousand;
const length = recording.stops.length;
const again = cpuMs(() => recording.branch(length - 1)).ms;
print(figure('a step re-executed', (again / length) * 1000, 'µs', 10, `of ${length}`));

print('Looking back and jumping: the motion and the frame, 80×24');
const at = Math.min(100_000, length - 1);
const draw = (cursor: number, columns = 80, rows = 24, view: View = 'state'): void => {
	drawScreen({...openState(recording, {cursor, size: {columns, rows}}), view});
};

for (let cursor = at; cursor > at - 50; cursor--) {
	draw(cursor);
}

const backs: number[] = [];
for (let cursor = at; backs.length < 200;) {
	backs.push(
		elapsedMs(() => {
			cursor = move(recording, cursor, 'into', -1).stop?.step ?? at;
			draw(cursor);
		}),
	);
}

print(
	figure(
		`a step back at step ${at}`,
		median(backs),
		'ms',
		16,
		`slowest of ${backs.length}: ${digits(Math.max(...backs))} ms`,
	),
);
const jumps: number[] = [];
for (let index = 0; index < 100; index++) {
	// Golden-ratio steps: spread over the whole tape, the same each time.
	const cursor = Math.floor(((index * 0.618_033_988_75) % 1) * length);
	jumps.push(
		elapsedMs(() => {
			draw(cursor);
		}),
	);
}

print(
	figure('a jump anywhere', median(jumps), 'ms', 100, `slowest of ${jumps.length}: ${digits(Math.max(...jumps))} ms`),
);

print(`Key to frame: drawScreen after ${length} steps`);
for (const [columns, rows] of [
	[80, 24],
	[160, 50],
] as const) {
	for (const view of [
		'state',
		'stack',
		'why',
		'events',
		'lanes',
		'cluster',
		'scheduler',
		'network',
		'ledger',
	] as const) {
		const frames = Array.from({length: 30}, (_, index) =>
			elapsedMs(() => {
				draw(at - index, columns, rows, view);
			}),
		);
		print(
			figure(
				`${columns}×${rows} ${view}`,
				median(frames),
				'ms',
				16,
				`95 %: ${digits(quantile(frames, 0.95))} ms, of ${frames.length}`,
			),
		);
	}
}

if (values[10_000]) {
	const few = measurePods(100, 50, 3);
	const many = measurePods(10_000, 50, 1);
	print('Growth: 50 nodes');
	print(figure('100 Pods', few.ms, 'ms', undefined, `${digits(few.aPod)} ms a Pod, median of 3`));
	print(
		figure('10,000 Pods', many.ms, 'ms', undefined, `${digits(many.aPod)} ms a Pod, once, ${digits(many.heap)} MB`),
	);
	print(figure('a Pod at 10,000 against one at 100', many.aPod / few.aPod, '×', 1.3));
}

print('Start-up: wall clock');
const versions = Array.from({length: 9}, () => commandMs('--version'));
print(figure('--version', median(versions), 'ms', 100, `median of ${versions.length}`));
const frames: number[] = [];
for (let time = 0; time < 7; time++) {
	// One after the other, each on a quiet machine.
	// eslint-disable-next-line no-await-in-loop
	const ms = await firstFrameMs();
	if (ms !== undefined) {
		frames.push(ms);
	}
}

print(
	frames.length === 0
		? '  first frame: not measured; it needs the command "script" and a terminal'
		: figure('first frame', median(frames), 'ms', 500, `median of ${frames.length}`),
);
