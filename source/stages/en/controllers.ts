import type {ControllersFacts} from '../facts/controllers.js';
import type {Sentences} from '../sentence.js';

/** Stops in controllers, in English. */
export const controllersSentences: Sentences<ControllersFacts> = {};
