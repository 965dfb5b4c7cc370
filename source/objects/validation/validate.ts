import type {FieldError} from '../field-error.js';
import type {ObjectMeta} from '../kubernetes.generated.js';
import {resourceOfKind} from '../resources.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from './metadata.js';
import {rules} from './rules.js';

interface KubernetesObject {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: ObjectMeta;
}

/** Whether objects of a kind live in namespaces; of a kind that is not built in, what the object itself says. */
const isNamespaced = ({apiVersion, kind, metadata}: KubernetesObject): boolean =>
	resourceOfKind(apiVersion, kind)?.namespaced ?? Boolean(metadata.namespace);

/**
What is wrong with an object that is to be created, after defaulting, preparing and mutating admission; empty when nothing is. What is common to the metadata of all kinds is looked at last.

@mirrors k8s.io/apiserver/pkg/registry/rest BeforeCreate
*/
export const validateCreate = (object: unknown): FieldError[] => {
	const errors: FieldError[] = [];
	const typed = object as KubernetesObject;
	rules[`${typed.apiVersion} ${typed.kind}`]?.create(errors, object);
	if (errors.length === 0) {
		checkAnyMetadata(errors, typed.metadata, isNamespaced(typed), nameRules.pathSegment);
	}

	return errors;
};

/**
What is wrong with replacing `old` by `object`, or with one subresource of it (`status`, `scale`, `resize`, `ephemeralcontainers` …).

@mirrors k8s.io/apiserver/pkg/registry/rest BeforeUpdate
*/
export const validateUpdate = (object: unknown, old: unknown, subresource = ''): FieldError[] => {
	const errors: FieldError[] = [];
	const typed = object as KubernetesObject;
	// What is common to all kinds comes first, and what a kind says of it once more is told once more.
	checkAnyMetadata(errors, typed.metadata, isNamespaced(typed), nameRules.pathSegment);
	checkAnyMetadataUpdate(errors, typed.metadata, (old as KubernetesObject).metadata);
	rules[`${typed.apiVersion} ${typed.kind}`]?.update?.(errors, object, old, subresource);
	return errors;
};
