import {CommandFailure} from './failure.js';

/**
A whole number as Go's `strconv.Atoi` reads it.

@throws {CommandFailure} with its error.
*/
export const atoi = (text: string): number => {
	if (!/^[+-]?\d+$/.test(text)) {
		throw new CommandFailure(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
	}

	return Number(text);
};
