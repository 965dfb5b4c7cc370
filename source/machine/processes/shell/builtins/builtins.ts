import type {Builtin} from './builtin.js';
import {control} from './control.js';
import {environment} from './environment.js';
import {input} from './input.js';
import {jobs} from './jobs.js';
import {lookUp} from './look-up.js';

/** The builtin commands by name. */
export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>(
	[control, environment, input, jobs, lookUp].flatMap((group) => Object.entries(group)),
);

/** Builtins whose words that assign are not split. */
export const declarations: ReadonlySet<string> = new Set(['export', 'readonly', 'local', 'declare', 'typeset']);

/** Builtins that POSIX calls special: a failure ends the shell, and assignments before them stay. */
export const specials: ReadonlySet<string> = new Set([
	'.',
	':',
	'break',
	'continue',
	'eval',
	'exec',
	'exit',
	'export',
	'readonly',
	'return',
	'set',
	'shift',
	'times',
	'trap',
	'unset',
]);
