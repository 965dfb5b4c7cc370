import type {NetworkNamespace} from './records.js';

/** The last address of an IPv4 network: `10.244.1.255` for `10.244.1.2/24`. */
export const broadcastOf = (address: string): string => {
	const [ip = '', bits = '32'] = address.split('/');
	const value = ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
	const size = 2 ** (32 - Number(bits));
	const last = Math.floor(value / size) * size + size - 1;
	return [24, 16, 8, 0].map((shift) => Math.floor(last / 2 ** shift) % 256).join('.');
};

/** The link-local address that Linux makes of a hardware address, with the modified EUI-64 of RFC 4291. */
export const linkLocalOf = (mac: string): string => {
	const bytes = mac.split(':').map((part) => Number.parseInt(part, 16));
	const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bytes;
	const group = (high: number, low: number): string => (high * 256 + low).toString(16);
	return `fe80::${group(a ^ 2, b)}:${group(c, 255)}:${group(254, d)}:${group(e, f)}`;
};

const forever = '       valid_lft forever preferred_lft forever';

const inet = (address: string, device: string): readonly string[] =>
	address.includes(':')
		? [`    inet6 ${address} scope global `, forever]
		: [`    inet ${address} brd ${broadcastOf(address)} scope global ${device}`, forever];

/**
A Pod's interfaces, as `ip addr` prints them in its network namespace.

@param peerIndex the index of the other end of its cable on the node.
*/
export const podInterfaces = ({interfaces: {eth0}}: NetworkNamespace, peerIndex: number): readonly string[] => [
	'1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000',
	'    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00',
	'    inet 127.0.0.1/8 scope host lo',
	forever,
	'    inet6 ::1/128 scope host proto kernel_lo ',
	forever,
	`2: eth0@if${peerIndex}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu ${eth0.mtu} qdisc noqueue state UP group default qlen 1000`,
	`    link/ether ${eth0.mac} brd ff:ff:ff:ff:ff:ff link-netnsid 0`,
	...eth0.addresses.flatMap((address) => inet(address, 'eth0')),
	`    inet6 ${linkLocalOf(eth0.mac)}/64 scope link proto kernel_ll `,
	forever,
];

/** The node's end of a Pod's cable, as `ip link show master cni0` prints it. */
export const bridgePort = ({path, interfaces: {eth0}, host}: NetworkNamespace, index: number): readonly string[] => [
	`${index}: ${eth0.peer}@if2: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu ${eth0.mtu} qdisc noqueue master cni0 state UP mode DEFAULT group default qlen 1000`,
	`    link/ether ${host[eth0.peer]?.mac ?? ''} brd ff:ff:ff:ff:ff:ff link-netns ${path.replace(/^.*\//, '')}`,
];
