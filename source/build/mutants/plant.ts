import {register} from 'node:module';
import process from 'node:process';
import {mutants} from './mutants.js';

// node --import=…/plant.js: plants the mutant whose number the environment variable MUTANT has, in the modules that this process loads from now on.
const mutant = mutants[Number(process.env['MUTANT'])];
if (!mutant) {
	throw new Error(`MUTANT=${process.env['MUTANT'] ?? ''}: there are ${mutants.length} mutants`);
}

register('./loader.js', import.meta.url, {data: mutant});
