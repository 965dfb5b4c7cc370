/** A value that the test needs to be there. @param what names it in the error when it is not. @throws {Error} */
export const must = <T>(value: T | undefined | null, what: string): T => {
	if (value === undefined || value === null) {
		throw new Error(`there is no ${what}`);
	}

	return value;
};
