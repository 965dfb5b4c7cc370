/** A value that must exist for the test. @param what names it in the error when it is missing. @throws {Error} */
export const must = <T>(value: T | undefined | null, what: string): T => {
	if (value === undefined || value === null) {
		throw new Error(`there is no ${what}`);
	}

	return value;
};
