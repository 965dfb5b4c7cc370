import type {Request} from '../../client/request.js';

/** The query of a request as text, with its question mark; nothing if it has no parameters. */
export const queryText = ({query, repeated = {}}: Request): string => {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		for (const one of repeated[name] ?? [value]) {
			parameters.append(name, one);
		}
	}

	const text = parameters.toString();
	return text === '' ? '' : `?${text}`;
};
