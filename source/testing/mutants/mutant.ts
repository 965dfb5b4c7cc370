import {register} from 'node:module';
import {mutants, type Mutant} from './mutants.js';

// node dist/testing/mutants/mutant.js [NUMBER [FIRST SEED, NUMBER OF SEEDS]]
// Puts a mistake back, or each in turn, and prints what the campaign finds in the seed that is known to show it, or in the first of many that does.
const [number, from, count = '1'] = process.argv.slice(2);
const chosen: ReadonlyArray<[number, Mutant]> = [...mutants.entries()].filter(
	([index]) => number === undefined || index === Number(number),
);
if (chosen.length === 0) {
	throw new Error(`there are ${mutants.length} mutants`);
}

register('./loader.js', import.meta.url);
const {judge} = await import('../../invariants/campaign/campaign.js');
const {planOf} = await import('../../invariants/campaign/plan.js');
for (const [index, {mistake, seed: known}] of chosen) {
	Object.assign(globalThis, {mistake: index});
	const first = from === undefined ? known : Number(from);
	let found = false;
	for (let seed = first; seed < first + Number(count) && !found; seed++) {
		const {problems} = judge(planOf(seed));
		found = problems.length > 0;
		if (found) {
			console.log(`seed ${seed} finds "${mistake}":\n${problems.slice(0, 5).join('\n')}`);
		}
	}

	if (!found) {
		console.log(`nothing finds "${mistake}"`);
	}
}
