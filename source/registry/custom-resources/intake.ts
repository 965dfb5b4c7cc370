import type {Incoming} from '../incoming.js';
import type {CustomVersion} from '../../objects/custom-version.js';
import type {FieldError} from '../../objects/field-error.js';
import {decodeFields, type Decoded, type FieldValidation} from '../decode/decode.js';
import {duplicateFields, type DuplicateKeys} from '../../go/json.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkEmbedded, decodeEmbedded, ofMetadataAlone} from './embedded.js';
import {prune, pruneNulls} from './prune.js';
import {checkLists} from './lists.js';
import {isOldMistake} from './ratchet.js';
import {applyRules} from './apply-rules.js';
import {checkScalePaths} from './scale-rules.js';
import {validateValue} from './validate-value.js';
import {semanticEqual} from '../../kernel/equality.js';
import {isRecord} from '../../kernel/record.js';

/**
A custom object as its schema describes it: unknown fields are dropped, reported, or refused.

@param keepsNulls whether fields that may not be null keep it, so that the validation refuses it.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver schemaCoercingDecoder
*/
export const decodeCustom = (
	object: {readonly metadata?: unknown},
	custom: CustomVersion,
	validation: FieldValidation,
	duplicates?: DuplicateKeys,
	keepsNulls = false,
): Decoded => {
	// Every object has the same metadata.
	const {metadata} = object;
	const own = decodeFields(
		{apiVersion: 'v1', kind: 'ConfigMap', metadata},
		'v1',
		'ConfigMap',
		validation === 'Ignore' ? 'Ignore' : 'Warn',
	);
	if (own.error !== undefined) {
		return {...own, error: ofMetadataAlone(own.error)};
	}

	const dropped: string[] = [];
	const embedded = decodeEmbedded(object, custom.schema, dropped);
	if (embedded.error !== undefined) {
		return {object, warnings: [], error: embedded.error};
	}

	const kept = prune(
		{...(isRecord(embedded.value) ? embedded.value : object), metadata: own.object['metadata']},
		custom.schema,
		true,
		dropped,
	);
	const pruned = keepsNulls ? kept : pruneNulls(kept, custom.schema);
	const problems = [
		...(duplicates ? duplicateFields(object, duplicates) : []),
		...own.warnings,
		...dropped.sort().map((path) => `unknown field ${JSON.stringify(path)}`),
	];
	return {
		object: pruned,
		warnings: validation === 'Warn' ? problems : [],
		...(validation === 'Strict' && problems.length > 0 ? {error: `strict decoding error: ${problems.join(', ')}`} : {}),
	};
};

/** @mirrors k8s.io/apiextensions-apiserver/pkg/registry/customresource customResourceStrategy.PrepareForCreate */
export const prepareCustomForCreate = <T extends Incoming>(object: T, custom: CustomVersion): T => {
	const {status, ...others} = object;
	return {
		...others,
		...(custom.hasStatus || status === undefined ? {} : {status}),
		metadata: {...others.metadata, generation: 1},
	} as T;
};

/** The part that the endpoint does not change is kept, and the generation grows when the desired state changes. @mirrors customResourceStrategy.PrepareForUpdate, statusStrategy.PrepareForUpdate */
export const prepareCustomForUpdate = <T extends Incoming>(
	object: T,
	old: Incoming,
	custom: CustomVersion,
	subresource: string,
): T => {
	const before = old;
	const {status, ...now} = object;
	if (subresource === 'status') {
		const {status: _, ...kept} = before;
		const {managedFields: __, ...metadata} = before.metadata;
		const {managedFields} = now.metadata;
		return {
			...kept,
			metadata: {...metadata, ...(managedFields === undefined ? {} : {managedFields})},
			...(status === undefined ? {} : {status}),
		} as T;
	}

	const kept = custom.hasStatus ? before.status : status;
	const after = {...now, ...(kept === undefined ? {} : {status: kept})};
	const generation = (before.metadata.generation ?? 0) + (semanticEqual(wishOf(after), wishOf(before)) ? 0 : 1);
	return {...after, metadata: {...now.metadata, generation}} as T;

	function wishOf(value: Incoming): unknown {
		const {metadata: _, apiVersion: __, kind: ___, ...rest} = value;
		if (!custom.hasStatus) {
			return rest;
		}

		const {status: ____, ...wish} = rest;
		return wish;
	}
};

/** The mistakes in a custom object that is to be created. */
export const validateCustom = (object: Incoming, custom: CustomVersion, namespaced: boolean): FieldError[] => {
	const errors: FieldError[] = [];
	const {schema, scale} = custom;
	checkAnyMetadata(errors, object.metadata, namespaced, nameRules.subdomain);
	const found = validateValue(object, schema);
	errors.push(...found);
	checkScalePaths(errors, object, scale);
	checkEmbedded(errors, object, schema);
	checkLists(errors, object, schema);
	errors.push(...applyRules(object, undefined, schema, errors).errors);
	return errors;
};

/** The mistakes in an update of a custom object; errors in unchanged parts are allowed. */
export const validateCustomUpdate = (
	object: Incoming,
	old: Incoming,
	custom: CustomVersion,
	subresource: string,
): FieldError[] => {
	const errors: FieldError[] = [];
	const {schema, scale} = custom;
	const isStatus = subresource === 'status';
	// Upstream checks the metadata twice: before the rest, and together with the rest. The message names each mistake once, the causes twice.
	checkAnyMetadataUpdate(errors, object.metadata, old.metadata);
	checkAnyMetadataUpdate(errors, object.metadata, old.metadata);
	const found = validateValue(object, schema).filter((error) => !isOldMistake(error, object, old, schema));
	errors.push(...found);
	checkScalePaths(errors, object, scale, isStatus);
	if (!isStatus) {
		checkEmbedded(errors, object, schema);
	}

	const oldErrors: FieldError[] = [];
	checkLists(oldErrors, old, schema);
	if (oldErrors.length === 0) {
		checkLists(errors, object, schema);
	}

	errors.push(...applyRules(object, old, schema, errors).errors);
	return errors;
};

const standardFinalizers = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/** Warnings about new finalizers. @mirrors k8s.io/apiextensions-apiserver/pkg/registry/customresource generateWarningsFromObj */
export const warnOfFinalizers = (
	object: Pick<Incoming, 'metadata'>,
	old: Pick<Incoming, 'metadata'> | undefined,
): string[] => {
	const known = old?.metadata.finalizers ?? [];
	const added = (object.metadata.finalizers ?? []).filter((name) => !known.includes(name));
	return [...new Set(added)].sort().flatMap((name) => {
		const problems = qualifiedNameErrors(name);
		if (!name.includes('/') && !standardFinalizers.has(name)) {
			problems.push(
				`prefer a domain-qualified finalizer name ${name.includes('.') ? 'including a path (/) ' : ''}to avoid accidental conflicts with other finalizer writers`,
			);
		}

		return problems.map((problem) => `metadata.finalizers: ${JSON.stringify(name)}: ${problem}`);
	});
};

/** Warnings about finalizers, and the rules' errors in parts of a custom object that the update has not changed. */
export const warningsForCustom = (
	object: Incoming,
	old: Incoming | undefined,
	custom: CustomVersion,
): readonly string[] => [
	...warnOfFinalizers(object, old),
	...(old === undefined ? [] : applyRules(object, old, custom.schema, []).warnings),
];
