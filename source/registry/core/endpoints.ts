import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {required} from '../../objects/field-error.js';
import type {EndpointAddress, Endpoints, EndpointSubset} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {
	checkDNSLabel,
	checkLabelKey,
	checkRange,
	refuseEach,
	requireSupported,
	type Errors,
} from '../validation/checks.js';
import {checkIP} from '../validation/ip.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {semanticEqual} from '../../kernel/equality.js';
import {eachOnceGood} from '../known-good.js';
import {checkEndpointIP, shortened} from './endpoint-address.js';
import {addressWarnings} from '../validation/ip-warnings.js';
import {ageColumn, nameColumn} from '../table/columns.js';

const checkAddresses = eachOnceGood((errors, at, {ip, hostname, nodeName}: EndpointAddress) => {
	checkIP(errors, `${at}.ip`, ip);
	if (hostname) {
		checkDNSLabel(errors, `${at}.hostname`, hostname);
	}

	if (nodeName !== undefined) {
		refuseEach(errors, `${at}.nodeName`, nodeName, dnsSubdomainErrors(nodeName));
	}

	checkEndpointIP(errors, `${at}.ip`, ip);
});

const checkPorts = (errors: Errors, path: string, ports: NonNullable<EndpointSubset['ports']>): void => {
	for (const [position, port] of ports.entries()) {
		const at = `${path}[${position}]`;
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
};

/** @mirrors validateEndpointSubsets */
const checkSubsets = (errors: Errors, {subsets}: Endpoints): void => {
	for (const [index, subset] of (subsets ?? []).entries()) {
		const path = `subsets[${index}]`;
		if ((subset.addresses?.length ?? 0) + (subset.notReadyAddresses?.length ?? 0) === 0) {
			errors.push(required(path, 'must specify `addresses` or `notReadyAddresses`'));
		}

		for (const kind of ['addresses', 'notReadyAddresses'] as const) {
			checkAddresses(errors, `${path}.${kind}`, subset[kind]);
		}

		checkPorts(errors, `${path}.ports`, subset.ports ?? []);
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

/** Addresses in a form that is no longer recommended. @mirrors k8s.io/kubernetes/pkg/registry/core/endpoint endpointsWarnings */
const endpointsWarnings = ({subsets}: Endpoints): string[] => {
	const warnings: string[] = [];
	for (const [index, subset] of (subsets ?? []).entries()) {
		for (const kind of ['addresses', 'notReadyAddresses'] as const) {
			warnOfAddresses(warnings, `subsets[${index}].${kind}`, subset[kind]);
		}
	}

	return warnings;
};

const warnOfAddresses = eachOnceGood((warnings: string[], at, {ip}: EndpointAddress) => {
	warnings.push(...addressWarnings(`${at}.ip`, ip));
});

const hostPort = (ip: string, port: number): string => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`;

const endpointTexts = ({subsets}: Endpoints): string[] =>
	(subsets ?? []).flatMap(({addresses = [], ports = []}) =>
		ports.length === 0
			? addresses.map(({ip}) => ip)
			: ports.flatMap(({port}) => addresses.map(({ip}) => hostPort(ip, port))),
	);

/** @see https://kubernetes.io/docs/concepts/services-networking/service/#endpoints */
export const endpoints = describeKind('v1 Endpoints', {
	validate: {create: checkEndpoints, update: checkEndpoints},
	warnings: endpointsWarnings,
	store: {
		createOnUpdate: true,
		deprecation: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
	},
	table: {
		columns: [
			nameColumn,
			{
				name: 'Endpoints',
				cell: (endpoints) => ((endpoints.subsets ?? []).length === 0 ? '<none>' : shortened(endpointTexts(endpoints))),
			},
			ageColumn,
		],
	},
	defaults: [
		defaultsOf('core.v1.EndpointPort', (draft) => {
			draft.protocol ||= 'TCP';
		}),
	],
});
