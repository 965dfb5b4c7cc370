import {equal} from '../../kernel/equality.js';
import {smallestPart} from '../smallest-part.js';
import {isFirstOfWorld, nextWorld, planOf, type Plan} from './plan.js';
import {departures} from './chronicle.js';
import {recordOf} from './records.js';
import {run, type Ending} from './run.js';

/** The problems of a plan, line by line; empty for a plan without any. */
export interface Verdict {
	readonly problems: readonly string[];
	/** Stops of the run with faults. */
	readonly stops: number;
}

/** The lines of one list that the other list does not have, or has less often. */
const without = (lines: readonly string[], others: readonly string[]): readonly string[] => {
	const left = [...others];
	return lines.filter((line) => {
		const index = left.indexOf(line);
		if (index !== -1) {
			left.splice(index, 1);
		}

		return index === -1;
	});
};

/** The differences of two ends, regardless of line order: lines only in the first after `-`, lines only in the second after `+`. */
export const differences = (calm: readonly string[], stormy: readonly string[]): readonly string[] => [
	...without(calm, stormy).map((line) => `- ${line}`),
	...without(stormy, calm).map((line) => `+ ${line}`),
];

/** The last run without faults: seeds in a row share it. */
let last: {readonly plan: Plan; readonly outcome: Ending} | undefined;

const calmRun = (plan: Plan): Ending => {
	const calm: Plan = {...plan, seed: 0, faults: []};
	if (!last || !equal(last.plan, calm)) {
		const keeps = recordOf(plan.seed) !== undefined;
		last = {plan: calm, outcome: run(calm, [], {readsStart: true, repeats: false, keeps})};
	}

	return last.outcome;
};

/** Forgets the run without faults: the program changes, as it does when a mistake is planted in it. */
export const forgetCalmRun = (): void => {
	last = undefined;
};

/** The failed commands, although each is allowed in any state. Only a Job that is created with a fixed name may already exist. */
const refused = ({commands}: Plan, {codes}: Ending): readonly string[] =>
	commands.flatMap(({kubectl}, index) =>
		codes[index] && !kubectl.startsWith('create job') ? [`kubectl ${kubectl} fails`] : [],
	);

/** The first difference of a run of a story's first world from its record. A run with only a part of the commands has no record. */
const unlikeRecord = (plan: Plan, {chronicle}: Ending): readonly string[] => {
	const record = recordOf(plan.seed);
	return record && plan.commands.length === planOf(plan.seed).commands.length ? departures(record, chronicle) : [];
};

const withoutFaults = 'without faults:';

/** The duration from which a fault that cuts off a node causes evictions: 300 s after the node is lost. */
const evictionMs = 300_000;

/** Runs a plan without its faults and with them: both must keep the rules, and reach the same end. The first seed of a world is also repeated and compared. */
export const judge = (plan: Plan): Verdict => {
	const calm = calmRun(plan);
	const broken = [...calm.problems, ...refused(plan, calm)];
	const calmProblems = broken.length > 0 ? broken : unlikeRecord(plan, calm);
	if (calmProblems.length > 0) {
		return {problems: [withoutFaults, ...calmProblems], stops: calm.stops};
	}

	const stormy = run(plan, calm.codes, {readsStart: false, repeats: isFirstOfWorld(plan.seed)});
	// A permanent loss is not a mistake: an evicted Pod without an owner is not created again.
	const isComparable = plan.mayWait === undefined && plan.faults.every(({downMs}) => downMs < evictionMs);
	const lost = isComparable ? differences(calm.end, stormy.end) : [];
	return {
		problems: stormy.problems.length > 0 ? stormy.problems : lost,
		stops: stormy.stops,
	};
};

/** Runs a plan as its judge does, with history; without its faults, if that already fails. */
export const recorded = (plan: Plan): Ending => {
	const calm = calmRun(plan);
	const hasFailed = calm.problems.length > 0 || refused(plan, calm).length > 0;
	return run(hasFailed ? {...plan, seed: 0, faults: []} : plan, hasFailed ? [] : calm.codes, {
		readsStart: false,
		repeats: true,
	});
};

/** The remaining commands and faults of a plan, as indexes from 0. */
export interface Selection {
	readonly commands: readonly number[];
	readonly faults: readonly number[];
}

/** The whole plan of a seed. */
export const wholeOf = (plan: Plan): Selection => ({
	commands: [...plan.commands.keys()],
	faults: [...plan.faults.keys()],
});

/** A part of a seed's plan. A fault belongs to its command. */
export const selected = (seed: number, {commands, faults}: Selection): Plan => {
	const plan = planOf(seed);
	return {
		...plan,
		commands: plan.commands.filter((_, index) => commands.includes(index)),
		faults: plan.faults
			.filter((fault, index) => faults.includes(index) && commands.includes(fault.command))
			.map((fault) => ({...fault, command: commands.indexOf(fault.command)})),
	};
};

/** Whether a plan fails, and already without its faults. */
const failure = ({problems}: Verdict): 'none' | 'calm' | 'stormy' => {
	if (problems.length === 0) {
		return 'none';
	}

	if (problems[0] === withoutFaults) {
		return 'calm';
	}

	return 'stormy';
};

/**
A small part of a seed's plan that still fails. It has faults if the whole plan needs them to fail, because a command without its
predecessor fails in any case.
*/
export const minimise = (seed: number, judged: (plan: Plan) => Verdict = judge): Selection => {
	let least = wholeOf(planOf(seed));
	const kind = failure(judged(planOf(seed)));
	const fails = (selection: Selection) => failure(judged(selected(seed, selection))) === kind;
	for (const key of ['faults', 'commands'] as const) {
		least = {...least, [key]: smallestPart(least[key], (part) => fails({...least, [key]: part}))};
	}

	return least;
};

/** The command that repeats a part of a seed's plan. */
export const commandOf = (seed: number, {commands, faults}: Selection): string =>
	`npm run simulate -- --seed ${seed} --commands ${commands.join(',')} --faults ${faults.join(',') || 'none'}`;

/** Consecutive seeds, such as those of a world. */
export interface SeedRange {
	readonly from: number;
	readonly to: number;
}

/** The results of several seeds. */
export interface Findings {
	readonly stops: number;
	/** Failing seeds, each with the command that repeats its smallest part, and its problem. */
	readonly failures: ReadonlyArray<{
		readonly seed: number;
		readonly command: string;
		readonly problems: readonly string[];
	}>;
}

/** Judges the seeds of one world from `from` to before `to`, and minimises failing plans. */
export const simulate = ({from, to}: SeedRange): Findings => {
	const failures: Array<Findings['failures'][number]> = [];
	let stops = 0;
	for (let seed = from; seed < to; seed++) {
		const verdict = judge(planOf(seed));
		stops += verdict.stops;
		if (failure(verdict) !== 'none') {
			const least = minimise(seed);
			const {problems} = judge(selected(seed, least));
			failures.push({seed, command: commandOf(seed, least), problems});
			if (failure(verdict) === 'calm') {
				break;
			}
		}
	}

	return {stops, failures};
};

/** Splits a range of seeds by their worlds. */
export const worldsIn = ({from, to}: SeedRange): readonly SeedRange[] => {
	const ranges: SeedRange[] = [];
	for (let begin = from; begin < to;) {
		const end = Math.min(to, nextWorld(begin));
		ranges.push({from: begin, to: end});
		begin = end;
	}

	return ranges;
};
