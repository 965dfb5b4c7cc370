import {copyOf} from '../../objects/copy.js';
import type {Kernel} from '../../kernel/kernel.js';
import {frame, note, type Routine} from '../../kernel/routine.js';
import {RuntimeError, type PodSandboxConfig} from '../runtime/cri.js';
import {addressAt, addressCount, addressIndex, prefixLength} from './address.js';

/** Result of ADD, as a plug-in prints it. */
export interface NetworkResult {
	readonly cniVersion: '1.0.0';
	readonly interfaces: ReadonlyArray<{readonly name: string; readonly mac: string; readonly sandbox?: string}>;
	readonly ips: ReadonlyArray<{readonly address: string; readonly gateway: string; readonly interface: number}>;
	readonly routes: ReadonlyArray<{readonly dst: string; readonly gw?: string}>;
	readonly dns: Readonly<Record<string, never>>;
}

/**
@returns the next free address after the one given last, around the range; `undefined`: none is free.
@mirrors host-local's allocator: round robin
*/
export const nextAddress = (
	podCIDR: string,
	reserved: ReadonlySet<string> | ReadonlyMap<string, unknown>,
	last: string | undefined,
): string | undefined => {
	// .0 is the network, .1 the gateway, the last one broadcasts.
	const [first, end] = [2, addressCount(podCIDR) - 1];
	const start = last === undefined ? first : addressIndex(podCIDR, last) + 1;
	for (let offset = 0; offset < end - first; offset++) {
		const candidate = addressAt(podCIDR, first + ((start - first + offset) % (end - first)));
		if (!reserved.has(candidate)) {
			return candidate;
		}
	}

	return undefined;
};

/**
The node's Pod network: a bridge, an address range, and a veth pair for each sandbox.

@see https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/network-plugins/
*/
export class PodNetwork {
	readonly #reserved = new Map<string, string>();
	#last: string | undefined;

	constructor(
		readonly kernel: Kernel,
		readonly node: string,
		readonly podCIDR: string,
	) {}

	get gateway(): string {
		return addressAt(this.podCIDR, 1);
	}

	/** The list that containerd finds in /etc/cni/net.d. */
	get configuration(): Readonly<Record<string, unknown>> {
		return {
			cniVersion: '1.0.0',
			name: 'cbr0',
			plugins: [
				{
					type: 'bridge',
					bridge: 'cni0',
					isGateway: true,
					ipMasq: true,
					hairpinMode: true,
					ipam: {type: 'host-local', ranges: [[{subnet: this.podCIDR}]], routes: [{dst: '0.0.0.0/0'}]},
				},
				{type: 'portmap', capabilities: {portMappings: true}},
			],
		};
	}

	/**
	ADD: gives the network namespace an interface and an address.

	@throws {RuntimeError} when no address is free.
	*/
	*add(id: string, netns: string, config: PodSandboxConfig): Routine<NetworkResult> {
		const {name, namespace} = config.metadata;
		const object = `/registry/pods/${namespace}/${name}`;
		const input: Record<string, unknown> = copyOf(this.configuration);
		input['runtimeConfig'] = config.portMappings?.some(({hostPort}) => hostPort)
			? {portMappings: config.portMappings}
			: {};
		const environment = {
			CNI_COMMAND: 'ADD',
			CNI_CONTAINERID: id,
			CNI_NETNS: netns,
			CNI_IFNAME: 'eth0',
			CNI_ARGS: `IgnoreUnknown=1;K8S_POD_NAMESPACE=${namespace};K8S_POD_NAME=${name};K8S_POD_INFRA_CONTAINER_ID=${id};K8S_POD_UID=${config.metadata.uid}`,
			CNI_PATH: '/opt/cni/bin',
		};
		return yield* frame(
			{
				name: 'CNI ADD',
				component: 'cni',
				stage: 'cni.add.bridge',
				text: `containerd runs the plug-in bridge with ADD for ${namespace}/${name}: configuration on standard input, the rest in the environment.`,
				facts: {input, environment},
				object,
			},
			this.#add(id, netns, config, object),
		);
	}

