import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {registryKey} from '../../objects/resources.js';
import {frame, note} from '../../stages/note.js';
import {prefixLength} from './address.js';
import {HostLocal} from './host-local.js';
import {networkList, pluginInput, podMTU, type NetworkList} from './network-list.js';

export interface NetworkInterface {
	readonly name: string;
	readonly mac: string;
	/** Network namespace that it is in; the node's if absent. */
	readonly sandbox?: string;
}

/** Result of ADD, as a plug-in prints it. */
export interface NetworkResult {
	readonly cniVersion: '1.0.0';
	readonly interfaces: readonly NetworkInterface[];
	readonly ips: readonly [{readonly address: string; readonly gateway: string; readonly interface: number}];
	readonly routes: ReadonlyArray<{readonly dst: string; readonly gw?: string}>;
	readonly dns: Readonly<Record<string, never>>;
}

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
The node's Pod network: a bridge, an address range, and a veth pair for each sandbox.

@see https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/network-plugins/
*/
export class PodNetwork {
	readonly #addresses: HostLocal;
	readonly #list: NetworkList;

	constructor(
		readonly kernel: Kernel,
		readonly node: string,
		readonly podCIDR: string,
	) {
		this.#addresses = new HostLocal(kernel, node, podCIDR);
		this.#list = networkList(podCIDR);
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
		const ip = yield* this.#addresses.reserve(id, object, pluginInput(this.#list, 'bridge'));
		const {gateway} = this.#addresses;
		const address = `${ip}/${prefixLength(this.podCIDR)}`;
		const [bridge, veth, eth0] = this.#interfaces(netns);
		const result: NetworkResult = {
			cniVersion: '1.0.0',
			interfaces: [bridge, veth, eth0],
			ips: [{address, gateway, interface: 2}],
			routes: [{dst: '0.0.0.0/0'}],
			dns: {},
		};
		this.#show(id, {netns, pod: `${namespace}/${name}`, ip, veth, eth0});
		yield* note('cni.add.bridge', {case: 'result', host: veth.name, netns, ip, gateway, output: result}, {object});
		const hostPorts = portMappings?.filter(({hostPort}) => hostPort) ?? [];
		if (hostPorts.length > 0) {
			const input = pluginInput(this.#list, 'portmap', {portMappings: hostPorts}, result);
			yield* note('cni.add.portmap', {node, ip, portMappings: hostPorts, input}, {object});
		}

		return result;
	}

	/** Shows a network namespace in the ledger. */
	#show(
		id: string,
		{
			netns,
			pod,
			ip,
			veth,
			eth0,
		}: {
			readonly netns: string;
			readonly pod: string;
			readonly ip: string;
			readonly veth: NetworkInterface;
			readonly eth0: NetworkInterface;
		},
	): void {
		const {kernel, node, podCIDR} = this;
		kernel.ledger.write(`/nodes/${node}/netns/${id}`, {
			path: netns,
			pod,
			interfaces: {
				eth0: {addresses: [`${ip}/${prefixLength(podCIDR)}`], mac: eth0.mac, peer: veth.name, mtu: podMTU},
				lo: {addresses: ['127.0.0.1/8']},
			},
			routes: [
				`default via ${this.#addresses.gateway} dev eth0`,
				`${podCIDR} dev eth0 proto kernel scope link src ${ip}`,
			],
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

	/** A sandbox that is connected already, with the address that it has. Report it with the next stop. */
	restore({id, netns, namespace, name}: Attachment, ip: string): void {
		this.#addresses.restore(ip, id);
		const [, veth, eth0] = this.#interfaces(netns);
		this.#show(id, {netns, pod: `${namespace}/${name}`, ip, veth, eth0});
	}

	/** Undoes an ADD whose caller ended before it got the sandbox: nobody is there any more to stop. */
	abandon(id: string): void {
		this.#addresses.releaseOf(id);
		this.kernel.ledger.delete(`/nodes/${this.node}/netns/${id}`);
	}

	/** DEL: removes the interface and releases the address. Never fails, even if they are already gone. @param object ledger key of the Pod. */
	*remove(id: string, ip: string, object: string): Routine {
		this.#addresses.release(ip, id);
		this.kernel.ledger.delete(`/nodes/${this.node}/netns/${id}`);
		yield* note(
			'cni.del.bridge',
			{environment: {CNI_COMMAND: 'DEL', CNI_CONTAINERID: id, CNI_IFNAME: 'eth0'}, released: ip},
			{object},
		);
	}
}
