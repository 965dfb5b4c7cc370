import process from 'node:process';
import {forgetCalmRun, judge} from '../../invariants/campaign/campaign.js';
import {planOf} from '../../invariants/campaign/plan.js';
import {CpuLimit} from './cpu-limit.js';
import {seedLimitMs, type Answer, type Question} from './hunter.js';
import {state} from './state.js';

const limit = new CpuLimit();

/** Judges seeds with a mistake up to the first that fails. */
const answer = ({mutant, seeds}: Question): Answer => {
	const reached = new Set<number>();
	state.current = mutant;
	for (const seed of seeds) {
		state.reached.clear();
		forgetCalmRun();
		limit.begin(seedLimitMs);
		const {problems} = judge(planOf(seed));
		limit.end();
		for (const number of state.reached) {
			reached.add(number);
		}

		if (problems.length > 0) {
			return {seed, problems, reached: [...reached]};
		}
	}

	return {problems: [], reached: [...reached]};
};

// fork(…, {execArgv: ['--import=…/plant.js']}): answers questions of `hunter.ts`, all in one process, so that the program is loaded and compiled once.
process.on('message', (question: Question) => {
	process.send?.(answer(question));
});
