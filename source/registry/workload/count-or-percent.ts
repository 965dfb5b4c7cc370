import {invalid} from '../../objects/field-error.js';
import {checkNonNegative, type Errors, type NumberOrText} from '../validation/checks.js';

/** The percentage in a text, or `undefined`. */
const percentOf = (value: NumberOrText): number | undefined =>
	typeof value === 'string' && /^\d+%$/.test(value) ? Number(value.slice(0, -1)) : undefined;

/** Go reads a text that is not a number as 0. */
export const amountOf = (value: NumberOrText | undefined): number =>
	value === undefined ? 0 : (percentOf(value) ?? (Number(value) || 0));

/** A count or a share of Pods. @mirrors ValidatePositiveIntOrPercent */
export const checkCountOrPercent = (errors: Errors, field: string, value: NumberOrText | undefined): void => {
	if (typeof value === 'number') {
		checkNonNegative(errors, field, value);
	} else if (value !== undefined && percentOf(value) === undefined) {
		errors.push(
			invalid(
				field,
				value,
				"a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
			),
		);
	}
};

export const checkAtMostAll = (errors: Errors, field: string, value: NumberOrText | undefined): void => {
	if (value !== undefined && (percentOf(value) ?? 0) > 100) {
		errors.push(invalid(field, value, 'must not be greater than 100%'));
	}
};
