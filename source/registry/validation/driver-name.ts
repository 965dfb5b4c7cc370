import {tooLong} from '../../objects/field-error.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from './checks.js';

/** The name of a CSI driver. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateCSIDriverName */
export const checkDriverName = (errors: Errors, field: string, name: string | undefined): void => {
	if (!requireValue(errors, field, name)) {
		return;
	}

	if (name.length > 63) {
		errors.push(tooLong(field, name, 63));
	}

	refuseEach(errors, field, name, dnsSubdomainErrors(name.toLowerCase()));
};
