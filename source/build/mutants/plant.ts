import {readFileSync} from 'node:fs';
import {register} from 'node:module';
import process from 'node:process';
import type {Planting} from './loader.js';
import {mutants} from './mutants.js';
import {state} from './state.js';
import type {Change} from './switches.js';

// node --import=…/plant.js: puts switches for mistakes into the modules that this process loads from now on.
// MUTANT is the number of the mistake that is made from the start; MUTANTS a file with mistakes in place of the table. MUTANTS_AVA=small gives tests the stand-in of `small-ava.ts`.
const {MUTANT = '-1', MUTANTS, MUTANTS_AVA} = process.env;
const ava = MUTANTS_AVA === 'small' ? {ava: new URL('small-ava.js', import.meta.url).href} : {};
const changes: readonly Change[] = MUTANTS
	? JSON.parse(readFileSync(MUTANTS, 'utf8'))
	: mutants.map(({file, from, to}, number) => ({number, file, from, to}));
state.current = Number(MUTANT);
register<Planting>('./loader.js', import.meta.url, {data: {changes, current: state.current, ...ava}});
