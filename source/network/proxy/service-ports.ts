import type {EndpointSlice, Service} from '../../objects/kubernetes.generated.js';
import {familyOf, type Family} from '../../objects/ip.js';
import {MergedEndpoints, type EndpointsWanted, type Endpoint, type Merged} from './merged-endpoints.js';

/** A port of a Service from a node proxy's view, with its used endpoints on this node. */
export interface ServicePort {
	readonly namespace: string;
	readonly name: string;
	readonly portName: string;
	/** `namespace/name`, with `:port` where the port has a name. */
	readonly id: string;
	readonly protocol: string;
	readonly clusterIP: string;
	readonly port: number;
	readonly nodePort: number;
	readonly externalIPs: readonly string[];
	readonly loadBalancerIPs: readonly string[];
	readonly sourceRanges: readonly string[];
	readonly healthCheckNodePort: number;
	/** Seconds that a client stays with its endpoint; 0 without affinity. */
	readonly affinitySeconds: number;
	readonly internalLocal: boolean;
	readonly externalLocal: boolean;
	/** Used by traffic of policy Cluster, as `ip:port` in order. */
	readonly cluster: readonly string[];
	/** Used by traffic of policy Local. */
	readonly local: readonly string[];
	/** The endpoints of either list on this node, which can reach themselves through the Service. */
	readonly hairpins: readonly string[];
	/** Whether there is any usable endpoint, on any node. */
	readonly hasEndpoints: boolean;
}

/** The zone of a node, for nearby routing. */
export interface Place {
	readonly node: string;
	readonly zone: string;
}

const proxyName = 'service.kubernetes.io/service-proxy-name';
const headless = 'service.kubernetes.io/headless';

/** The cluster IP of a family; empty if the Service has none. @mirrors proxy/util.GetClusterIPByFamily */
const clusterIPOf = ({clusterIP = '', clusterIPs = [clusterIP]}: Service['spec'], family: Family): string =>
	(clusterIPs.length === 0 ? [clusterIP] : clusterIPs).find(
		(ip) => ip !== '' && ip !== 'None' && familyOf(ip) === family,
	) ?? '';

/** Whether this proxy serves the Service at all, in a family. @mirrors proxy/util.ShouldSkipService */
export const isProxied = ({metadata, spec}: Service, family: Family = 'IPv4'): boolean =>
	clusterIPOf(spec, family) !== '' &&
	spec.type !== 'ExternalName' &&
	metadata?.labels?.[proxyName] === undefined &&
	metadata?.labels?.[headless] === undefined;

/** All ports of a Service with their endpoints of a family, from a node's view. */
export const servicePorts = (
	service: Service,
	slices: readonly EndpointSlice[],
	place: Place,
	family: Family = 'IPv4',
): ServicePort[] => {
	const isOurs = (ip: string): boolean => familyOf(ip) === family;
	const {
		metadata: {namespace = 'default', name},
		spec,
	} = service;
	return (spec.ports ?? []).map((port) => {
		const portName = port.name ?? '';
		const externalLocal =
			spec.externalTrafficPolicy === 'Local' &&
			(spec.type === 'NodePort' || spec.type === 'LoadBalancer' || (spec.externalIPs ?? []).length > 0);
		const loadBalancerIPs =
			spec.type === 'LoadBalancer'
				? (service.status?.loadBalancer?.ingress ?? []).flatMap(({ip, ipMode = 'VIP'}) =>
						ip && isOurs(ip) && ipMode === 'VIP' ? [ip] : [],
					)
				: [];
		const traits = {
			externalIPs: (spec.externalIPs ?? []).filter((ip) => isOurs(ip)),
			loadBalancerIPs,
			nodePort: port.nodePort ?? 0,
			internalLocal: spec.internalTrafficPolicy === 'Local',
			externalLocal,
		};
		return {
			namespace,
			name,
			portName,
			id: `${namespace}/${name}${portName ? `:${portName}` : ''}`,
			protocol: (port.protocol ?? 'TCP').toLowerCase(),
			clusterIP: clusterIPOf(spec, family),
			port: port.port,
			...traits,
			sourceRanges: sourceRanges(service, family),
			healthCheckNodePort: spec.healthCheckNodePort ?? 0,
			affinitySeconds:
				spec.sessionAffinity === 'ClientIP' ? (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800) : 0,
			...categorize(endpointsOf(service, slices, {portName, protocol: port.protocol ?? 'TCP', family}), traits, place),
		};
	});
};

