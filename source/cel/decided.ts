import {OutOfBudget} from './step.js';
import {CelError, type Value} from './value.js';

/** @throws CelError for a value that is not a bool. */
export const asBool = (value: Value | undefined): boolean => {
	if (typeof value !== 'boolean') {
		throw new CelError('no such overload');
	}

	return value;
};

/**
Asks item by item until one answers with the decisive value, as `&&`, `||`, `all` and `exists` do. An item may fail if a later one decides.

@throws CelError the first failure, if no item decides; OutOfBudget at once.
*/
export const decided = <T>(items: Iterable<T>, holds: (item: T) => boolean, decisive: boolean): boolean => {
	let failure: CelError | undefined;
	for (const item of items) {
		try {
			if (holds(item) === decisive) {
				return decisive;
			}
		} catch (error) {
			if (!(error instanceof CelError) || error instanceof OutOfBudget) {
				throw error;
			}

			failure ??= error;
		}
	}

	if (failure) {
		throw failure;
	}

	return !decisive;
};
