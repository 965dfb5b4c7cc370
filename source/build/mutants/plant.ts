import {appendFileSync, readFileSync} from 'node:fs';
import {register} from 'node:module';
import process from 'node:process';
import type {Planting} from './loader.js';
import {mutants} from './mutants.js';
import {state} from './state.js';
import type {Change} from './switches.js';

// node --import=…/plant.js: puts switches for mistakes into the modules that this process loads from now on.
// MUTANT is the number of the mistake that is made from the start; MUTANTS a file with mistakes in place of the table; MUTANTS_REACHED a file that gets
// the numbers of the places that were reached, as a line of JSON, when the process ends.
const {MUTANT = '-1', MUTANTS, MUTANTS_REACHED} = process.env;
const changes: readonly Change[] = MUTANTS
	? JSON.parse(readFileSync(MUTANTS, 'utf8'))
	: mutants.map(({file, from, to}, number) => ({number, file, from, to}));
state.current = Number(MUTANT);
register<Planting>('./loader.js', import.meta.url, {data: {changes, current: state.current}});
if (MUTANTS_REACHED) {
	process.on('exit', () => {
		appendFileSync(MUTANTS_REACHED, `${JSON.stringify([...state.reached])}\n`);
	});
}
