import {isRecord} from '../../kernel/record.js';

/** Paths of the fields in which two objects differ: `spec.tolerations[0]`. Parts that are the same reference are skipped. */
export const changedFields = (before: unknown, after: unknown): readonly string[] => {
	if (before === after) {
		return unchanged;
	}

	const paths: string[] = [];
	collect(before, after, '', paths);
	// The tape keeps it: a copy has no room for more.
	return [...paths];
};

/** The changes of most plug-ins: none. */
export const unchanged: readonly string[] = Object.freeze([]);

const collect = (before: unknown, after: unknown, path: string, paths: string[]): void => {
	if (before === after) {
		return;
	}

	if (isRecord(before) && isRecord(after)) {
		const prefix = path === '' ? '' : `${path}.`;
		for (const key in before) {
			if (before[key] !== after[key]) {
				collect(before[key], after[key], prefix + key, paths);
			}
		}

		for (const key in after) {
			if (after[key] !== before[key] && !Object.hasOwn(before, key)) {
				collect(undefined, after[key], prefix + key, paths);
			}
		}
	} else if (Array.isArray(before) && Array.isArray(after)) {
		for (let index = 0; index < Math.max(before.length, after.length); index++) {
			collect(before[index], after[index], `${path}[${index}]`, paths);
		}
	} else {
		paths.push(path);
	}
};
