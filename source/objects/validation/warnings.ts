/** Warnings that the answer to a create or update carries in `Warning` headers, in upstream's words and order. */
export const warningsFor = (_object: unknown, _old?: unknown): string[] => [];
