import {isKind} from '../../objects/kubernetes-object.js';
import type {Services} from '../services.js';
import {failure, notFound, RequestFailure} from '../request/failure.js';

/** The order in which the apiserver tries the addresses of a Node. */
const preferred = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];

const kubeletPort = 10_250;

/**
The address of a node's kubelet.

@throws RequestFailure 404 for no such node; 500 for a node without an address.
@mirrors k8s.io/kubernetes/pkg/kubelet/client NodeConnectionInfoGetter.GetConnectionInfo
*/
export const kubeletAddress = (services: Services, name: string): {readonly host: string; readonly port: number} => {
	const node = services.storage.read(`/registry/minions/${name}`)?.value;
	if (!node || !isKind(node, 'v1 Node')) {
		throw new RequestFailure(notFound({group: '', plural: 'nodes'}, name));
	}

	const addresses = node.status?.addresses ?? [];
	const host = preferred.flatMap((type) => addresses.filter((address) => address.type === type))[0]?.address;
	if (host === undefined) {
		const known = addresses.map(({type, address}) => `{${type} ${address}}`).join(' ');
		throw new RequestFailure(failure(500, '', `no preferred addresses found; known addresses: [${known}]`));
	}

	return {host, port: node.status?.daemonEndpoints?.kubeletEndpoint?.Port || kubeletPort};
};
