import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {viewKey, views} from '../../classroom/views.js';
import {digits, figure, median, quantile, type Print} from './measure.js';
import {ProgramInTerminal} from './terminal.js';

const sizes = [
	[80, 24],
	[160, 50],
] as const;
const steps = 150;

/** A Deployment with enough Pods for ten thousand steps. */
const manifest = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 60
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "nginx:1.27"}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 80}]
`;

/** The end mark that the program writes behind each frame. */
const frameEnd = '\u001B[?2026l';

/** Milliseconds from a key to the end of the frame that answers it; `undefined` if there is none. */
const keyMs = async (program: ProgramInTerminal, key: string): Promise<number | undefined> => {
	program.drawn = '';
	const before = performance.now();
	program.type(key);
	const answered = await program.until((drawn) => drawn.endsWith(frameEnd), 3000);
	return answered ? performance.now() - before : undefined;
};

const settle = async (program: ProgramInTerminal, keys: string): Promise<void> => {
	program.type(keys);
	await pause(500);
};

/** Steps through a view, each step after the previous one is drawn. */
const measureView = async (print: Print, program: ProgramInTerminal, name: string): Promise<void> => {
	const times: number[] = [];
	const cpuBefore = program.cpuMs();
	for (let step = 0; step < steps; step++) {
		// eslint-disable-next-line no-await-in-loop
		const ms = await keyMs(program, 's');
		if (ms !== undefined) {
			times.push(ms);
		}
	}

	const cpuAfter = program.cpuMs();
	const cpu =
		cpuBefore === undefined || cpuAfter === undefined
			? ''
			: `, ${digits((cpuAfter - cpuBefore) / steps)} ms of CPU on average`;
	print(
		figure(
			name,
			quantile(times, 0.95),
			'ms',
			16,
			`95 % of ${times.length}; median ${digits(median(times))} ms, slowest ${digits(Math.max(...times))} ms${cpu}`,
		),
	);
};

const stepShown = /#(\d+)  \+/g;

/** The last drawn step. */
const stepOf = ({drawn}: ProgramInTerminal): number =>
	Number([...drawn.slice(-40_000).matchAll(stepShown)].at(-1)?.[1] ?? Number.NaN);

const heldMs = 10_000;
const heldKeys = 10_000;

/** The delay of the screen when a held key is released: a thousand key presses a second for ten seconds, far more than a keyboard sends. */
const measureHeld = async (print: Print, program: ProgramInTerminal, name: string): Promise<void> => {
	const from = stepOf(program);
	program.drawn = '';
	const begunMs = performance.now();
	for (let typed = 0; typed < heldKeys;) {
		const due = Math.min(heldKeys, Math.ceil(((performance.now() - begunMs) / heldMs) * heldKeys));
		program.type('s'.repeat(due - typed));
		typed = due;
		// eslint-disable-next-line no-await-in-loop
		await pause(5);
	}

	const releasedMs = performance.now();
	const arrived = await program.until(() => stepOf(program) >= from + heldKeys, 60_000);
	const behindMs = performance.now() - releasedMs;
	const frames = program.drawn.split(frameEnd).length - 1;
	print(
		arrived
			? figure(name, behindMs, 'ms', 100, `behind after ${heldKeys} stops in ${heldMs / 1000} s; ${frames} frames`)
			: `  ${name}: not measured; step ${stepOf(program)} of ${from + heldKeys} is shown`,
	);
};

const storyMs = 15_000;

/** The CPU time of the program while it plays a story: of each frame, and as a share of a core. */
const measureStory = async (print: Print, program: ProgramInTerminal, size: string): Promise<void> => {
	await settle(program, 'g');
	program.drawn = '';
	const before = program.cpuMs();
	program.type(' ');
	await pause(storyMs);
	const after = program.cpuMs();
	const frames = program.drawn.split(frameEnd).length - 1;
	// Space again holds the story.
	await settle(program, ' ');
	if (before === undefined || after === undefined || frames === 0) {
		print(`  ${size} a story: not measured; ${frames} frames`);
		return;
	}

	const ms = after - before;
	print(figure(`${size} a frame of a story`, ms / frames, 'ms', 16, `of CPU; ${frames} frames in ${storyMs / 1000} s`));
	print(figure(`${size} a story that plays, share of a core`, (100 * ms) / storyMs, '%', 25));
};

/** The wall-clock time from a key to its frame, in the packed program and a terminal. */
export const measureKeys = async (print: Print): Promise<void> => {
	const folder = mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-bench-'));
	const file = path.join(folder, 'web.yaml');
	writeFileSync(file, manifest);
	print('Key to frame: a step in each view of the packed program in a terminal, wall clock');
	for (const [columns, rows] of sizes) {
		const program = new ProgramInTerminal(columns, rows, 'run', file);
		const size = `${columns}×${rows}`;
		// eslint-disable-next-line no-await-in-loop
		if (!(await program.until((drawn) => drawn.endsWith(frameEnd), 60_000))) {
			print(`  ${size}: not measured; it needs the command "script"`);
			program.close();
			continue;
		}

		// eslint-disable-next-line no-await-in-loop
		await measureStory(print, program, size);
		// The screen opens on the board; v closes it, and opens it again at the end.
		for (const view of views) {
			// eslint-disable-next-line no-await-in-loop
			await settle(program, `${view === views[0] ? 'v' : ''}${viewKey(view)}`);
			// eslint-disable-next-line no-await-in-loop
			await measureView(print, program, `${size} ${view}`);
		}

		for (const view of ['board', 'state'] as const) {
			// eslint-disable-next-line no-await-in-loop
			await settle(program, view === 'board' ? 'gs' : 'v1gs');
			// eslint-disable-next-line no-await-in-loop
			await measureHeld(print, program, `${size} ${view}, s is held`);
		}

		program.close();
	}

	rmSync(folder, {recursive: true, force: true});
};
