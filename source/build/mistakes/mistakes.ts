import type {Mistake} from './mistake.js';
import {runningMistakes} from './running.js';
import {refusedMistakes} from './written.js';

/** Slips of everyday kinds. */
export const mistakes: readonly Mistake[] = [...refusedMistakes, ...runningMistakes];
