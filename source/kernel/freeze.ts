import {isDeferred} from './deferred-list.js';

/**
Freezes a value and everything in it. Frozen parts are skipped, and a deferred list stays unchanged. Inner parts are frozen first, because
the engine accesses fields fastest before an object is frozen.
*/
export const freeze = <T>(value: T): T => {
	if (typeof value !== 'object' || value === null || Object.isFrozen(value)) {
		return value;
	}

	if (Array.isArray(value)) {
		if (isDeferred(value)) {
			return value;
		}

		for (let index = 0; index < value.length; index++) {
			freeze(value[index]);
		}
	} else {
		for (const key in value) {
			freeze(value[key]);
		}
	}

	return Object.freeze(value);
};
