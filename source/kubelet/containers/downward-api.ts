import type {Container, ObjectFieldSelector, Pod, ResourceFieldSelector} from '../../objects/kubernetes.generated.js';
import {bytes, cpuMillis, readQuantity} from '../../objects/quantity.js';
import type {KnownNode} from '../node/own-node.js';

/** Addresses for the downward API. */
export interface Addresses {
	/** The addresses of the Pod, that of the cluster's first family first. */
	readonly podIPs: readonly string[];
	readonly hostIPs: readonly string[];
}

const asLines = (map: Readonly<Record<string, string>> = {}): string =>
	Object.entries(map)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, value]) => `${key}=${JSON.stringify(value)}`)
		.join('\n');

/**
Value of a field of the Pod for the downward API.

@see https://kubernetes.io/docs/concepts/workloads/pods/downward-api/
*/
export const fieldValue = (
	{metadata, spec}: Pod,
	{fieldPath}: ObjectFieldSelector,
	{podIPs, hostIPs}: Addresses,
): string => {
	const [, map, key = ''] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(fieldPath) ?? [];
	if (map !== undefined) {
		return (map === 'labels' ? metadata.labels : metadata.annotations)?.[key] ?? '';
	}

	switch (fieldPath) {
		case 'metadata.name': {
			return metadata.name;
		}

		case 'metadata.namespace': {
			return metadata.namespace ?? '';
		}

		case 'metadata.uid': {
			return metadata.uid;
		}

		case 'metadata.labels': {
			return asLines(metadata.labels);
		}

		case 'metadata.annotations': {
			return asLines(metadata.annotations);
		}

		case 'spec.nodeName': {
			return spec.nodeName ?? '';
		}

		case 'spec.serviceAccountName': {
			return spec.serviceAccountName ?? '';
		}

		case 'status.hostIP': {
			return hostIPs[0] ?? '';
		}

		case 'status.hostIPs': {
			return hostIPs.join(',');
		}

		case 'status.podIPs': {
			return podIPs.join(',');
		}

		default: {
			return podIPs[0] ?? '';
		}
	}
};

/** A resource of a container from its spec; without a limit, the node's allocatable amount. */
const quantityOf = ({resources}: Container, resource: string, node: KnownNode): string => {
	const dot = resource.indexOf('.');
	const name = resource.slice(dot + 1);
	const isLimit = resource.slice(0, dot) === 'limits';
	const own = isLimit ? resources?.limits : resources?.requests;
	return own?.[name] ?? (isLimit ? node.status.allocatable?.[name] : undefined) ?? '0';
};

/**
Value of a resource of a container for the downward API, in units of the divisor, rounded up.

@param self the requesting container, which may refer to another one.
*/
export const resourceValue = (
	{spec}: Pod,
	self: Container,
	{containerName, resource, divisor}: ResourceFieldSelector,
	node: KnownNode,
): string => {
	const containers = [...spec.containers, ...(spec.initContainers ?? [])];
	const quantity = quantityOf(containers.find(({name}) => name === containerName) ?? self, resource, node);
	const unit = divisor && readQuantity(divisor).nanos > 0n ? divisor : '1';
	const amount = resource.endsWith('.cpu') ? cpuMillis(quantity) / cpuMillis(unit) : bytes(quantity) / bytes(unit);
	return String(Math.ceil(amount));
};
