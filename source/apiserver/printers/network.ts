import type {
	Endpoints,
	EndpointSlice,
	Ingress,
	IngressClass,
	IPAddress,
	NetworkPolicy,
	Service,
	ServiceCIDR,
} from '../../objects/kubernetes.generated.js';
import {formatLabelSelector} from '../../objects/labels.js';
import {age, labelText} from './cells.js';
import {ageColumn, nameColumn, register} from './printers.js';

/** Where a load balancer is reached: each address once, sorted. */
const pointsOf = (
	points: ReadonlyArray<{readonly ip?: string; readonly hostname?: string}> | undefined,
): readonly string[] =>
	[...new Set((points ?? []).map(({ip, hostname}) => ip || hostname || ''))].filter(Boolean).sort();

const externalIP = ({spec, status}: Service): string => {
	const chosen = spec.externalIPs ?? [];
	switch (spec.type) {
		case 'ExternalName': {
			return spec.externalName ?? '';
		}

		case 'LoadBalancer': {
			const all = [...pointsOf(status?.loadBalancer?.ingress), ...chosen];
			return all.length === 0 ? '<pending>' : all.join(',');
		}

		case 'ClusterIP':
		case 'NodePort': {
			return chosen.length === 0 ? '<none>' : chosen.join(',');
		}

		default: {
			return '<unknown>';
		}
	}
};

const servicePorts = ({spec}: Service): string => {
	const ports = (spec.ports ?? []).map(
		({port, nodePort, protocol = 'TCP'}) => `${port}${nodePort ? `:${nodePort}` : ''}/${protocol}`,
	);
	return ports.length === 0 ? '<none>' : ports.join(',');
};

register<Service>('services', {
	columns: [
		nameColumn,
		{name: 'Type', cell: ({spec}) => spec.type ?? ''},
		{name: 'Cluster-IP', cell: ({spec}) => spec.clusterIPs?.[0] || spec.clusterIP || '<none>'},
		{name: 'External-IP', cell: externalIP},
		{name: 'Port(s)', cell: servicePorts},
		ageColumn,
		{name: 'Selector', priority: 1, cell: ({spec}) => labelText(spec.selector)},
	],
});

/** The first three, then how many more. */
const shortened = (items: readonly string[]): string =>
	items.length > 3 ? `${items.slice(0, 3).join(',')} + ${items.length - 3} more...` : items.join(',');

const hostPort = (ip: string, port: number): string => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`;

const endpointTexts = ({subsets}: Endpoints): string[] =>
	(subsets ?? []).flatMap(({addresses = [], ports = []}) =>
		ports.length === 0
			? addresses.map(({ip}) => ip)
			: ports.flatMap(({port}) => addresses.map(({ip}) => hostPort(ip, port))),
	);

register<Endpoints>('endpoints', {
	columns: [
		nameColumn,
		{
			name: 'Endpoints',
			cell: (endpoints) => ((endpoints.subsets ?? []).length === 0 ? '<none>' : shortened(endpointTexts(endpoints))),
		},
		ageColumn,
	],
});

const slicePorts = ({ports}: EndpointSlice): string =>
	shortened((ports ?? []).map(({port, name}) => String(port ?? name ?? '*'))) || '<unset>';

register<EndpointSlice>('endpointslices.discovery.k8s.io', {
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
});

/**
The hosts of an Ingress: the first three; how many more counts every rule, also those without a host.

@mirrors k8s.io/kubernetes/pkg/printers/internalversion formatHosts
*/
const hosts = ({spec}: Ingress): string => {
	const rules = spec?.rules ?? [];
	const names: string[] = [];
	let more = false;
	for (const {host} of rules) {
		more ||= names.length === 3;
		if (!more && host) {
			names.push(host);
		}
	}

	return names.length === 0 ? '*' : `${names.join(',')}${more ? ` + ${rules.length - 3} more...` : ''}`;
};

register<Ingress>('ingresses.networking.k8s.io', {
	columns: [
		nameColumn,
		{name: 'Class', cell: ({spec}) => spec?.ingressClassName ?? '<none>'},
		{name: 'Hosts', cell: hosts},
		{name: 'Address', cell: ({status}) => pointsOf(status?.loadBalancer?.ingress).join(',')},
		{name: 'Ports', cell: ({spec}) => ((spec?.tls?.length ?? 0) > 0 ? '80, 443' : '80')},
		ageColumn,
	],
});
register<IngressClass>('ingressclasses.networking.k8s.io', {
	columns: [
		{
			name: 'Name',
			cell: ({metadata}) =>
				metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true'
					? `${metadata.name} (default)`
					: metadata.name,
		},
		{name: 'Controller', cell: ({spec}) => spec?.controller ?? ''},
		{
			name: 'Parameters',
			cell: ({spec}) =>
				spec?.parameters
					? `${spec.parameters.kind}${spec.parameters.apiGroup === undefined ? '' : `.${spec.parameters.apiGroup}`}/${spec.parameters.name}`
					: '<none>',
		},
		ageColumn,
	],
});
register<NetworkPolicy>('networkpolicies.networking.k8s.io', {
	columns: [nameColumn, {name: 'Pod-Selector', cell: ({spec}) => formatLabelSelector(spec?.podSelector)}, ageColumn],
});
register<ServiceCIDR>('servicecidrs.networking.k8s.io', {
	columns: [nameColumn, {name: 'CIDRs', cell: ({spec}) => (spec?.cidrs ?? []).join(',')}, ageColumn],
});

const parentText = ({spec}: IPAddress): string => {
	const parent = spec?.parentRef;
	if (!parent) {
		return '<none>';
	}

	const resource = `${parent.resource}${parent.group ? `.${parent.group}` : ''}`.toLowerCase();
	return [resource, ...(parent.namespace ? [parent.namespace] : []), parent.name].join('/');
};

register<IPAddress>('ipaddresses.networking.k8s.io', {
	columns: [nameColumn, {name: 'ParentRef', cell: parentText}],
	unnamed: ({metadata}, nowMs) => [age(metadata.creationTimestamp, nowMs)],
});