	*#add(id: string, netns: string, config: PodSandboxConfig, object: string): Routine<NetworkResult> {
		const {kernel, node} = this;
		const ip = nextAddress(this.podCIDR, this.#reserved, this.#last);
		if (ip === undefined) {
			const range = `${addressAt(this.podCIDR, 1)}-${addressAt(this.podCIDR, addressCount(this.podCIDR) - 2)}`;
			const message = `failed to allocate for range 0: no IP addresses available in range set: ${range}`;
			yield* note(
				'cni.add.host-local',
				`host-local has no address left in ${this.podCIDR}.`,
				{message},
				{object, outcome: 'failed'},
			);
			throw new RuntimeError(
				'Unknown',
				`failed to setup network for sandbox "${id}": plugin type="bridge" failed (add): ${message}`,
			);
		}

		const before = this.#last;
		this.#last = ip;
		this.#reserved.set(ip, id);
		// host-local keeps a file for each address, with the sandbox's id in it, and one with the last address it gave.
		kernel.ledger.write(`/nodes/${node}/netns/host-local/${ip}`, id);
		kernel.ledger.write(`/nodes/${node}/netns/host-local/last_reserved_ip.0`, ip);
		yield* note(
			'cni.add.host-local',
			`bridge asks its IPAM plug-in: host-local reserves ${ip}, the next free address of ${this.podCIDR}.`,
			{
				input: {subnet: this.podCIDR, lastReserved: before},
				output: {address: `${ip}/${prefixLength(this.podCIDR)}`, gateway: this.gateway},
			},
			{object},
		);

		const random = kernel.random(`cni/${node}`);
		const mac = () =>
			random
				.hex(12)
				.replace(/^.(.)/, 'a$1')
				.replaceAll(/(..)(?=.)/g, '$1:');
		const result: NetworkResult = {
			cniVersion: '1.0.0',
			interfaces: [
				{name: 'cni0', mac: mac()},
				{name: `veth${random.hex(8)}`, mac: mac()},
				{name: 'eth0', mac: mac(), sandbox: netns},
			],
			ips: [{address: `${ip}/${prefixLength(this.podCIDR)}`, gateway: this.gateway, interface: 2}],
			routes: [{dst: '0.0.0.0/0'}],
			dns: {},
		};
		const host = result.interfaces[1]!.name;
		kernel.ledger.write(`/nodes/${node}/netns/${id}`, {
			path: netns,
			pod: `${config.metadata.namespace}/${config.metadata.name}`,
			interfaces: {
				lo: {addresses: ['127.0.0.1/8']},
				eth0: {addresses: [result.ips[0]!.address], mac: result.interfaces[2]!.mac, peer: host, mtu: 1450},
			},
			routes: [`default via ${this.gateway} dev eth0`, `${this.podCIDR} dev eth0 proto kernel scope link src ${ip}`],
			host: {[host]: {master: 'cni0', mac: result.interfaces[1]!.mac}},
		});
		yield* note(
			'cni.add.bridge',
			`bridge makes the veth pair ${host} – eth0, moves eth0 into ${netns}, puts ${host} on cni0, gives eth0 ${ip} and a default route via ${this.gateway}, and prints the result.`,
			{output: result},
			{object},
		);
		const hostPorts = config.portMappings?.filter(({hostPort}) => hostPort) ?? [];
		if (hostPorts.length > 0) {
			yield* note(
				'cni.add.portmap',
				`portmap forwards ${hostPorts.map(({hostPort, containerPort}) => `port ${hostPort} of ${node} to ${ip}:${containerPort}`).join(', ')}.`,
				{input: {portMappings: hostPorts, prevResult: result}},
				{object},
			);
		}

		return result;
	}

	/** DEL: takes interface and address away. Never fails: what is gone is gone. */
	*remove(id: string, ip: string, pod: string): Routine {
		const {kernel, node} = this;
		this.#reserved.delete(ip);
		kernel.ledger.delete(`/nodes/${node}/netns/${id}`);
		kernel.ledger.delete(`/nodes/${node}/netns/host-local/${ip}`);
		yield* note(
			'cni.del.bridge',
			`containerd runs bridge with DEL for ${pod}: the veth pair goes, and host-local releases ${ip}.`,
			{environment: {CNI_COMMAND: 'DEL', CNI_CONTAINERID: id, CNI_IFNAME: 'eth0'}, released: ip},
			{object: `/registry/pods/${pod}`},
		);
	}
}
