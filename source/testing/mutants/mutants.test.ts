import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import test from 'ava';
import {mutants} from './mutants.js';

const program = fileURLToPath(new URL('mutant.js', import.meta.url));

for (const [index, {mistake, seed}] of mutants.entries()) {
	test.serial(`the campaign finds in seed ${seed}: ${mistake}`, async (t) => {
		const {stdout} = await promisify(execFile)(process.execPath, [program, String(index)]);
		t.true(stdout.startsWith(`seed ${seed} finds "${mistake}":\n`), stdout);
	});
}
