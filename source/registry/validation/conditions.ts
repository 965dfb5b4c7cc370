import {duplicate, invalid, notSupported, required, tooLong} from '../../objects/field-error.js';
import type {Condition} from '../../objects/kubernetes.generated.js';
import {checkLabelKey, type Errors} from './checks.js';

const statuses = ['False', 'True', 'Unknown'];
const mostOfReason = 1024;
const mostOfMessage = 32 * 1024;
const reasonMessage =
	"a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/** Conditions in the form that newer kinds use. @mirrors k8s.io/apimachinery/pkg/apis/meta/v1/validation ValidateConditions */
export const checkConditions = (errors: Errors, field: string, conditions: readonly Condition[]): void => {
	const types = new Set<string>();
	for (const [index, condition] of conditions.entries()) {
		const at = `${field}[${index}]`;
		// A text that is left out is an empty one.
		const {type = '', status = '', observedGeneration = 0, lastTransitionTime, reason = '', message = ''} = condition;
		if (types.has(type)) {
			errors.push(duplicate(`${at}.type`, type));
		}

		types.add(type);
		checkLabelKey(errors, `${at}.type`, type);
		if (!statuses.includes(status)) {
			errors.push(notSupported(`${at}.status`, status, statuses));
		}

		if (observedGeneration < 0) {
			errors.push(invalid(`${at}.observedGeneration`, observedGeneration, 'must be greater than or equal to zero'));
		}

		if (!lastTransitionTime) {
			errors.push(required(`${at}.lastTransitionTime`, 'must be set'));
		}

		checkReason(errors, `${at}.reason`, reason);
		if (Buffer.byteLength(message) > mostOfMessage) {
			errors.push(tooLong(`${at}.message`, message, mostOfMessage));
		}
	}
};

const checkReason = (errors: Errors, field: string, reason: string): void => {
	if (!reason) {
		errors.push(required(field, 'must be set'));
		return;
	}

	if (reason.length > mostOfReason) {
		errors.push(tooLong(field, reason, mostOfReason));
	}

	if (!/^[A-Za-z]([\w,:]*\w)?$/.test(reason)) {
		errors.push(invalid(field, reason, reasonMessage));
	}
};
