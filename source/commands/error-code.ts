/** The code of an error of the system: `ENOENT`; `undefined`: it has none. */
export const errorCode = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
