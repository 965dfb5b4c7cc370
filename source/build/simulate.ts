import {parseArgs} from 'node:util';
import {commandOf, judge, minimise, selected, wholeOf} from '../invariants/campaign/campaign.js';
import {planOf} from '../invariants/campaign/plan.js';

// npm run simulate -- --seeds 200 [--from 1]
// npm run simulate -- --seed 17 [--commands 0,2] [--faults 3 | none]
// Runs random commands on random clusters, once without faults and once with random ones, and compares. What fails is made smaller, and printed as a command.
const {values} = parseArgs({
	options: {
		seeds: {type: 'string', default: '20'},
		from: {type: 'string', default: '1'},
		seed: {type: 'string'},
		commands: {type: 'string'},
		faults: {type: 'string'},
	},
});

const numbers = (list: string | undefined, all: readonly number[]): readonly number[] =>
	list === undefined ? all : list === 'none' ? [] : list.split(',').map(Number);

const show = (lines: readonly string[]): void => {
	for (const line of lines) {
		console.log(`  ${line}`);
	}
};

if (values.seed === undefined) {
	const from = Number(values.from);
	const failed: number[] = [];
	let stops = 0;
	for (let seed = from; seed < from + Number(values.seeds); seed++) {
		const verdict = judge(planOf(seed));
		stops += verdict.stops;
		if (verdict.problems.length > 0) {
			failed.push(seed);
			const least = minimise(seed);
			console.log(commandOf(seed, least));
			show(judge(selected(seed, least)).problems);
		}
	}

	const seconds = (process.cpuUsage().user / 1e6).toFixed(0);
	console.log(
		`${values.seeds} seeds, ${stops} stops with faults, ${seconds} s of CPU: ${failed.length} failed ${failed.join(' ')}`,
	);
	process.exitCode = failed.length > 0 ? 1 : 0;
} else {
	const seed = Number(values.seed);
	const whole = wholeOf(planOf(seed));
	const plan = selected(seed, {
		commands: numbers(values.commands, whole.commands),
		faults: numbers(values.faults, whole.faults),
	});
	show(plan.commands.map(({kubectl, files = {}}) => `kubectl ${kubectl}\n${Object.values(files).join('\n')}`));
	show(plan.faults.map((fault) => JSON.stringify(fault)));
	const {problems} = judge(plan);
	show(problems.length > 0 ? problems : ['all is well']);
	process.exitCode = problems.length > 0 ? 1 : 0;
}
