import {commands} from './commands.js';
import type {Door} from './door.js';
import {languages} from './languages.js';
import {readers} from './readers.js';
import {requests} from './requests.js';
import {runs} from './runs.js';
import {wire} from './wire.js';

/** Every entry point for outside data, by name. */
export const doors: Readonly<Record<string, Door>> = {
	...readers,
	...languages,
	...requests,
	...commands,
	...wire,
	...runs,
};
