import {availableParallelism} from 'node:os';
import {storySeeds} from '../invariants/campaign/plan.js';
import {hunt} from './mutants/hunt.js';
import {roomOf} from './mutants/mutant.js';
import {mutants} from './mutants/mutants.js';
import {testsOfRoom} from './mutants/room-tests.js';
import {rules} from '../invariants/rules.js';
import {scriptFlags} from './script-flags.js';

const {values, numberOf, wrong} = scriptFlags({
	usage: `npm run mutants -- [--room kubelet] [--mutant TEXT] [--seeds 40] [--jobs 2] [--tests]

Plants mistakes in the compiled program, one at a time, and looks whether the campaign or a test finds them.
Prints each with what finds it, the score, and the survivors; exit code 1 when there are some.

--room ROOM    only mistakes in modules of this room
--mutant TEXT  only mistakes whose words have this text
--seeds N      how many seeds of the campaign's stories are tried (20 by default)
--tests        also tries all tests of the room when neither seeds nor the mutant's own tests find it`,
	options: {
		room: {type: 'string'},
		mutant: {type: 'string'},
		seeds: {type: 'string', default: '20'},
		jobs: {type: 'string'},
		tests: {type: 'boolean', default: false},
	},
});

const chosen = [...mutants.entries()].filter(
	([, mutant]) =>
		(values.room === undefined || roomOf(mutant) === values.room) &&
		(values.mutant === undefined || mutant.mistake.includes(values.mutant)),
);
if (chosen.length === 0) {
	wrong(
		`no mutant of ${mutants.length} is meant: rooms are ${[...new Set(mutants.map((one) => roomOf(one)))].sort().join(', ')}`,
	);
}

const seeds = storySeeds(numberOf('seeds', values.seeds) ?? 0);
const jobs = numberOf('jobs', values.jobs) ?? availableParallelism();
const survivors: string[] = [];
/** Rules that no mistake has broken so far. */
const unproven = new Set(rules.map(({name}) => name));
let found = 0;

const work = async (): Promise<void> => {
	for (let next = chosen.shift(); next; next = chosen.shift()) {
		const [number, mutant] = next;
		const result = await hunt(number, seeds, values.tests ? testsOfRoom(roomOf(mutant)) : []);
		if (result.by === 'nothing') {
			survivors.push(`${mutant.file}: ${mutant.mistake}`);
			console.log(`SURVIVES  ${mutant.file}: ${mutant.mistake}`);
		} else {
			found++;
			const problem = result.by === 'seed' ? result.problem : '';
			for (const name of unproven) {
				if (problem.includes(`: ${name}, but `)) {
					unproven.delete(name);
				}
			}

			const by = result.by === 'seed' ? `seed ${result.seed}: ${result.problem.slice(0, 200)}` : result.test;
			console.log(`found     ${mutant.file}: ${mutant.mistake}\n          by ${by}`);
		}
	}
};

await Promise.all(Array.from({length: Math.max(1, jobs)}, () => work()));
const all = found + survivors.length;
console.log(`${found} of ${all} mistakes are found, ${((100 * found) / all).toFixed(1)} %`);
for (const one of survivors.sort()) {
	console.log(`  survives: ${one}`);
}

if (values.room === undefined && values.mutant === undefined) {
	for (const name of unproven) {
		console.log(`  no mistake breaks the rule: ${name}`);
	}
}

process.exitCode = survivors.length > 0 ? 1 : 0;