/** A range that includes every address is not a restriction. */
const sourceRanges = ({spec}: Service, family: Family): readonly string[] => {
	const ranges =
		spec?.type === 'LoadBalancer' ? (spec.loadBalancerSourceRanges ?? []).map((range) => range.trim()) : [];
	const own = ranges.filter((range) => familyOf(range) === family);
	return own.some((range) => range.endsWith('/0')) ? [] : own;
};

/** Merged endpoints by port, shared by all nodes, which request the same ports. Discarded with the version of the Service. */
const merged = new WeakMap<Service, Map<string, MergedEndpoints>>();

const endpointsOf = (service: Service, slices: readonly EndpointSlice[], wanted: EndpointsWanted): Merged => {
	const ports = merged.get(service) ?? new Map<string, MergedEndpoints>();
	const key = `${wanted.portName} ${wanted.protocol} ${wanted.family}`;
	const port = ports.get(key) ?? new MergedEndpoints(wanted);
	merged.set(service, ports.set(key, port));
	return port.of(slices);
};

type Traits = Pick<ServicePort, 'externalIPs' | 'loadBalancerIPs' | 'nodePort' | 'internalLocal' | 'externalLocal'>;

/** Whether it can be reached from outside the cluster. */
export const isExternal = ({externalIPs, loadBalancerIPs, nodePort}: Traits): boolean =>
	nodePort !== 0 || loadBalancerIPs.length > 0 || externalIPs.length > 0;

/** Whether any of its traffic may go to other nodes; even with policy Local, traffic of internal clients may. */
export const usesCluster = (port: Traits): boolean => !port.internalLocal || isExternal(port);

export const usesLocal = (port: Traits): boolean => port.internalLocal || (port.externalLocal && isExternal(port));

type Admits = (endpoint: Endpoint) => boolean;

const everybody: Admits = () => true;
const nobody: Admits = () => false;

/** The used endpoints: the ready ones; without ready ones, those that still serve while they terminate. */
const usable = (endpoints: readonly Endpoint[], admits: Admits): Admits => {
	const isReady: Admits = (endpoint) => endpoint.ready && admits(endpoint);
	return endpoints.some((endpoint) => isReady(endpoint)) ? isReady : ({serving, terminating}) => serving && terminating;
};

const textsOf = (endpoints: readonly Endpoint[], admits: Admits): string[] =>
	endpoints.filter((endpoint) => admits(endpoint)).map(({text}) => text);

/** @mirrors k8s.io/kubernetes/pkg/proxy CategorizeEndpoints */
const categorize = (
	{endpoints, ready, byNode}: Merged,
	traits: Traits,
	place: Place,
): Pick<ServicePort, 'cluster' | 'local' | 'hairpins' | 'hasEndpoints'> => {
	const here = byNode.get(place.node) ?? [];
	const near = usesCluster(traits) ? closeBy(endpoints, place) : undefined;
	const inCluster = usesCluster(traits) ? usable(endpoints, near ?? everybody) : nobody;
	const isLocal = usesLocal(traits) ? usable(here, everybody) : nobody;
	// All nodes share one list if they use the same endpoints.
	const cluster = usesCluster(traits) && !near && ready.length > 0 ? ready : textsOf(endpoints, inCluster);
	return {
		cluster,
		local: textsOf(here, isLocal),
		hairpins: textsOf(here, (endpoint) => inCluster(endpoint) || isLocal(endpoint)),
		hasEndpoints: usesCluster(traits)
			? cluster.length > 0
			: endpoints.some((endpoint) => endpoint.ready || (endpoint.serving && endpoint.terminating)),
	};
};

/**
The endpoints for this node according to the hints; `undefined` for all. Hints count only if every ready endpoint has one.

@mirrors proxy.topologyModeFromHints
*/
const closeBy = (endpoints: readonly Endpoint[], {node, zone}: Place): Admits | undefined => {
	const first = endpoints.find(({ready}) => ready);
	if (!first || (first.nodeHints.length === 0 && first.zoneHints.length === 0)) {
		return undefined;
	}

	const ready = endpoints.filter((endpoint) => endpoint.ready);
	if (ready.every(({nodeHints}) => nodeHints.length > 0) && ready.some(({nodeHints}) => nodeHints.includes(node))) {
		return ({nodeHints}) => nodeHints.includes(node);
	}

	return zone &&
		ready.every(({zoneHints}) => zoneHints.length > 0) &&
		ready.some(({zoneHints}) => zoneHints.includes(zone))
		? ({zoneHints}) => zoneHints.includes(zone)
		: undefined;
};
