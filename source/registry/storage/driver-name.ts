import {tooLong} from '../../objects/field-error.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';

export const checkDriverName = (errors: Errors, field: string, name: string): void => {
	if (requireValue(errors, field, name) && name.length > 63) {
		errors.push(tooLong(field, name, 63));
	}

	refuseEach(errors, field, name, dnsSubdomainErrors(name.toLowerCase()));
};
