/** The message of an error, or the text of any other thrown value. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The first line of an error's message. */
export const errorLine = (error: unknown): string => errorText(error).split('\n', 1)[0] ?? '';
