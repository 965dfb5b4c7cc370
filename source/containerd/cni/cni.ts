import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {registryKey} from '../../objects/resources.js';
import {frame, note} from '../../stages/note.js';
import {addressAt, hasAddress, ofFamily, prefixLength} from '../../objects/address-range.js';
import {familyOf} from '../../objects/ip.js';
import {HostLocal, type Reserved} from './host-local.js';
import {
	defaultRoutes,
	mtuOf,
	networkList,
	pluginInput,
	type NetworkList,
	type NetworkSettings,
} from './network-list.js';

export interface NetworkInterface {
	readonly name: string;
	readonly mac: string;
	/** Its network namespace; the node's if absent. */
	readonly sandbox?: string;
}

/** Result of ADD, as a plug-in prints it. */
export interface NetworkResult {
	readonly cniVersion: '1.0.0';
	readonly interfaces: readonly NetworkInterface[];
	readonly ips: ReadonlyArray<Reserved & {readonly interface: number}>;
	readonly routes: ReadonlyArray<{readonly dst: string; readonly gw?: string}>;
	readonly dns: Readonly<Record<string, never>>;
}

/** The routes of a Pod's network namespace, as `ip route` and `ip -6 route` print them. */
const podRoutes = (range: string, ip: string): readonly string[] => {
	const gateway = addressAt(range, 1);
	return familyOf(ip) === 'IPv6'
		? [
				`${range} dev eth0 proto kernel metric 256 pref medium`,
				`default via ${gateway} dev eth0 metric 1024 pref medium`,
			]
		: [`default via ${gateway} dev eth0`, `${range} dev eth0 proto kernel scope link src ${ip}`];
};

/** A sandbox that is to be connected. */
export interface Attachment {
	readonly id: string;
	/** Path of its network namespace. */
	readonly netns: string;
	readonly namespace: string;
	readonly name: string;
	readonly uid: string;
	readonly portMappings?: ReadonlyArray<{readonly containerPort: number; readonly hostPort?: number}>;
}

/**
The node's Pod network: a bridge, a range of addresses of each family, and a veth pair for each sandbox.

@see https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/network-plugins/
*/
export class PodNetwork {
	readonly #addresses: HostLocal;
	readonly #list: NetworkList;

	constructor(
		readonly kernel: Kernel,
		readonly node: string,
		readonly podCIDRs: readonly string[],
		readonly settings: NetworkSettings = {},
	) {
		this.#addresses = new HostLocal(kernel, node, podCIDRs);
		this.#list = networkList(podCIDRs, settings);
	}

