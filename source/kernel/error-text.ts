/** What an error says; of anything else that was thrown, its text. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The first line of what an error says. */
export const errorLine = (error: unknown): string => errorText(error).split('\n', 1)[0] ?? '';
