import {setKey} from '../go/json.js';
import {isRecord} from '../kernel/record.js';

const withoutNulls = (value: unknown): unknown => {
	if (!isRecord(value)) {
		return value;
	}

	const result: Record<string, unknown> = {};
	for (const [key, item] of Object.entries(value)) {
		if (item !== null) {
			setKey(result, key, withoutNulls(item));
		}
	}

	return result;
};

/**
Applies a JSON merge patch (RFC 7386): objects are merged, null deletes, other values replace. Unchanged parts are shared.

@see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
*/
export const applyMergePatch = (target: unknown, patch: unknown): unknown => {
	if (!isRecord(patch)) {
		return patch;
	}

	if (!isRecord(target)) {
		return withoutNulls(patch);
	}

	let result: Record<string, unknown> | undefined;
	for (const [key, item] of Object.entries(patch)) {
		const before = Object.hasOwn(target, key) ? target[key] : undefined;
		if (item === null) {
			if (before !== undefined) {
				result ??= {...target};
				delete result[key];
			}

			continue;
		}

		const after = applyMergePatch(before, item);
		if (after !== before) {
			result ??= {...target};
			setKey(result, key, after);
		}
	}

	return result ?? target;
};
