import {Worker} from 'node:worker_threads';
import {doors} from './doors.js';
import {scriptFlags} from '../../build/script-flags.js';
import {budgetMs, cpuMs, doorNamed, feed, inputOf, type Finding, type Portion} from './feed.js';

const {values, numberOf, wrong} = scriptFlags({
	usage: `npm run fuzz -- [--target manifest] [--inputs 10000] [--seed 0] [--from 0]
npm run fuzz -- --target manifest --number 17 [--seed 0]
npm run fuzz -- --list

Feeds each door with random inputs in a thread of its own: nothing may crash, take more CPU time than its door allows,
need more than 512 MB, or say what no user can read. What is found is printed with the command that repeats it.`,
	options: {
		target: {type: 'string'},
		inputs: {type: 'string'},
		from: {type: 'string', default: '0'},
		seed: {type: 'string', default: '0'},
		number: {type: 'string'},
		list: {type: 'boolean'},
	},
});

/** The CPU limit of an input: other programs do not count. */
const stuckMs = 120_000;
/** The longest wait without CPU time. */
const idleMs = 900_000;
const mostMegabytes = 512;

/** The key of similar findings. */
const kindOf = ({problem}: Finding): string =>
	problem
		.split('\n')
		.filter((line, index) => index === 0 || line.includes('    at '))
		.slice(0, 3)
		.join(' ')
		.replaceAll(/\d+/g, '#')
		.slice(0, 200);

/** Feeds a portion in a thread. A thread that hangs or dies is a finding about its current input. @returns the number of the input to continue from */
const run = (portion: Portion, report: (finding: Finding) => void): Promise<number> =>
	new Promise((resolve) => {
		const {door, seed, from} = portion;
		const current = new Int32Array(new SharedArrayBuffer(4));
		Atomics.store(current, 0, from);
		const thread = new Worker(new URL('fuzz-worker.js', import.meta.url), {
			workerData: {portion, current},
			resourceLimits: {maxOldGenerationSizeMb: mostMegabytes},
		});
		let seen = from;
		let since = {cpu: cpuMs(), wall: performance.now()};
		let isOver = false;
		const end = (problem?: string): void => {
			if (isOver) {
				return;
			}

			isOver = true;
			clearInterval(watch);
			const number = Atomics.load(current, 0);
			if (problem !== undefined) {
				report({door, seed, number, problem});
			}

			void thread.terminate().then(() => resolve(problem === undefined ? portion.to : number + 1));
		};

		const watch = setInterval(() => {
			const number = Atomics.load(current, 0);
			if (number !== seen) {
				[seen, since] = [number, {cpu: cpuMs(), wall: performance.now()}];
			} else if (cpuMs() - since.cpu > stuckMs) {
				end(`does not end within ${stuckMs / 1000} s of CPU time`);
			} else if (performance.now() - since.wall > idleMs) {
				end(`waits longer than ${idleMs / 1000} s`);
			}
		}, 500);
		thread.on('message', report);
		thread.on('error', (error) => end(error instanceof Error ? (error.stack ?? error.message) : String(error)));
		thread.on('exit', () => end());
	});

const campaign = async (name: string, inputs: number, from: number, seed: number): Promise<boolean> => {
	const begin = performance.now();
	const kinds = new Map<string, number>();
	const report = (finding: Finding): void => {
		const kind = kindOf(finding);
		const times = (kinds.get(kind) ?? 0) + 1;
		kinds.set(kind, times);
		if (times <= 2) {
			console.log(`npm run fuzz -- --target ${name} --seed ${seed} --number ${finding.number}`);
			console.log(`  ${finding.problem.split('\n').slice(0, 6).join('\n  ')}`);
		}
	};
	const to = from + inputs;
	for (let next = from; next < to;) {
		next = await run({door: name, seed, from: next, to}, report);
	}

	const seconds = ((performance.now() - begin) / 1000).toFixed(0);
	const found = [...kinds.values()].reduce((sum, count) => sum + count, 0);
	console.log(
		`${name}: ${inputs} inputs from ${from}, seed ${seed}, ${seconds} s: ${found} wrong, ${kinds.size} kinds`,
	);
	return kinds.size === 0;
};

const seed = numberOf('seed', values.seed) ?? 0;
const number = numberOf('number', values.number);
const targets = values.target === undefined ? Object.keys(doors) : values.target.split(',');
const unknown = targets.find((name) => !Object.hasOwn(doors, name));
if (unknown !== undefined) {
	wrong(`--target: there is no door "${unknown}"; --list names them`);
}

if (values.list) {
	for (const [name, door] of Object.entries(doors)) {
		const {about, usual, corpus} = door;
		const budget = `${budgetMs(door, '')} ms`;
		console.log(
			`${name.padEnd(12)}${String(usual).padStart(8)} inputs, ${budget} per 100 kB, corpus of ${corpus.length}: ${about}`,
		);
	}
} else if (number === undefined) {
	let isClean = true;
	for (const name of targets) {
		const inputs = numberOf('inputs', values.inputs) ?? doorNamed(name).usual;
		isClean = (await campaign(name, inputs, numberOf('from', values.from) ?? 0, seed)) && isClean;
	}

	process.exitCode = isClean ? 0 : 1;
} else {
	const door = targets.length === 1 ? targets.join('') : wrong('--number is of one --target');
	console.log(inputOf({door, seed, number}).slice(0, 4000));
	let isFine = true;
	for await (const {problem} of feed({door, seed, from: number, to: number + 1}, undefined, true)) {
		isFine = false;
		console.log(problem);
	}

	console.log(isFine ? 'all is well' : 'that must not be');
	process.exit(isFine ? 0 : 1);
}
