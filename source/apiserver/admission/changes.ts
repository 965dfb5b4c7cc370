const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths of the fields in which two objects differ: `spec.tolerations[0]`. Parts that are the same reference are not looked into. */
export const changedFields = (before: unknown, after: unknown, path = ''): string[] => {
	if (before === after) {
		return [];
	}

	if (isRecord(before) && isRecord(after)) {
		const prefix = path === '' ? '' : `${path}.`;
		return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
			changedFields(before[key], after[key], prefix + key),
		);
	}

	if (Array.isArray(before) && Array.isArray(after)) {
		return Array.from({length: Math.max(before.length, after.length)}, (_, index) =>
			changedFields(before[index], after[index], `${path}[${index}]`),
		).flat();
	}

	return [path];
};
