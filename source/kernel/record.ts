/** A JSON object whose fields are not known. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither a list, nor null, nor a plain value. */
export const isRecord = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
