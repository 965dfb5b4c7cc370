import {defaultsOf} from '../defaults/type-defaults.js';
import {semanticEqual} from '../../kernel/equality.js';
import {describeKind} from '../kind.js';
import {addressWarnings} from '../validation/ip-warnings.js';
import {duplicate, internalError, invalid, required, tooMany} from '../../objects/field-error.js';
import type {Endpoint, EndpointSlice} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, labelValueErrors} from '../../objects/names.js';
import {
	checkDNSLabel,
	checkImmutable,
	checkLabelKey,
	checkLabels,
	checkRange,
	checkSupported,
	refuseEach,
	requireSupported,
	type Errors,
} from '../validation/checks.js';
import {canonicalIP, familyOf} from '../../objects/ip.js';
import {checkIP} from '../validation/ip.js';
import {checkMetadata, nameRules} from '../validation/metadata.js';
import {eachOnceGood} from '../known-good.js';
import {checkEndpointIP, shortened} from '../core/endpoint-address.js';
import {ageColumn, nameColumn} from '../table/columns.js';

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

	checkSlicePorts(errors, slice.ports ?? []);
	const endpoints = slice.endpoints ?? [];
	if (endpoints.length > 1000) {
		errors.push(tooMany('endpoints', endpoints.length, 1000));
	} else {
		checkSliceEndpoints(errors, 'endpoints', endpoints, addressType);
	}

	if (old) {
		checkImmutable(errors, 'addressType', slice.addressType, old.addressType);
	}
};

const checkSliceEndpoints = eachOnceGood((errors, path, endpoint: Endpoint, addressType: string) => {
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

	checkTopology(errors, `${path}.deprecatedTopology`, endpoint.deprecatedTopology ?? {});
	if (endpoint.hostname !== undefined) {
		checkDNSLabel(errors, `${path}.hostname`, endpoint.hostname);
	}

	checkHints(errors, `${path}.hints`, endpoint.hints);
});

const zoneLabel = 'topology.kubernetes.io/zone';

const checkTopology = (errors: Errors, path: string, topology: Readonly<Record<string, string>>): void => {
	const size = Object.keys(topology).length;
	if (size > 16) {
		errors.push(tooMany(path, size, 16));
	}

	checkLabels(errors, path, topology);
	if (Object.hasOwn(topology, zoneLabel)) {
		errors.push(internalError(`${path}[${zoneLabel}]`, 'reserved key was not removed in conversion'));
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

/** Upstream's documentation says 100, but a Service may have more. */
const mostPorts = 20_000;

const checkSlicePorts = (errors: Errors, ports: NonNullable<EndpointSlice['ports']>): void => {
	if (ports.length > mostPorts) {
		errors.push(tooMany('ports', ports.length, mostPorts));
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

const endpointSliceWarnings = (slice: EndpointSlice): readonly string[] => {
	if (slice.addressType === 'FQDN') {
		return ['spec.addressType: FQDN endpoints are deprecated'];
	}

	const warnings: string[] = [];
	warnOfEndpoints(warnings, 'spec.endpoints', slice.endpoints);
	return warnings;
};

const warnOfEndpoints = eachOnceGood((warnings: string[], path, {addresses}: Endpoint) => {
	for (const [position, address] of (addresses ?? []).entries()) {
		warnings.push(...addressWarnings(`${path}.addresses[${position}]`, address));
	}
});

const slicePorts = ({ports}: EndpointSlice): string =>
	shortened((ports ?? []).map(({port, name}) => String(port ?? name ?? '*'))) || '<unset>';

/** @see https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/ */
export const endpointSlice = describeKind('discovery.k8s.io/v1 EndpointSlice', {
	validate: {create: checkEndpointSlice, update: checkEndpointSlice},
	generation: 'counts changes',
	countsAlso: ({metadata: now}, {metadata: old}) => !semanticEqual(now.labels ?? {}, old.labels ?? {}),
	warnings: endpointSliceWarnings,
	table: {
		columns: [
			nameColumn,
			{name: 'AddressType', cell: ({addressType}) => addressType},
			{name: 'Ports', cell: slicePorts},
			{
				name: 'Endpoints',
				cell: ({endpoints}) => shortened((endpoints ?? []).flatMap(({addresses}) => addresses)) || '<unset>',
			},
			ageColumn,
		],
	},
	defaults: [
		defaultsOf('discovery.v1.EndpointPort', (draft) => {
			draft.name ??= '';
			draft.protocol ??= 'TCP';
		}),
	],
});
