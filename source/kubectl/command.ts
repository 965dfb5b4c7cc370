import type {Routine} from '../kernel/routine.js';
import type {Invocation} from './invocation.js';

/** A command: sends requests, prints, and returns its exit code (0 when it returns nothing). */
export type Command = (invocation: Invocation) => Routine<number | void>;
