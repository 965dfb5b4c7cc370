import {register} from 'node:module';
import {mutants, type Mutant} from './mutants.js';

// node dist/testing/mutants/mutant.js NUMBER [FIRST SEED, NUMBER OF SEEDS]
// Puts a mistake back, and prints what the campaign finds in the seed that is known to show it, or in the first of many that does.
const [number = '', from, count = '1'] = process.argv.slice(2);
const mutant: Mutant | undefined = mutants[Number(number)];
if (!mutant) {
	throw new Error(`there are ${mutants.length} mutants`);
}

register('./loader.js', {parentURL: import.meta.url, data: mutant});
const {judge} = await import('../../invariants/campaign/campaign.js');
const {planOf} = await import('../../invariants/campaign/plan.js');
const first = from === undefined ? mutant.seed : Number(from);
process.exitCode = 1;
for (let seed = first; seed < first + Number(count); seed++) {
	const {problems} = judge(planOf(seed));
	if (problems.length > 0) {
		console.log(`seed ${seed} finds "${mutant.mistake}":\n${problems.slice(0, 5).join('\n')}`);
		process.exitCode = 0;
		break;
	}
}
