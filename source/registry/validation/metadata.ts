import {forbidden, invalid, required, tooLong} from '../../objects/field-error.js';
import type {ObjectMeta} from '../../objects/kubernetes.generated.js';
import {
	dns1035LabelErrors,
	dnsLabelErrors,
	dnsSubdomainErrors,
	pathSegmentErrors,
	qualifiedNameErrors,
} from '../../objects/names.js';
import {checkImmutable, checkLabels, checkNonNegative, refuseEach, type Errors} from './checks.js';

/** The mistakes in a name; for a prefix (`generateName`), the missing part is filled in first. */
export type NameRule = (name: string) => string[];

/** The rules for names of a kind's objects. */
export const nameRules = {
	subdomain: dnsSubdomainErrors,
	label: dnsLabelErrors,
	dns1035: dns1035LabelErrors,
	pathSegment: pathSegmentErrors,
} as const satisfies Record<string, NameRule>;

/** A name for checking a prefix: since a generated part follows, the prefix may end in a character that is invalid at the end of a name. */
const checkable = (name: string, rule: NameRule, isPrefix: boolean): string =>
	isPrefix && rule !== pathSegmentErrors && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;

const annotationBytes = 256 * 1024;

/**
The metadata of any object that is to be created.

@mirrors k8s.io/apimachinery/pkg/api/validation ValidateObjectMetaAccessor
*/
export const checkAnyMetadata = (
	errors: Errors,
	meta: Partial<ObjectMeta>,
	namespaced: boolean,
	rule: NameRule,
	path = 'metadata',
): void => {
	if (meta.generateName) {
		refuseEach(errors, `${path}.generateName`, meta.generateName, rule(checkable(meta.generateName, rule, true)));
	}

	if (meta.name) {
		refuseEach(errors, `${path}.name`, meta.name, rule(meta.name));
	} else {
		errors.push(required(`${path}.name`, 'name or generateName is required'));
	}

	if (namespaced) {
		if (meta.namespace) {
			refuseEach(errors, `${path}.namespace`, meta.namespace, dnsLabelErrors(meta.namespace));
		} else {
			errors.push(required(`${path}.namespace`));
		}
	} else if (meta.namespace) {
		errors.push(forbidden(`${path}.namespace`, 'not allowed on this type'));
	}

	checkNonNegative(errors, `${path}.generation`, meta.generation);
	checkLabels(errors, `${path}.labels`, meta.labels);
	checkAnnotations(errors, `${path}.annotations`, meta.annotations);
	checkOwners(errors, `${path}.ownerReferences`, meta.ownerReferences);
	checkFinalizers(errors, `${path}.finalizers`, meta.finalizers);
};

/**
The metadata of a new object of most kinds, whose finalizers must also have a domain.

@mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateObjectMeta
*/
export const checkMetadata = (
	errors: Errors,
	meta: Partial<ObjectMeta>,
	namespaced: boolean,
	rule: NameRule,
	path = 'metadata',
): void => {
	checkAnyMetadata(errors, meta, namespaced, rule, path);
	checkFinalizerDomains(errors, `${path}.finalizers`, meta.finalizers);
};

/** The metadata of a template, which has no name. */
export const checkTemplateMetadata = (errors: Errors, meta: Partial<ObjectMeta> | undefined, path: string): void => {
	checkLabels(errors, `${path}.labels`, meta?.labels);
	checkAnnotations(errors, `${path}.annotations`, meta?.annotations);
};

export const checkAnnotations = (
	errors: Errors,
	field: string,
	annotations: Readonly<Record<string, string>> | undefined,
): void => {
	let length = 0;
	for (const key in annotations) {
		refuseEach(errors, field, key, qualifiedNameErrors(key.toLowerCase()));
		length += key.length + (annotations[key] ?? '').length;
	}

	// A character takes at most three bytes: only a text that may be too long is measured.
	if (length * 3 > annotationBytes && bytesOf(annotations) > annotationBytes) {
		errors.push(tooLong(field, '', annotationBytes));
	}
};

const bytesOf = (annotations: Readonly<Record<string, string>> = {}): number => {
	let size = 0;
	for (const key in annotations) {
		size += Buffer.byteLength(key) + Buffer.byteLength(annotations[key] ?? '');
	}

	return size;
};

type Owner = NonNullable<ObjectMeta['ownerReferences']>[number];

