import {invalid} from '../../objects/field-error.js';
import {canonicalIP, isAddress, isIPv4, isIPv6, isMapped, maskedNetwork, parseNetwork} from '../../objects/ip.js';
import type {Errors} from './checks.js';

/** @mirrors k8s.io/apimachinery/pkg/util/validation IsValidIPForLegacyField */
export const checkIP = (errors: Errors, field: string, address: string): boolean => {
	if (!isAddress(address)) {
		errors.push(invalid(field, address, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'));
		return false;
	}

	if (!isIPv4(address) && !isIPv6(address)) {
		errors.push(invalid(field, address, 'must not have leading 0s'));
		return false;
	}

	if (isMapped(address)) {
		errors.push(invalid(field, address, 'must not be an IPv4-mapped IPv6 address'));
		return false;
	}

	return true;
};

/** @mirrors k8s.io/apimachinery/pkg/util/validation IsValidCIDRForLegacyField */
export const checkNetwork = (errors: Errors, field: string, text: string): boolean => {
	const network = parseNetwork(text);
	if (!network) {
		errors.push(invalid(field, text, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'));
		return false;
	}

	const {address} = network;
	if ((!isIPv4(address) && !isIPv6(address)) || /\/0\d/.test(text)) {
		errors.push(invalid(field, text, 'must not have leading 0s in IP or prefix length'));
	} else if (isMapped(address)) {
		errors.push(invalid(field, text, 'must not have an IPv4-mapped IPv6 address'));
	} else if (maskedNetwork(text) !== `${canonicalIP(address)}/${network.bits}`) {
		errors.push(invalid(field, text, 'must not have bits set beyond the prefix length'));
	} else {
		return true;
	}

	return false;
};