	/**
	ADD: gives the network namespace an interface and an address.

	@throws {NetworkFailure} when no address is free.
	*/
	*add(attachment: Attachment): Routine<NetworkResult> {
		const {id, netns, name, namespace, uid} = attachment;
		const object = registryKey('pods', namespace, name);
		const environment = {
			CNI_COMMAND: 'ADD',
			CNI_CONTAINERID: id,
			CNI_NETNS: netns,
			CNI_IFNAME: 'eth0',
			CNI_ARGS: `IgnoreUnknown=1;K8S_POD_NAMESPACE=${namespace};K8S_POD_NAME=${name};K8S_POD_INFRA_CONTAINER_ID=${id};K8S_POD_UID=${uid}`,
			CNI_PATH: '/opt/cni/bin',
		};
		return yield* frame(
			{
				name: 'CNI ADD',
				component: 'cni',
				stage: 'cni.add.bridge',
				facts: {case: 'start', environment, input: pluginInput(this.#list, 'bridge')},
				object,
			},
			this.#add(attachment, object),
		);
	}

	*#add(attachment: Attachment, object: string): Routine<NetworkResult> {
		const {node} = this;
		const {id, netns, namespace, name, portMappings} = attachment;
		const reserved = yield* this.#addresses.reserve(id, object, pluginInput(this.#list, 'bridge'));
		const ips = reserved.map(({address}) => address.replace(/\/.*/, ''));
		const [bridge, veth, eth0] = this.#interfaces(netns);
		const result: NetworkResult = {
			cniVersion: '1.0.0',
			interfaces: [bridge, veth, eth0],
			ips: reserved.map(({address, gateway}) => ({address, gateway, interface: 2})),
			routes: defaultRoutes(this.podCIDRs),
			dns: {},
		};
		this.#show(id, {netns, pod: `${namespace}/${name}`, ips, veth, eth0});
		const gateway = reserved.map((one) => one.gateway).join(', ');
		yield* note(
			'cni.add.bridge',
			{case: 'result', host: veth.name, netns, ip: ips.join(', '), gateway, output: result},
			{object},
		);
		const hostPorts = portMappings?.filter(({hostPort}) => hostPort) ?? [];
		if (hostPorts.length > 0) {
			const input = pluginInput(this.#list, 'portmap', {portMappings: hostPorts}, result);
			yield* note('cni.add.portmap', {node, ip: ips.join(', '), portMappings: hostPorts, input}, {object});
		}

		return result;
	}

	/** Shows a network namespace in the ledger. */
	#show(
		id: string,
		{
			netns,
			pod,
			ips,
			veth,
			eth0,
		}: {
			readonly netns: string;
			readonly pod: string;
			readonly ips: readonly string[];
			readonly veth: NetworkInterface;
			readonly eth0: NetworkInterface;
		},
	): void {
		const {kernel, node, podCIDRs} = this;
		const rangeOf = (ip: string): string =>
			podCIDRs.find((range) => hasAddress(range, ip)) ?? ofFamily(podCIDRs, familyOf(ip)) ?? `${ip}/32`;
		const hasIPv6 = ips.some((ip) => familyOf(ip) === 'IPv6');
		kernel.ledger.write(`/nodes/${node}/netns/${id}`, {
			path: netns,
			pod,
			interfaces: {
				eth0: {
					addresses: ips.map((ip) => `${ip}/${prefixLength(rangeOf(ip))}`),
					mac: eth0.mac,
					peer: veth.name,
					mtu: mtuOf(this.settings),
				},
				lo: {addresses: ['127.0.0.1/8', ...(hasIPv6 ? ['::1/128'] : [])]},
			},
			routes: ips.flatMap((ip) => podRoutes(rangeOf(ip), ip)),
			host: {[veth.name]: {master: 'cni0', mac: veth.mac}},
		});
	}

	/** The bridge, and both ends of a veth pair. */
	#interfaces(netns: string): readonly [NetworkInterface, NetworkInterface, NetworkInterface] {
		const random = this.kernel.random(`cni/${this.node}`);
		const mac = () =>
			random
				.hex(12)
				.replace(/^.(.)/, 'a$1')
				.replaceAll(/(..)(?=.)/g, '$1:');
		return [
			{name: 'cni0', mac: mac()},
			{name: `veth${random.hex(8)}`, mac: mac()},
			{name: 'eth0', mac: mac(), sandbox: netns},
		];
	}

	/** Adds a sandbox that is already connected, with its address. Report it with the next stop. */
	restore({id, netns, namespace, name}: Attachment, ips: readonly string[]): void {
		for (const ip of ips) {
			this.#addresses.restore(ip, id);
		}

		const [, veth, eth0] = this.#interfaces(netns);
		this.#show(id, {netns, pod: `${namespace}/${name}`, ips, veth, eth0});
	}

	/** Undoes an ADD whose caller ended before it got the sandbox: it makes no stop, since its process has ended. */
	abandon(id: string): void {
		this.#addresses.releaseOf(id);
		this.kernel.ledger.delete(`/nodes/${this.node}/netns/${id}`);
	}

	/** DEL: removes the interface and releases the addresses. Never fails, even if they no longer exist. @param object ledger key of the Pod. */
	*remove(id: string, ips: readonly string[], object: string): Routine {
		for (const ip of ips) {
			this.#addresses.release(ip, id);
		}

		this.kernel.ledger.delete(`/nodes/${this.node}/netns/${id}`);
		yield* note(
			'cni.del.bridge',
			{environment: {CNI_COMMAND: 'DEL', CNI_CONTAINERID: id, CNI_IFNAME: 'eth0'}, released: ips.join(', ')},
			{object},
		);
	}
}
