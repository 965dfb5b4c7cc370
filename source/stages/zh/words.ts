/** Names one after another: `a、b、c`. */
export const listed = (names: readonly string[]): string => names.join('、');

/** Names in quotes. */
export const quoted = (names: readonly string[]): string => listed(names.map((name) => `“${name}”`));
