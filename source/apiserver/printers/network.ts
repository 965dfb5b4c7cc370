import type {
	Endpoints,
	EndpointSlice,
	Ingress,
	IngressClass,
	NetworkPolicy,
	Service,
} from '../../objects/kubernetes.generated.js';
import {formatLabelSelector} from '../../objects/labels.js';
import {labelText} from './cells.js';
import {ageColumn, nameColumn, register} from './printers.js';

const externalIP = ({spec, status}: Service): string => {
	const chosen = spec.externalIPs ?? [];
	switch (spec.type) {
		case 'ExternalName': {
			return spec.externalName ?? '';
		}

		case 'LoadBalancer': {
			const given = (status?.loadBalancer?.ingress ?? []).map(({ip, hostname}) => ip || hostname || '');
			const all = [...given, ...chosen];
			return all.length === 0 ? '<pending>' : all.join(',');
		}

		default: {
			return chosen.length === 0 ? '<none>' : chosen.join(',');
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

/** The first three addresses, then how many more. */
const shortened = (items: readonly string[]): string =>
	items.length === 0
		? '<none>'
		: items.length > 3
			? `${items.slice(0, 3).join(',')} + ${items.length - 3} more...`
			: items.join(',');

const endpointTexts = ({subsets}: Endpoints): string[] =>
	(subsets ?? []).flatMap(({addresses = [], ports = []}) =>
		ports.length === 0
			? addresses.map(({ip}) => ip)
			: ports.flatMap(({port}) => addresses.map(({ip}) => `${ip}:${port}`)),
	);

register<Endpoints>('endpoints', {
	columns: [nameColumn, {name: 'Endpoints', cell: (endpoints) => shortened(endpointTexts(endpoints))}, ageColumn],
});

const slicePorts = ({ports}: EndpointSlice): string =>
	ports && ports.length > 0 ? shortenedSlice(ports.map(({port, name}) => String(port ?? (name || '*')))) : '<unset>';

const shortenedSlice = (items: readonly string[]): string =>
	items.length > 3 ? `${items.slice(0, 3).join(',')} + ${items.length - 3} more...` : items.join(',');

register<EndpointSlice>('endpointslices.discovery.k8s.io', {
	columns: [
		nameColumn,
		{name: 'AddressType', cell: ({addressType}) => addressType},
		{name: 'Ports', cell: slicePorts},
		{
			name: 'Endpoints',
			cell: ({endpoints}) =>
				endpoints && endpoints.length > 0 ? shortenedSlice(endpoints.flatMap(({addresses}) => addresses)) : '<unset>',
		},
		ageColumn,
	],
});

const hosts = ({spec}: Ingress): string => {
	const names = (spec?.rules ?? []).flatMap(({host}) => (host ? [host] : []));
	return names.length === 0
		? '*'
		: names.length > 3
			? `${names.slice(0, 3).join(',')} + ${names.length - 3} more...`
			: names.join(',');
};

register<Ingress>('ingresses.networking.k8s.io', {
	columns: [
		nameColumn,
		{
			name: 'Class',
			cell: ({metadata, spec}) =>
				spec?.ingressClassName || metadata.annotations?.['kubernetes.io/ingress.class'] || '<none>',
		},
		{name: 'Hosts', cell: hosts},
		{
			name: 'Address',
			cell: ({status}) => (status?.loadBalancer?.ingress ?? []).map(({ip, hostname}) => ip || hostname || '').join(','),
		},
		{name: 'Ports', cell: ({spec}) => ((spec?.tls?.length ?? 0) > 0 ? '80, 443' : '80')},
		ageColumn,
	],
});
register<IngressClass>('ingressclasses.networking.k8s.io', {
	columns: [
		nameColumn,
		{name: 'Controller', cell: ({spec}) => spec?.controller ?? ''},
		{
			name: 'Parameters',
			cell: ({spec}) =>
				spec?.parameters
					? `${spec.parameters.kind}${spec.parameters.apiGroup ? `.${spec.parameters.apiGroup}` : ''}/${spec.parameters.name}`
					: '<none>',
		},
		ageColumn,
	],
});
register<NetworkPolicy>('networkpolicies.networking.k8s.io', {
	columns: [nameColumn, {name: 'Pod-Selector', cell: ({spec}) => formatLabelSelector(spec?.podSelector)}, ageColumn],
});
