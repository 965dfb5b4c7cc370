import {requireValue, checkLocalPath, type Errors} from '../validation/checks.js';
import {invalid, required} from '../../objects/field-error.js';
import {checkFieldRef, checkResourceFieldRef} from './environment.js';

/** A kind of volume unchanged: each kind has its own fields. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Source = Readonly<Record<string, any>>;

/** Permission bits of a file. */
export const checkMode = (errors: Errors, field: string, mode: number | undefined): void => {
	if (mode !== undefined && (mode > 0o777 || mode < 0)) {
		errors.push(invalid(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive'));
	}
};

/** Keys and the files they become. */
export const checkKeyToPath = (errors: Errors, path: string, item: Source): void => {
	requireValue(errors, `${path}.key`, item.key);
	requireValue(errors, `${path}.path`, item.path);
	checkLocalPath(errors, `${path}.path`, item.path);
	checkMode(errors, `${path}.mode`, item.mode);
};

const volumeFields = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];

/** A file with the Pod's own data. */
export const checkDownwardFile = (errors: Errors, path: string, file: Source): void => {
	requireValue(errors, `${path}.path`, file.path);
	checkLocalPath(errors, `${path}.path`, file.path);
	if (file.fieldRef) {
		checkFieldRef(errors, `${path}.fieldRef`, file.fieldRef, volumeFields);
		if (file.resourceFieldRef) {
			errors.push(invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
		}
	} else if (file.resourceFieldRef) {
		checkResourceFieldRef(errors, `${path}.resourceFieldRef`, file.resourceFieldRef, true);
	} else {
		errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
	}

	checkMode(errors, `${path}.mode`, file.mode);
};
