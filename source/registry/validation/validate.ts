import type {FieldError} from '../../objects/field-error.js';
import type {Incoming} from '../incoming.js';
import type {Validation} from '../kind.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from './metadata.js';

/** Whether objects of a kind are namespaced; for a kind that is not built in, the object itself decides. */
const isNamespaced = ({metadata}: Incoming, namespaced: boolean | undefined): boolean =>
	namespaced ?? Boolean(metadata.namespace);

/**
The errors in a new object, after defaulting, preparing and mutating admission; empty without errors. The common rules for metadata are checked last.

@param validation of the kind; `undefined` if it has none.
@param namespaced `undefined` for a kind that is not built in.
@mirrors k8s.io/apiserver/pkg/registry/rest BeforeCreate
*/
export const validateCreate = (
	object: Incoming,
	validation: Validation<Incoming> | undefined,
	namespaced: boolean | undefined,
): FieldError[] => {
	const errors: FieldError[] = [];
	validation?.create(errors, object);
	// Rules of a kind's own are stricter than the common ones.
	if (errors.length === 0 && (!validation || validation.plainMetadata)) {
		checkAnyMetadata(errors, object.metadata, isNamespaced(object, namespaced), nameRules.pathSegment);
	}

	return errors;
};

/**
The errors of replacing `old` by `object`, or in one subresource of it (`status`, `scale`, `resize`, `ephemeralcontainers` …).

@mirrors k8s.io/apiserver/pkg/registry/rest BeforeUpdate
*/
export const validateUpdate = (
	object: Incoming,
	old: Incoming,
	{
		validation,
		namespaced,
		subresource,
	}: {
		readonly validation: Validation<Incoming> | undefined;
		readonly namespaced: boolean | undefined;
		readonly subresource: string;
	},
): FieldError[] => {
	const errors: FieldError[] = [];
	// The rules common to all kinds are first; a kind that checks them again reports the errors again.
	checkAnyMetadata(errors, object.metadata, isNamespaced(object, namespaced), nameRules.pathSegment);
	checkAnyMetadataUpdate(errors, object.metadata, old.metadata);
	validation?.update?.(errors, object, old, subresource);
	return errors;
};
