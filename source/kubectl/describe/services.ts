import type {
	Endpoint,
	EndpointAddress,
	Endpoints,
	EndpointSlice,
	LoadBalancerIngress,
	Service,
	ServicePort,
} from '../../objects/kubernetes.generated.js';
import type {Describer} from './describer.js';
import {formatLabels, writeEvents, writeHead, writeTable} from './text.js';
import type {DescriptionWriter} from './writer.js';

const hostPort = (address: string, port: number | undefined): string =>
	`${address.includes(':') ? `[${address}]` : address}:${port}`;

/**
`ip:port` of the ready endpoints of a port, the first three named.

@mirrors kubectl/pkg/describe formatEndpointSlices
*/
export const endpointsText = (
	slices: ReadonlyArray<Pick<EndpointSlice, 'endpoints' | 'ports'>>,
	port: string,
): string => {
	if (slices.length === 0) {
		return '<none>';
	}

	const texts = slices.flatMap((slice) => {
		const ready = (slice.endpoints ?? [])
			.filter(({conditions}) => conditions?.ready ?? true)
			.flatMap(({addresses}) => addresses.slice(0, 1));
		const ports = slice.ports ?? [];
		return ports.length === 0
			? ready
			: ports
					.filter(({name}) => (name ?? '') === port)
					.flatMap(({port: number}) => ready.map((address) => hostPort(address, number)));
	});
	return texts.length > 3 ? `${texts.slice(0, 3).join(',')} + ${texts.length - 3} more...` : texts.join(',');
};

const writePort = (writer: DescriptionWriter, port: ServicePort, slices: readonly EndpointSlice[]): void => {
	const name = port.name || '<unset>';
	writer.write(0, `Port:\t${name}\t${port.port}/${port.protocol ?? ''}\n`);
	writer.write(0, `TargetPort:\t${port.targetPort ?? 0}/${port.protocol ?? ''}\n`);
	if (port.appProtocol !== undefined) {
		writer.write(0, `AppProtocol:\t${port.appProtocol}\n`);
	}

	if (port.nodePort) {
		writer.write(0, `NodePort:\t${name}\t${port.nodePort}/${port.protocol ?? ''}\n`);
	}

	writer.write(0, `Endpoints:\t${endpointsText(slices, port.name ?? '')}\n`);
};

const loadBalancerText = (points: readonly LoadBalancerIngress[]): string =>
	points.map(({ip, ipMode, hostname}) => (ip ? `${ip}${ipMode ? ` (${ipMode})` : ''}` : (hostname ?? ''))).join(', ');

/** A Service. @mirrors kubectl/pkg/describe describeService */
export const describeService: Describer<Service> = function* (writer, object, around) {
	const {metadata, spec, status} = object;
	const slices = yield* around.list('endpointslices.discovery.k8s.io', metadata.namespace, {
		labelSelector: `kubernetes.io/service-name=${metadata.name}`,
	});
	const happened = yield* around.events();
	const line = (title: string, value: string | number): void => {
		writer.write(0, `${title}:\t${value}\n`);
	};

	const lineIf = (title: string, value: string | number | undefined): void => {
		if (value) {
			line(title, value);
		}
	};

	const joined = (list: readonly string[] | undefined): string => (list ?? []).join(',');
	writeHead(writer, object);
	line('Selector', formatLabels(spec.selector));
	line('Type', spec.type ?? '');
	lineIf('IP Family Policy', spec.ipFamilyPolicy);
	line('IP Families', joined(spec.ipFamilies) || '<none>');
	line('IP', spec.clusterIP ?? '');
	line('IPs', spec.clusterIPs && spec.clusterIPs.length > 0 ? joined(spec.clusterIPs) : '<none>');
	lineIf('External IPs', joined(spec.externalIPs));
	lineIf('Desired LoadBalancer IP', spec.loadBalancerIP);
	lineIf('External Name', spec.externalName);
	const points = status?.loadBalancer?.ingress ?? [];
	if (points.length > 0) {
		line('LoadBalancer Ingress', loadBalancerText(points));
	}

	for (const port of spec.ports ?? []) {
		writePort(writer, port, slices);
	}

	line('Session Affinity', spec.sessionAffinity ?? '');
	lineIf('External Traffic Policy', spec.externalTrafficPolicy);
	lineIf('Internal Traffic Policy', spec.internalTrafficPolicy);
	lineIf('HealthCheck NodePort', spec.healthCheckNodePort);
	lineIf('LoadBalancer Source Ranges', joined(spec.loadBalancerSourceRanges));
	lineIf('Traffic Distribution', spec.trafficDistribution);
	writeEvents(writer, happened, around.nowMs);
};

/** Endpoints. @mirrors kubectl/pkg/describe describeEndpoints */
export const describeEndpoints: Describer<Endpoints> = function* (writer, object, around) {
	const happened = yield* around.events();
	const ips = (addresses: readonly EndpointAddress[] | undefined): string =>
		(addresses ?? []).map(({ip}) => ip).join(',') || '<none>';
	writeHead(writer, object);
	writer.write(0, 'Subsets:\n');
	for (const {addresses, notReadyAddresses, ports = []} of object.subsets ?? []) {
		writer.write(1, `Addresses:\t${ips(addresses)}\n`);
		writer.write(1, `NotReadyAddresses:\t${ips(notReadyAddresses)}\n`);
		if (ports.length > 0) {
			writer.write(1, 'Ports:\n');
			const rows = ports.map(({name, port, protocol = ''}) => [name || '<unset>', port, protocol]);
			writeTable(writer, 2, ['Name', 'Port', 'Protocol'], rows);
		}

		writer.write(0, '\n');
	}

	writeEvents(writer, happened, around.nowMs);
};

const writeEndpoint = (writer: DescriptionWriter, endpoint: Endpoint): void => {
	const {addresses = [], conditions, hostname, targetRef, nodeName, zone} = endpoint;
	writer.write(1, `- Addresses:\t${addresses.join(', ') || '<none>'}\n`);
	writer.write(2, 'Conditions:\n');
	writer.write(3, `Ready:\t${conditions?.ready ?? '<unset>'}\n`);
	writer.write(2, `Hostname:\t${hostname ?? '<unset>'}\n`);
	if (targetRef) {
		writer.write(2, `TargetRef:\t${targetRef.kind ?? ''}/${targetRef.name ?? ''}\n`);
	}

	writer.write(2, `NodeName:\t${nodeName ?? '<unset>'}\n`);
	writer.write(2, `Zone:\t${zone ?? '<unset>'}\n`);
};

/** An EndpointSlice. @mirrors kubectl/pkg/describe describeEndpointSliceV1 */
export const describeEndpointSlice: Describer<EndpointSlice> = function* (writer, object, around) {
	const happened = yield* around.events();
	const ports = object.ports ?? [];
	const endpoints = object.endpoints ?? [];
	writeHead(writer, object);
	writer.write(0, `AddressType:\t${object.addressType}\n`);
	writer.write(0, ports.length === 0 ? 'Ports: <unset>\n' : 'Ports:\n');
	if (ports.length > 0) {
		const rows = ports.map(({name, port, protocol = ''}) => [name || '<unset>', port ?? '<unset>', protocol]);
		writeTable(writer, 1, ['Name', 'Port', 'Protocol'], rows);
	}

	writer.write(0, endpoints.length === 0 ? 'Endpoints: <none>\n' : 'Endpoints:\n');
	for (const endpoint of endpoints) {
		writeEndpoint(writer, endpoint);
	}

	writeEvents(writer, happened, around.nowMs);
};
