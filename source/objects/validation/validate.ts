import type {FieldError} from '../field-error.js';
import type {ObjectMeta} from '../kubernetes.generated.js';
import {resourceOfKind} from '../resources.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from './metadata.js';
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
What is wrong with an object that is to be created, after defaulting, preparing and mutating admission; empty when nothing is. Of kinds that have no rules of their own only the metadata is looked at.

@mirrors k8s.io/apiserver/pkg/registry/rest BeforeCreate
*/
export const validateCreate = (object: unknown): FieldError[] => {
	const errors: FieldError[] = [];
	const typed = object as KubernetesObject;
	const rule = rules[`${typed.apiVersion} ${typed.kind}`];
	if (rule) {
		rule.create(errors, object);
	} else {
		checkMetadata(errors, typed.metadata, isNamespaced(typed), nameRules.pathSegment);
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
	const update = rules[`${typed.apiVersion} ${typed.kind}`]?.update;
	if (update) {
		update(errors, object, old, subresource);
	} else {
		checkMetadataUpdate(errors, typed.metadata, (old as KubernetesObject).metadata);
	}

	return errors;
};
