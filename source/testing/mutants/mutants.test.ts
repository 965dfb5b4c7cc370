import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import test from 'ava';
import {seedsPerWorld} from '../../invariants/campaign/plan.js';
import {mutants} from './mutants.js';

const program = fileURLToPath(new URL('mutant.js', import.meta.url));
/** What it prints for all of them: it has to load what is simulated only once. */
const printed = promisify(execFile)(process.execPath, [program]).then(({stdout}) => stdout);

test('a mistake has a world to itself', (t) => {
	const worlds = mutants.map(({seed}) => Math.floor(seed / seedsPerWorld));
	t.is(new Set(worlds).size, mutants.length);
});

for (const {mistake, seed} of mutants) {
	test(`the campaign finds in seed ${seed}: ${mistake}`, async (t) => {
		t.true((await printed).split('\n').includes(`seed ${seed} finds "${mistake}":`), await printed);
	});
}
