import type {ControllersFacts} from '../facts/controllers.js';
import type {Sentences} from '../language.js';

/** Stops in controllers, in English. */
export const controllersSentences: Sentences<ControllersFacts> = {};
