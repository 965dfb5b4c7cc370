import {errorText} from '../../kernel/error-text.js';
import type {State} from './state.js';

/** The first line of an error's message, in the language of the screen where the message has a translation. */
export const errorMessage = ({setup: {services, language}}: Pick<State, 'setup'>, error: unknown): string => {
	const [line = ''] = errorText(error).split('\n', 1);
	return services.translate?.(language, line) ?? line;
};
