import {sha256Bytes} from '../../kernel/hash.js';
import {memoised} from '../../kernel/memoised.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648) of the first ten bytes: 16 letters. */
const base32 = (data: Uint8Array): string => {
	let text = '';
	let bits = 0;
	let value = 0;
	for (const byte of data.subarray(0, 10)) {
		value = (value << 8) | byte;
		bits += 8;
		while (bits >= 5) {
			bits -= 5;
			text += alphabet[(value >> bits) & 31];
		}
	}

	return text;
};

// Each endpoint of each port of a Service has a chain on every node.
const hashOf = memoised((what: string) => base32(sha256Bytes(what)), 100_000);

/**
The name of an iptables chain: a prefix and a hash, because such names must be short and unique.

@param what the owner of the chain: the Service's port and protocol (`default/webtcp`), followed by the address for an endpoint.
@mirrors k8s.io/kubernetes/pkg/proxy/iptables.portProtoHash
*/
export const chainName = (prefix: 'SVC' | 'SVL' | 'EXT' | 'FW' | 'SEP', what: string): string =>
	`KUBE-${prefix}-${hashOf(what)}`;

// A name of nftables has 256 bytes, of which 16 are for the prefix.
const nftablesLongest = 240;

/**
The name of an nftables chain or set, which may be long enough to be readable: a prefix, a short hash, and its owner.

@param what `namespace/service/protocol/port name`, followed by `__ip/port` for an endpoint.
@mirrors k8s.io/kubernetes/pkg/proxy/nftables.hashAndTruncate
*/
export const nftablesName = (
	prefix: 'affinity' | 'endpoint' | 'external' | 'firewall' | 'local' | 'service',
	what: string,
): string => {
	const name = `${hashOf(what).slice(0, 8)}-${what}`;
	return `${prefix}-${name.length > nftablesLongest ? `${name.slice(0, nftablesLongest - 3)}...` : name}`;
};
