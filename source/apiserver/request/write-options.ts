import {
	invalid,
	invalidStatus,
	notSupported,
	required,
	tooLong,
	forbidden,
	type FieldError,
} from '../../objects/field-error.js';
import {memoised} from '../../kernel/memoised.js';
import {RequestFailure} from './failure.js';
import type {Exchange} from './exchange.js';

/** The treatment of unknown and repeated fields. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** @mirrors k8s.io/apimachinery/pkg/apis/meta/v1/validation ValidateFieldManager */
const managerErrors = (manager: string): readonly FieldError[] =>
	manager.length <= longestManager ? knownManagerErrors(manager) : readManagerErrors(manager);

const longestManager = 128;

const readManagerErrors = (manager: string): readonly FieldError[] => {
	const errors: FieldError[] = [];
	if (new TextEncoder().encode(manager).length > longestManager) {
		errors.push(tooLong('fieldManager', manager, longestManager));
	}

	for (const {0: character, index} of manager.matchAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu)) {
		const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
		const position = new TextEncoder().encode(manager.slice(0, index)).length;
		errors.push(invalid('fieldManager', manager, `invalid character U+${code} (at position ${position})`));
	}

	return errors;
};

/** A few clients send all the requests. */
const knownManagerErrors = memoised(readManagerErrors, 1000);

/** Checks the options in the query of a write; `kind` is the kind of its options. */
export const checkWriteOptions = (
	exchange: Exchange,
	kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
	apply = false,
): void => {
	const {query, repeated} = exchange.request;
	const errors: FieldError[] = [];
	const {force, fieldManager, dryRun, fieldValidation} = query;
	if (kind === 'PatchOptions' && !apply && force !== undefined) {
		errors.push(forbidden('force', 'may not be specified for non-apply patch'));
	}

	if (apply && !fieldManager) {
		errors.push(required('fieldManager', 'is required for apply patch'));
	}

	if (fieldManager) {
		errors.push(...managerErrors(fieldManager));
	}

	const wanted = repeated?.['dryRun'] ?? (dryRun === undefined ? nothing : [dryRun]);
	if (wanted.some((item) => item !== 'All')) {
		errors.push(notSupported('dryRun', wanted, ['All']));
	}

	if (fieldValidation !== undefined && !['', 'Ignore', 'Strict', 'Warn'].includes(fieldValidation)) {
		errors.push(notSupported('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']));
	}

	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus('meta.k8s.io', kind, '', errors));
	}
};

const nothing: readonly string[] = [];

export const fieldValidationOf = (exchange: Exchange): FieldValidation => {
	const mode = exchange.request.query['fieldValidation'];
	return mode === 'Strict' || mode === 'Ignore' ? mode : 'Warn';
};
