/** The formats of `check -o`. */
export const outputs = ['text'] as const;

/** One of them. */
export type OutputName = (typeof outputs)[number];
