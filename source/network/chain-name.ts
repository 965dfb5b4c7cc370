import {createHash} from 'node:crypto';

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

const known = new Map<string, string>();

/**
Name of an iptables chain: a prefix and a hash, as such names are short and must not clash.

@param what whose chain: the Service's port and protocol (`default/webtcp`), and for an endpoint its address behind.
@mirrors k8s.io/kubernetes/pkg/proxy/iptables.portProtoHash
*/
export const chainName = (prefix: 'SVC' | 'SVL' | 'EXT' | 'FW' | 'SEP', what: string): string => {
	let hash = known.get(what);
	if (hash === undefined) {
		hash = base32(createHash('sha256').update(what).digest());
		known.set(what, hash);
	}

	return `KUBE-${prefix}-${hash}`;
};
