import {familyOf, isNetwork, maskedNetwork, type Family} from '../objects/ip.js';
import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';

/** The assumed prefix length of a range of which only an address is known. */
const usualBits: Readonly<Record<Family, number>> = {IPv4: 16, IPv6: 112};

/** The ranges around the addresses of Services, one of each family, that of the Service `kubernetes` first. */
const rangesAround = (addresses: readonly string[]): readonly string[] => {
	const ranges = new Map<Family, string>();
	for (const address of addresses) {
		const family = familyOf(address);
		if (!ranges.has(family)) {
			ranges.set(family, maskedNetwork(`${address}/${usualBits[family]}`));
		}
	}

	return [...ranges.values()];
};

/**
The ranges of the ServiceCIDR `kubernetes`, separated by a comma for two families; otherwise ranges around the addresses of Services, with the
first family of the Service `kubernetes`.

@returns `undefined` without both.
*/
export const serviceRange = (objects: readonly KubernetesObject[]): string | undefined => {
	let first: readonly string[] = [];
	const others: string[] = [];
	for (const object of objects) {
		if (isKind(object, 'networking.k8s.io/v1 ServiceCIDR') && object.metadata.name === 'kubernetes') {
			const ranges = (object.spec?.cidrs ?? []).filter((range) => isNetwork(range));
			if (ranges.length > 0) {
				return ranges.join(',');
			}
		}

		if (isKind(object, 'v1 Service')) {
			const {metadata, spec} = object;
			const ips = (spec?.clusterIPs ?? [spec?.clusterIP ?? '']).filter((ip) => isNetwork(`${ip}/32`));
			if (metadata.name === 'kubernetes' && metadata.namespace === 'default') {
				first = ips;
			} else {
				others.push(...ips);
			}
		}
	}

	return first.length === 0 ? undefined : rangesAround([...first, ...others]).join(',');
};
