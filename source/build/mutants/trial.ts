import process from 'node:process';
import {judge} from '../../invariants/campaign/campaign.js';
import {planOf} from '../../invariants/campaign/plan.js';

// node --import=…/plant.js trial.js SEED …: judges these seeds up to the first that fails, and prints its number and problems as JSON, or null.
let found: {readonly seed: number; readonly problems: readonly string[]} | undefined;
for (const text of process.argv.slice(2)) {
	const seed = Number(text);
	const {problems} = judge(planOf(seed));
	if (problems.length > 0) {
		found = {seed, problems};
		break;
	}
}

console.log(JSON.stringify(found ?? null));
