import {invalid} from '../../objects/field-error.js';
import type {Errors} from '../validation/checks.js';
import {canonicalIP, isAddress} from '../../objects/ip.js';

const ranges: ReadonlyArray<readonly [RegExp, string]> = [
	[/^(0\.0\.0\.0|::)$/, ''],
	[/^(127\.|::1$)/, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
	[/^(169\.254\.|fe[89ab][\da-f]:)/, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
	[/^(224\.0\.0\.|ff[\da-f]2:)/, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];

/** An address that others can reach. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateEndpointIP */
export const checkEndpointIP = (errors: Errors, field: string, address: string): void => {
	if (!isAddress(address)) {
		errors.push(invalid(field, address, 'must be a valid IP address'));
		return;
	}

	const canonical = canonicalIP(address);
	for (const [pattern, message] of ranges) {
		if (pattern.test(canonical)) {
			errors.push(invalid(field, address, message || `may not be unspecified (${address})`));
		}
	}
};

/** The first three, then how many more. */
export const shortened = (items: readonly string[]): string =>
	items.length > 3 ? `${items.slice(0, 3).join(',')} + ${items.length - 3} more...` : items.join(',');
