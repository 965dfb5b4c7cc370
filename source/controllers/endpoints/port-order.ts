/** A port of a Service as one Pod serves it. */
export interface ServedPort {
	readonly name: string;
	readonly port: number;
	readonly protocol: 'SCTP' | 'TCP' | 'UDP';
	readonly appProtocol?: string;
}

const prime = 0x0000000001000000000000000000013bn;
const start = 0x6c62272e07bb014262b821756295c58dn;

/** FNV-1a with 128 bits, as 32 hexadecimal digits. */
const fnv128a = (text: string): string => {
	let hash = start;
	for (const byte of Buffer.from(text)) {
		hash = BigInt.asUintN(128, (hash ^ BigInt(byte)) * prime);
	}

	return hash.toString(16).padStart(32, '0');
};

/** The hash of how Go prints a port of a slice. */
const hashOf = ({name, port, protocol, appProtocol = '<nil>'}: ServedPort): string =>
	fnv128a(
		`(v1.EndpointPort){Name:(*string)${name} Protocol:(*v1.Protocol)${protocol} Port:(*int32)${port} AppProtocol:(*string)${appProtocol}}`,
	);

/**
Ports in the order in which slices list them: that of their hashes.

@mirrors k8s.io/endpointslice/util portsInOrder
*/
export const portsInOrder = (ports: readonly ServedPort[]): ServedPort[] =>
	ports.length < 2
		? [...ports]
		: ports
				.map((port) => ({port, hash: hashOf(port)}))
				.sort((a, b) => (a.hash < b.hash ? -1 : 1))
				.map(({port}) => port);
