/** The code of a system error, such as `ENOENT`; `undefined` if it has no code. */
export const errorCode = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
