/** A JSON object whose fields are not known. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: not a list, null or a scalar. */
export const isRecord = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a list with their indices, or the values of an object with their keys; empty for a scalar. */
export const partsOf = (value: unknown): ReadonlyArray<readonly [string | number, unknown]> => {
	if (Array.isArray(value)) {
		return [...value.entries()];
	}

	return isRecord(value) ? Object.entries(value) : [];
};
