import {invalidStatus, notSupported, required, tooLong, forbidden, type FieldError} from '../objects/field-error.js';
import {RequestFailure} from './failure.js';
import type {Exchange} from './exchange.js';

/** The mode in which unknown and repeated fields are treated. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** Checks the options in the query of a write; `kind` is how its options are called. */
export const checkWriteOptions = (
	exchange: Exchange,
	kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
	apply = false,
): void => {
	const {query} = exchange.request;
	const errors: FieldError[] = [];
	const {force, fieldManager, dryRun, fieldValidation} = query;
	if (kind === 'PatchOptions' && !apply && force !== undefined) {
		errors.push(forbidden('force', 'may not be specified for non-apply patch'));
	}

	if (apply && !fieldManager) {
		errors.push(required('fieldManager', 'is required for apply patch'));
	}

	if (fieldManager !== undefined && new TextEncoder().encode(fieldManager).length > 128) {
		errors.push(tooLong('fieldManager', fieldManager, 128));
	}

	if (dryRun !== undefined && dryRun !== '' && dryRun !== 'All') {
		errors.push(notSupported('dryRun', [dryRun], ['All']));
	}

	if (fieldValidation !== undefined && !['', 'Ignore', 'Strict', 'Warn'].includes(fieldValidation)) {
		errors.push(notSupported('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']));
	}

	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus('meta.k8s.io', kind, '', errors));
	}
};

export const fieldValidationOf = (exchange: Exchange): FieldValidation => {
	const mode = exchange.request.query['fieldValidation'];
	return mode === 'Strict' || mode === 'Ignore' ? mode : 'Warn';
};
