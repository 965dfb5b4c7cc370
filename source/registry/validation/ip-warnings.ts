import {canonicalIP, familyOf, isAddress, isNetwork, maskedNetwork} from '../../objects/ip.js';

/** An address that is valid today but not written as it should be. @mirrors k8s.io/apimachinery/pkg/util/validation GetWarningsForIP */
export const addressWarnings = (field: string, address: string): string[] => {
	if (!isAddress(address)) {
		return [];
	}

	const canonical = canonicalIP(address);
	if (address === canonical) {
		return [];
	}

	return familyOf(address) === 'IPv6'
		? [`${field}: IPv6 address "${address}" should be in RFC 5952 canonical format ("${canonical}")`]
		: [`${field}: non-standard IP address "${address}" is invalid: use "${canonical}"`];
};

/** @mirrors k8s.io/apimachinery/pkg/util/validation GetWarningsForCIDR */
export const networkWarnings = (field: string, network: string): string[] => {
	if (!isNetwork(network)) {
		return [];
	}

	const [address = '', bits] = network.split('/');
	const masked = maskedNetwork(network);
	const canonical = canonicalIP(address);
	const warnings: string[] = [];
	if (masked !== `${canonical}/${Number(bits)}`) {
		const single = `${canonical}/${familyOf(address) === 'IPv6' ? 128 : 32}`;
		warnings.push(
			`${field}: CIDR value "${network}" is ambiguous in this context (should be "${masked}" or "${single}"?)`,
		);
	}

	if (familyOf(address) === 'IPv4' && address !== canonical) {
		warnings.push(`${field}: non-standard CIDR value "${network}" is invalid: use "${masked}"`);
	}

	if (warnings.length === 0 && familyOf(address) === 'IPv6' && network !== `${canonical}/${bits}`) {
		warnings.push(
			`${field}: IPv6 CIDR value "${network}" should be in RFC 5952 canonical format ("${canonical}/${bits}")`,
		);
	}

	return warnings;
};