const shownOwner = ({apiVersion, kind, name, uid, controller, blockOwnerDeletion}: Owner): unknown => ({
	apiVersion,
	kind,
	name,
	uid,
	...(controller !== undefined && {controller}),
	...(blockOwnerDeletion !== undefined && {blockOwnerDeletion}),
});

const checkOwners = (errors: Errors, field: string, owners: ObjectMeta['ownerReferences']): void => {
	let controller = '';
	for (const owner of owners ?? []) {
		const parts = (owner.apiVersion ?? '').split('/');
		if (parts.at(-1) === '' || parts.length > 2) {
			errors.push(invalid(`${field}.apiVersion`, owner.apiVersion ?? '', 'version must not be empty'));
		}

		for (const name of ['kind', 'name', 'uid'] as const) {
			if (!owner[name]) {
				errors.push(invalid(`${field}.${name}`, owner[name] ?? '', 'must not be empty'));
			}
		}

		if (owner.apiVersion === 'v1' && owner.kind === 'Event') {
			errors.push(invalid(field, shownOwner(owner), '/v1, Kind=Event is disallowed from being an owner'));
		}

		if (owner.controller) {
			const current = `${owner.kind}/${owner.name}`;
			if (controller === '') {
				controller = current;
			} else {
				errors.push(
					invalid(
						field,
						(owners ?? []).map((each) => shownOwner(each)),
						`Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${current}`,
					),
				);
			}
		}
	}
};

const checkFinalizers = (errors: Errors, field: string, finalizers: readonly string[] | undefined): void => {
	for (const finalizer of finalizers ?? []) {
		refuseEach(errors, field, finalizer, qualifiedNameErrors(finalizer));
	}

	if (finalizers?.includes('orphan') && finalizers.includes('foregroundDeletion')) {
		errors.push(invalid(field, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
	}
};

/** Checks a finalizer's name: it needs a domain, except Kubernetes' own three. */
export const isOwnFinalizer = (name: string): boolean =>
	name.includes('/') || ['kubernetes', 'orphan', 'foregroundDeletion'].includes(name);

const checkFinalizerDomains = (errors: Errors, field: string, finalizers: readonly string[] | undefined): void => {
	for (const [index, finalizer] of (finalizers ?? []).entries()) {
		if (!isOwnFinalizer(finalizer)) {
			errors.push(
				invalid(`${field}[${index}]`, finalizer, 'name is neither a standard finalizer name nor is it fully qualified'),
			);
		}
	}
};

/**
The metadata of an object that is to replace another.

@mirrors k8s.io/apimachinery/pkg/api/validation ValidateObjectMetaAccessorUpdate
*/
export const checkAnyMetadataUpdate = (
	errors: Errors,
	meta: Partial<ObjectMeta>,
	old: Partial<ObjectMeta>,
	path = 'metadata',
): void => {
	if (old.deletionTimestamp) {
		const added = (meta.finalizers ?? []).filter((finalizer) => !old.finalizers?.includes(finalizer)).sort();
		if (added.length > 0) {
			const shown = [...new Set(added)].map((finalizer) => `"${finalizer}"`).join(', ');
			errors.push(
				forbidden(
					`${path}.finalizers`,
					`no new finalizers can be added if the object is being deleted, found new finalizers []string{${shown}}`,
				),
			);
		}
	}

	if (!meta.resourceVersion) {
		errors.push(invalid(`${path}.resourceVersion`, '', 'must be specified for an update'));
	}

	if ((meta.generation ?? 0) < (old.generation ?? 0)) {
		errors.push(invalid(`${path}.generation`, meta.generation ?? 0, 'must not be decremented'));
	}

	for (const name of [
		'name',
		'namespace',
		'uid',
		'creationTimestamp',
		'deletionTimestamp',
		'deletionGracePeriodSeconds',
	] as const) {
		checkImmutable(errors, `${path}.${name}`, meta[name], old[name]);
	}

	checkLabels(errors, `${path}.labels`, meta.labels);
	checkAnnotations(errors, `${path}.annotations`, meta.annotations);
	checkOwners(errors, `${path}.ownerReferences`, meta.ownerReferences);
};

/** The metadata of an object of most kinds that is to replace another. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateObjectMetaUpdate */
export const checkMetadataUpdate = (
	errors: Errors,
	meta: Partial<ObjectMeta>,
	old: Partial<ObjectMeta>,
	path = 'metadata',
): void => {
	checkAnyMetadataUpdate(errors, meta, old, path);
	checkFinalizerDomains(errors, `${path}.finalizers`, meta.finalizers);
};
