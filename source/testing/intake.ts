import type {FieldError} from '../objects/field-error.js';
import {isObject, type KubernetesObject} from '../objects/kubernetes-object.js';
import {intakeOfKind, type Intake} from '../registry/intake.js';

/** A literal of a test as an API object. */
const objectOf = <T extends object>(value: T): T & KubernetesObject => {
	if (!isObject(value)) {
		throw new TypeError(`no API object: ${JSON.stringify(value)}`);
	}

	return value;
};

const intakeFor = ({apiVersion, kind}: KubernetesObject, requested = apiVersion): Intake =>
	intakeOfKind(requested, kind);

/** The errors of a new object. @param requested the version that the client uses. */
export const validateCreate = (value: object, requested?: string): FieldError[] => {
	const object = objectOf(value);
	return intakeFor(object, requested).validateCreate(object);
};

/** The errors of an object's change. @param requested the version that the client uses. */
export const validateUpdate = (value: object, old: object, subresource = '', requested?: string): FieldError[] => {
	const object = objectOf(value);
	return intakeFor(object, requested).validateUpdate(object, objectOf(old), subresource);
};

/** A new object as it is stored. */
export const prepareForCreate = <T extends object>(value: T): T => {
	const object = objectOf(value);
	return intakeFor(object).prepareForCreate(object);
};

/** A changed object as it is stored. @param now RFC 3339. */
export const prepareForUpdate = <T extends object>(value: T, old: object, subresource = '', now?: string): T => {
	const object = objectOf(value);
	return intakeFor(object).prepareForUpdate(object, objectOf(old), subresource, now);
};

/** The warnings for a client when an object is accepted. */
export const warningsFor = (value: object, old?: object): readonly string[] => {
	const object = objectOf(value);
	return intakeFor(object).warningsFor(object, old && objectOf(old));
};

/** The object with its defaults. */
export const setDefaults = <T extends object>(value: T): T => {
	const object = objectOf(value);
	return intakeFor(object).setDefaults(object);
};
