/** The formats of `check -o`. */
export const outputs = ['text', 'json', 'jsonl', 'junit', 'sarif', 'github', 'gitlab', 'markdown'] as const;

/** The name of an output. */
export type OutputName = (typeof outputs)[number];
