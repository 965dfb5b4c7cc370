import {setKey} from '../go/json.js';
import {isRecord} from '../kernel/record.js';
import {equal} from '../kernel/equality.js';

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
Applies a JSON merge patch (RFC 7386): objects are merged, null deletes, everything else replaces. Shares what the patch does not touch.

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

/** The merge patch that turns `before` into `after`; `undefined` if there is nothing to do. @mirrors jsonpatch.CreateMergePatch */
export const createMergePatch = (before: unknown, after: unknown): unknown => {
	if (equal(before, after)) {
		return undefined;
	}

	if (!isRecord(before) || !isRecord(after)) {
		return after;
	}

	const patch: Record<string, unknown> = {};
	for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
		if (!Object.hasOwn(after, key)) {
			setKey(patch, key, null);
		} else if (!Object.hasOwn(before, key)) {
			setKey(patch, key, after[key]);
		} else {
			const change = createMergePatch(before[key], after[key]);
			if (change !== undefined) {
				setKey(patch, key, change);
			}
		}
	}

	return patch;
};

/** The part of a merge patch that deletes, or the part that does not; `undefined` if nothing is left. */
const onlyNulls = (patch: unknown, keep: boolean): unknown => {
	if (!isRecord(patch)) {
		return keep === (patch === null) ? patch : undefined;
	}

	const result: Record<string, unknown> = {};
	for (const [key, item] of Object.entries(patch)) {
		const part = onlyNulls(item, keep);
		if (part !== undefined) {
			setKey(result, key, part);
		}
	}

	return Object.keys(result).length > 0 || (!keep && Object.keys(patch).length === 0) ? result : undefined;
};

const merged = (a: unknown, b: unknown): unknown => {
	if (!isRecord(a) || !isRecord(b)) {
		return b === undefined ? a : b;
	}

	const result: Record<string, unknown> = {...a};
	for (const [key, item] of Object.entries(b)) {
		setKey(result, key, merged(Object.hasOwn(a, key) ? a[key] : undefined, item));
	}

	return result;
};

/**
The merge patch that `kubectl apply` sends for kinds without a schema: changes from current to modified, deletions from original to modified.

@mirrors k8s.io/apimachinery/pkg/util/jsonmergepatch CreateThreeWayJSONMergePatch
*/
export const createThreeWayMergePatch = (original: unknown, modified: unknown, current: unknown): unknown =>
	merged(
		onlyNulls(createMergePatch(original ?? {}, modified), true) ?? {},
		onlyNulls(createMergePatch(current, modified), false),
	) ?? {};
