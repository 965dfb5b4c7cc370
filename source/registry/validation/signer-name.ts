import {goQuoted} from '../../go/print.js';
import {invalid, tooLong} from '../../objects/field-error.js';
import {dnsLabelErrors, dnsSubdomainErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from './checks.js';

const maxDomainBytes = 253;
const maxSignerBytes = maxDomainBytes + 1 + maxDomainBytes + 63 + 1;

/** Parts between dots: only the first invalid one is reported. */
const checkFirstWrong = (
	errors: Errors,
	field: string,
	text: string,
	errorsOf: (part: string) => readonly string[],
): void => {
	const wrong = text.split('.').find((part) => errorsOf(part).length > 0);
	if (wrong !== undefined) {
		refuseEach(
			errors,
			field,
			text,
			errorsOf(wrong).map((message) => `validating label ${goQuoted(wrong)}: ${message}`),
		);
	}
};

/** `example.com/signer`. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateSignerName */
export const checkSignerName = (errors: Errors, field: string, name: string | undefined): void => {
	if (!requireValue(errors, field, name)) {
		return;
	}

	const [domain = '', path = '', ...rest] = name.split('/');
	if (!name.includes('/') || rest.length > 0) {
		errors.push(
			invalid(field, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'"),
		);
		return;
	}

	if (domain.length > maxDomainBytes) {
		errors.push(tooLong(field, domain, maxDomainBytes));
	}

	checkFirstWrong(errors, field, domain, dnsLabelErrors);

	if (!domain.includes('.')) {
		errors.push(invalid(field, domain, 'should be a domain with at least two segments separated by dots'));
	}

	checkFirstWrong(errors, field, path, dnsSubdomainErrors);

	if (name.length > maxSignerBytes) {
		errors.push(tooLong(field, name, maxSignerBytes));
	}
};
