import type {Mutant} from './mutant.js';
import {ruleMutants} from './rooms/rules.js';

/** Every mistake that can be planted. */
export const mutants: readonly Mutant[] = [...ruleMutants];
