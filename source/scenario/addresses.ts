import {networkOf, splitRanges} from '../objects/cluster-network.js';
import {type Family, familyOf, isIP, isIPv4, parseNetwork} from '../objects/ip.js';
import type {ScenarioFile} from './scenario-file.js';

type Reporter = (path: ReadonlyArray<string | number>, message: string, remedy?: string) => void;

/** The shortest and the longest prefix that a range may have, by its family. */
type Lengths = Readonly<Record<Family, readonly [number, number]>>;

const ofServices: Lengths = {IPv4: [8, 30], IPv6: [64, 126]};
/** Nodes have a /24 and a /64 each. */
const ofCluster: Lengths = {IPv4: [8, 24], IPv6: [8, 64]};
const ofNode: Lengths = {IPv4: [8, 30], IPv6: [8, 126]};

const isRange = (text: string, lengths: Lengths): boolean => {
	const network = parseNetwork(text);
	if (!network || isIP(network.address) === 0) {
		return false;
	}

	const [shortest, longest] = lengths[isIPv4(network.address) ? 'IPv4' : 'IPv6'];
	return network.bits >= shortest && network.bits <= longest;
};

/** The kind of items in a list of ranges or addresses. */
interface Expected {
	readonly isValid: (item: string) => boolean;
	readonly what: string;
	readonly such: string;
}

/** Mistakes in the addresses that a scenario gives its cluster. */
export const lintAddresses = (report: Reporter, file: ScenarioFile): void => {
	const {ipFamilies, nodes = []} = file;
	const {families} = networkOf(file);
	if (
		ipFamilies &&
		(ipFamilies.length === 0 || ipFamilies.length > 2 || new Set(ipFamilies).size < ipFamilies.length)
	) {
		report(['ipFamilies'], 'a cluster has one address family or both', 'write [IPv4], [IPv6] or [IPv4, IPv6]');
		return;
	}

	const lintList = (path: ReadonlyArray<string | number>, text: string | undefined, expected: Expected): void => {
		const items = splitRanges(text);
		const wrong = items.find((item) => !expected.isValid(item));
		const own = items.map((item) => familyOf(item));
		const foreign = own.find((family) => !families.includes(family));
		if (wrong !== undefined) {
			report(path, `"${wrong}" is not ${expected.what}`, `write one such as ${expected.such}`);
		} else if (new Set(own).size < own.length) {
			report(
				path,
				`"${text}" has two addresses of the same family`,
				'write one of each family, with a comma between them',
			);
		} else if (foreign !== undefined) {
			report(
				path,
				`the cluster has no ${foreign} addresses`,
				`write ipFamilies: [${[...families, foreign].join(', ')}]`,
			);
		}
	};

	lintList(['serviceClusterIPRange'], file.serviceClusterIPRange, {
		isValid: (item) => isRange(item, ofServices),
		what: 'a range of addresses for Services',
		such: '10.96.0.0/16 or fd00:10:96::/112',
	});
	lintList(['clusterCIDR'], file.clusterCIDR, {
		isValid: (item) => isRange(item, ofCluster),
		what: 'a range of addresses from which each node gets a /24 or a /64',
		such: '10.244.0.0/16 or fd00:10:244::/56',
	});
	for (const [index, {podCIDR, address}] of nodes.entries()) {
		lintList(['nodes', index, 'podCIDR'], podCIDR, {
			isValid: (item) => isRange(item, ofNode),
			what: 'a range of addresses',
			such: '10.244.1.0/24 or fd00:10:244:1::/64',
		});
		lintList(['nodes', index, 'address'], address, {
			isValid: (item) => isIP(item) !== 0,
			what: 'an address',
			such: '192.168.0.11 or fd00:192:168::b',
		});
	}
};
