import {dnsSubdomainErrors, pathSegmentErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';

export const checkReference = (
	errors: Errors,
	path: string,
	reference: {readonly apiGroup?: string; readonly kind: string; readonly name: string},
): void => {
	if (reference.apiGroup !== undefined && reference.apiGroup !== null) {
		refuseEach(errors, `${path}.apiGroup`, reference.apiGroup, dnsSubdomainErrors(reference.apiGroup));
	}

	for (const name of ['kind', 'name'] as const) {
		if (requireValue(errors, `${path}.${name}`, reference[name])) {
			refuseEach(errors, `${path}.${name}`, reference[name], pathSegmentErrors(reference[name]));
		}
	}
};
