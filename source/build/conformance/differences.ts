const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** One line for each path at which two JSON values differ; none when they are equal. */
export const differences = (expected: unknown, actual: unknown, path = ''): string[] => {
	if (Object.is(expected, actual)) {
		return [];
	}

	const comparable =
		typeof expected === 'object' &&
		typeof actual === 'object' &&
		expected !== null &&
		actual !== null &&
		Array.isArray(expected) === Array.isArray(actual);
	if (!comparable) {
		return [`${path || '.'}: expected ${show(expected)}, got ${show(actual)}`];
	}

	const [left, right] = [expected as Record<string, unknown>, actual as Record<string, unknown>];
	return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
		differences(left[key], right[key], `${path}.${key}`),
	);
};
