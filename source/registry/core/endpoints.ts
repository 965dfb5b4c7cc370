import {duplicate, invalid, required, tooMany} from '../../objects/field-error.js';
import type {Endpoints, EndpointSlice} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, labelValueErrors} from '../../objects/names.js';
import {
	checkDNSLabel,
	checkImmutable,
	checkLabelKey,
	checkRange,
	checkSupported,
	refuseEach,
	requireSupported,
	type Errors,
} from '../validation/checks.js';
import {canonicalIP, familyOf, isAddress} from '../../objects/ip.js';
import {checkIP} from '../validation/ip.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {semanticEqual} from '../../kernel/equality.js';

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

/** @mirrors validateEndpointSubsets */
const checkSubsets = (errors: Errors, {subsets}: Endpoints): void => {
	for (const [index, subset] of (subsets ?? []).entries()) {
		const path = `subsets[${index}]`;
		if ((subset.addresses?.length ?? 0) + (subset.notReadyAddresses?.length ?? 0) === 0) {
			errors.push(required(path, 'must specify `addresses` or `notReadyAddresses`'));
		}

		for (const kind of ['addresses', 'notReadyAddresses'] as const) {
			for (const [position, {ip, hostname, nodeName}] of (subset[kind] ?? []).entries()) {
				const at = `${path}.${kind}[${position}]`;
				checkIP(errors, `${at}.ip`, ip);
				if (hostname) {
					checkDNSLabel(errors, `${at}.hostname`, hostname);
				}

				if (nodeName !== undefined) {
					refuseEach(errors, `${at}.nodeName`, nodeName, dnsSubdomainErrors(nodeName));
				}

				checkEndpointIP(errors, `${at}.ip`, ip);
			}
		}

		const ports = subset.ports ?? [];
		for (const [position, port] of ports.entries()) {
			const at = `${path}.ports[${position}]`;
			if (port.name) {
				checkDNSLabel(errors, `${at}.name`, port.name);
			} else if (ports.length > 1) {
				errors.push(required(`${at}.name`));
			}

			checkRange(errors, `${at}.port`, port.port, 1, 65_535);
			requireSupported(errors, `${at}.protocol`, port.protocol, ['SCTP', 'TCP', 'UDP']);
			if (port.appProtocol !== undefined) {
				checkLabelKey(errors, `${at}.appProtocol`, port.appProtocol);
			}
		}
	}
};

export const checkEndpoints = (errors: Errors, endpoints: Endpoints, old?: Endpoints): void => {
	if (old) {
		checkMetadataUpdate(errors, endpoints.metadata, old.metadata);
	}

	checkMetadata(errors, endpoints.metadata, true, nameRules.subdomain);
	if (!old || !semanticEqual(old.subsets, endpoints.subsets)) {
		checkSubsets(errors, endpoints);
	}
};

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];

/** @mirrors k8s.io/kubernetes/pkg/apis/discovery/validation ValidateEndpointSlice */
export const checkEndpointSlice = (errors: Errors, slice: EndpointSlice, old?: EndpointSlice): void => {
	checkMetadata(errors, slice.metadata, true, nameRules.subdomain);
	const {addressType} = slice;
	if (!addressType) {
		errors.push(required('addressType'));
	} else if (!addressTypes.includes(addressType)) {
		checkSupported(errors, 'addressType', addressType, addressTypes);
	}

	const endpoints = slice.endpoints ?? [];
	if (endpoints.length > 1000) {
		errors.push(tooMany('endpoints', endpoints.length, 1000));
	} else {
		checkSliceEndpoints(errors, endpoints, addressType);
	}

	checkSlicePorts(errors, slice.ports ?? []);
	if (old) {
		checkImmutable(errors, 'addressType', slice.addressType, old.addressType);
	}
};

const checkSliceEndpoints = (
	errors: Errors,
	endpoints: NonNullable<EndpointSlice['endpoints']>,
	addressType: string,
): void => {
	for (const [index, endpoint] of endpoints.entries()) {
		const path = `endpoints[${index}]`;
		const addresses = endpoint.addresses ?? [];
		if (addresses.length === 0) {
			errors.push(required(`${path}.addresses`, 'must contain at least 1 address'));
		} else if (addresses.length > 100) {
			errors.push(tooMany(`${path}.addresses`, addresses.length, 100));
		}

		for (const [position, address] of addresses.entries()) {
			checkSliceAddress(errors, `${path}.addresses[${position}]`, address, addressType);
		}

		if (endpoint.nodeName !== undefined) {
			refuseEach(errors, `${path}.nodeName`, endpoint.nodeName, dnsSubdomainErrors(endpoint.nodeName));
		}

		if (endpoint.hostname !== undefined) {
			checkDNSLabel(errors, `${path}.hostname`, endpoint.hostname);
		}

		checkHints(errors, `${path}.hints`, endpoint.hints);
	}
};

const checkSliceAddress = (errors: Errors, field: string, address: string, addressType: string): void => {
	switch (addressType) {
		case 'IPv4':
		case 'IPv6': {
			if (!checkIP(errors, field, address)) {
				break;
			}

			if (familyOf(address) !== addressType) {
				errors.push(invalid(field, address, `must be an ${addressType} address`));
			}

			if (canonicalIP(address) !== address) {
				errors.push(invalid(field, address, `must be in canonical form ("${canonicalIP(address)}")`));
			}

			checkEndpointIP(errors, field, address);
			break;
		}

		case 'FQDN': {
			const domain = address.replace(/\.$/, '');
			const messages = dnsSubdomainErrors(domain);
			if (address === '') {
				errors.push(required(field));
			} else if (messages.length > 0) {
				errors.push(invalid(field, domain, messages.join(',')));
			} else if (!domain.includes('.')) {
				errors.push(invalid(field, domain, 'should be a domain with at least two segments separated by dots'));
			}

			break;
		}

		default:
	}
};

type Hints = NonNullable<NonNullable<EndpointSlice['endpoints']>[number]['hints']>;

const checkHints = (errors: Errors, path: string, hints: Hints | undefined): void => {
	for (const kind of ['forZones', 'forNodes'] as const) {
		const list = hints?.[kind] ?? [];
		const names = new Set<string>();
		if (list.length > 8) {
			errors.push(tooMany(`${path}.${kind}`, list.length, 8));
			continue;
		}

		for (const [index, {name}] of list.entries()) {
			const field = `${path}.${kind}[${index}].name`;
			if (names.has(name)) {
				errors.push(duplicate(field, name));
			}

			names.add(name);
			refuseEach(errors, field, name, kind === 'forZones' ? labelValueErrors(name) : dnsSubdomainErrors(name));
		}
	}
};

const checkSlicePorts = (errors: Errors, ports: NonNullable<EndpointSlice['ports']>): void => {
	if (ports.length > 100) {
		errors.push(tooMany('ports', ports.length, 100));
		return;
	}

	const names = new Set<string>();
	for (const [index, {name = '', port, protocol, appProtocol}] of ports.entries()) {
		const at = `ports[${index}]`;
		if (name !== '') {
			checkDNSLabel(errors, `${at}.name`, name);
		}

		if (names.has(name)) {
			errors.push(duplicate(`${at}.name`, name));
		}

		names.add(name);
		if (port !== undefined) {
			checkRange(errors, `${at}.port`, port, 1, 65_535);
		}

		requireSupported(errors, `${at}.protocol`, protocol, ['SCTP', 'TCP', 'UDP']);
		if (appProtocol !== undefined) {
			checkLabelKey(errors, `${at}.appProtocol`, appProtocol);
		}
	}
};
