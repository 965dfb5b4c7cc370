import {isRecord} from '../../kernel/record.js';

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** One line for each path at which two JSON values differ; empty if they are equal. */
export const differences = (expected: unknown, actual: unknown, path = ''): string[] => {
	if (Object.is(expected, actual)) {
		return [];
	}

	const comparable = (isRecord(expected) && isRecord(actual)) || (Array.isArray(expected) && Array.isArray(actual));
	if (!comparable) {
		return [`${path || '.'}: expected ${show(expected)}, got ${show(actual)}`];
	}

	const left = new Map(Object.entries<unknown>(expected));
	const right = new Map(Object.entries<unknown>(actual));
	return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
		differences(left.get(key), right.get(key), `${path}.${key}`),
	);
};
