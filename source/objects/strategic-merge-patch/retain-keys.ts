import {equal} from '../../kernel/equality.js';
import {deleteFromList, elementOrderOf, retainKeys, StrategicMergePatchError} from './directives.js';

type Fields = Record<string, unknown>;

const invalid = (): StrategicMergePatchError => new StrategicMergePatchError('invalid patch format of retainKeys');

/** Removes `$retainKeys` from a patch and leaves only the fields of the object that it names. @throws StrategicMergePatchError */
export const retainFields = (original: Fields, patch: Fields): void => {
	if (!Object.hasOwn(patch, retainKeys)) {
		return;
	}

	const keys = patch[retainKeys];
	delete patch[retainKeys];
	const retained = new Set(Array.isArray(keys) ? (keys as unknown[]) : []);
	const isChange = (key: string): boolean =>
		patch[key] !== null && !key.startsWith(deleteFromList) && !key.startsWith(elementOrderOf);
	if (!Array.isArray(keys) || Object.keys(patch).some((key) => isChange(key) && !retained.has(key))) {
		throw invalid();
	}

	for (const key of Object.keys(original)) {
		if (!retained.has(key)) {
			delete original[key];
		}
	}
};

/** Moves `$retainKeys` from the second patch to the first. @throws StrategicMergePatchError when the first patch has other keys. */
export const combineRetainKeys = (first: Fields, second: Fields): void => {
	if (!Object.hasOwn(second, retainKeys)) {
		return;
	}

	const keys = second[retainKeys];
	delete second[retainKeys];
	if (Object.hasOwn(first, retainKeys) && !equal(first[retainKeys], keys)) {
		throw invalid();
	}

	first[retainKeys] = keys;
};
