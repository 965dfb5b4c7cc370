import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';

/** The first IPv4 range of the ServiceCIDR `kubernetes`; else the /16 around the address of the Service of that name; `undefined` if neither is there. */
export const serviceRange = (objects: readonly KubernetesObject[]): string | undefined => {
	let address: string | undefined;
	for (const object of objects) {
		if (isKind(object, 'networking.k8s.io/v1 ServiceCIDR') && object.metadata.name === 'kubernetes') {
			const range = object.spec?.cidrs?.find((cidr) => /^[\d.]+\/\d+$/.test(cidr));
			if (range !== undefined) {
				return range;
			}
		}

		if (
			isKind(object, 'v1 Service') &&
			object.metadata.name === 'kubernetes' &&
			object.metadata.namespace === 'default'
		) {
			address = object.spec?.clusterIP;
		}
	}

	const [, prefix] = /^(\d+\.\d+)\.\d+\.\d+$/.exec(address ?? '') ?? [];
	return prefix === undefined ? undefined : `${prefix}.0.0/16`;
};
