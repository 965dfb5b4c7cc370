/** The formats of `check -o`. */
export const outputs = ['text', 'json', 'jsonl', 'junit', 'sarif', 'github', 'gitlab', 'markdown'] as const;

/** One of the names. */
export type OutputName = (typeof outputs)[number];
