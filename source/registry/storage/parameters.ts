import {invalid, tooLong} from '../../objects/field-error.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';

const most = {entries: 512, bytes: 256 * 1024};

/** The parameters that a class passes to its driver. @mirrors k8s.io/kubernetes/pkg/apis/storage/validation validateParameters */
export const checkParameters = (errors: Errors, parameters: Readonly<Record<string, string>>): void => {
	const entries = Object.entries(parameters);
	if (entries.length > most.entries) {
		errors.push(tooLong('parameters', '', most.entries));
		return;
	}

	if (Object.hasOwn(parameters, '')) {
		errors.push(invalid('parameters', '', 'field can not be empty.'));
	}

	const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
	if (size > most.bytes) {
		errors.push(tooLong('parameters', '', most.bytes));
	}
};

/** The driver of a class; errors quote it in lower case. @mirrors validateProvisioner */
export const checkProvisioner = (errors: Errors, field: string, provisioner: string | undefined): void => {
	if (requireValue(errors, field, provisioner)) {
		const name = provisioner.toLowerCase();
		refuseEach(errors, field, name, qualifiedNameErrors(name));
	}
};
