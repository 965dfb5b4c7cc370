import type {FieldError} from '../../objects/field-error.js';
import type {ObjectMeta} from '../../objects/kubernetes.generated.js';
import {resourceOfKind} from '../../objects/resources.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from './metadata.js';
import {rules, type KindRule} from './rules.js';

interface KubernetesObject {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: ObjectMeta;
}

/** Whether objects of a kind live in namespaces; of a kind that is not built in, what the object itself says. */
const isNamespaced = ({apiVersion, kind, metadata}: KubernetesObject): boolean =>
	resourceOfKind(apiVersion, kind)?.namespaced ?? Boolean(metadata.namespace);

const ruleOf = ({apiVersion, kind}: KubernetesObject, requested: string): KindRule | undefined =>
	rules[`${requested} ${kind}`] ?? rules[`${apiVersion} ${kind}`];

/**
What is wrong with an object that is to be created, after defaulting, preparing and mutating admission; empty when nothing is. What is common to the metadata of all kinds is looked at last.

@param requested the version in which the client speaks of it, where that is another one than the stored.

@mirrors k8s.io/apiserver/pkg/registry/rest BeforeCreate
*/
export const validateCreate = (object: unknown, requested = (object as KubernetesObject).apiVersion): FieldError[] => {
	const errors: FieldError[] = [];
	const typed = object as KubernetesObject;
	const rule = ruleOf(typed, requested);
	rule?.create(errors, object);
	// Rules of their own are stricter than what is common.
	if (errors.length === 0 && (!rule || rule.plainMetadata)) {
		checkAnyMetadata(errors, typed.metadata, isNamespaced(typed), nameRules.pathSegment);
	}

	return errors;
};

/**
What is wrong with replacing `old` by `object`, or with one subresource of it (`status`, `scale`, `resize`, `ephemeralcontainers` …).

@mirrors k8s.io/apiserver/pkg/registry/rest BeforeUpdate
*/
export const validateUpdate = (
	object: unknown,
	old: unknown,
	subresource = '',
	requested = (object as KubernetesObject).apiVersion,
): FieldError[] => {
	const errors: FieldError[] = [];
	const typed = object as KubernetesObject;
	// What is common to all kinds comes first, and what a kind says of it once more is told once more.
	checkAnyMetadata(errors, typed.metadata, isNamespaced(typed), nameRules.pathSegment);
	checkAnyMetadataUpdate(errors, typed.metadata, (old as KubernetesObject).metadata);
	ruleOf(typed, requested)?.update?.(errors, object, old, subresource);
	return errors;
};
