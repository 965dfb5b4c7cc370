import {invalid, required} from '../../objects/field-error.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {refuseEach, type Errors} from './checks.js';

const pathFormat = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** A name such as `acme.io/foo`. @mirrors k8s.io/apimachinery/pkg/util/validation IsDomainPrefixedPath */
export const checkDomainPath = (errors: Errors, field: string, name: string): void => {
	if (name === '') {
		errors.push(required(field));
		return;
	}

	const slash = name.indexOf('/');
	if (slash < 1 || slash === name.length - 1) {
		errors.push(invalid(field, name, 'must be a domain-prefixed path (such as "acme.io/foo")'));
		return;
	}

	const host = name.slice(0, slash);
	const path = name.slice(slash + 1);
	refuseEach(errors, field, host, dnsSubdomainErrors(host));
	if (!new RegExp(`^${pathFormat}$`).test(path)) {
		errors.push(invalid(field, path, `Invalid path (regex used for validation is '${pathFormat}')`));
	}
};
