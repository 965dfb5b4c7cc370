import type {Kernel} from '../kernel/kernel.js';
import type {Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {RuntimeContainer} from './container.js';
import {registryKey} from '../objects/resources.js';
import type {Handler} from './handler.js';
import {type Sandbox, sandboxIPs} from '../cri/pod-sandbox.js';
import type {Listens} from './images/described-program.js';
import type {Site} from './processes/nginx/site.js';

/** A port that a program opens, as it runs. */
export interface OpenPort extends Listens {
	/** The configuration that decides the answers. */
	readonly nginx?: Site;
	/** Its protocol; by default, the protocol of the request. */
	readonly scheme?: 'http' | 'https';
	/** A program's own code decides the answers. */
	readonly handler?: Handler;
}

/** A server that accepts connections on a port. */
export interface Listening {
	readonly container: RuntimeContainer;
	readonly listens: OpenPort;
	/** All other open ports of its node. */
	readonly listeners: Listeners;
}

interface Open {
	readonly listens: OpenPort;
	/** Whether it accepts connections; a server that is ending does not, although its port is still open. */
	accepts: boolean;
}

/** The network's place of a Pod's listeners: at its own address, or among the processes on its node's network. */
const addressKeys = (sandbox: Sandbox, nodeIPs: readonly string[]): readonly string[] =>
	sandbox.ip === ''
		? nodeIPs.map((ip) => `/network/hosts/${ip}/${sandbox.namespace}/${sandbox.pod}`)
		: sandboxIPs(sandbox).map((ip) => `/network/addresses/${ip}`);

/** The open ports of the Pods of one node, by container; the network sees them at the Pods' addresses. */
export class Listeners {
	readonly #open = new Map<string, Map<RuntimeContainer, Map<number, Open>>>();

	/** @param currentSandbox the newest sandbox of a Pod, by its uid. */
	constructor(
		readonly kernel: Kernel,
		readonly currentSandbox: (uid: string) => Sandbox | undefined,
		/** The node's own addresses. */
		readonly nodeIPs: readonly string[],
		/** The listeners of all nodes, by name. */
		readonly nodes: ReadonlyMap<string, Pick<Listeners, 'at'>>,
	) {}

	/** The process that accepts connections on a port of a Pod, on any node. */
	on(node: string, uid: string, port: number): Listening | undefined {
		return this.nodes.get(node)?.at(uid, port);
	}

	/** The process that accepts connections on a port of a Pod. @param from `loopback` from the Pod itself, on 127.0.0.1. */
	at(uid: string, port: number, from: 'address' | 'loopback' = 'address'): Listening | undefined {
		for (const [container, ports] of this.#open.get(uid) ?? []) {
			const open = ports.get(port);
			if (open?.accepts && (from === 'loopback' || !open.listens.loopback)) {
				return {container, listens: open.listens, listeners: this};
			}
		}

		return undefined;
	}

	/** The open ports of a container. */
	portsOf(container: RuntimeContainer): readonly OpenPort[] {
		const ports = this.#open.get(container.sandbox.uid)?.get(container);
		return [...(ports?.values() ?? [])].map(({listens}) => listens);
	}

	/** Opens or closes a port of a container. @returns false if another container on its network has the port. */
	*listen(container: RuntimeContainer, listens: OpenPort, open: boolean): Routine<boolean> {
		const {uid, ip, namespace, pod} = container.sandbox;
		const containers = this.#open.get(uid) ?? new Map<RuntimeContainer, Map<number, Open>>();
		this.#open.set(uid, containers);
		const ports = containers.get(container) ?? new Map<number, Open>();
		containers.set(container, ports);
		if (open && this.#isTaken(container, listens.port)) {
			return listens.ifFree ?? false;
		}

		if (open) {
			ports.set(listens.port, {listens, accepts: true});
		} else {
			ports.delete(listens.port);
		}

		this.publish(container.sandbox);
		yield* note(
			'container.listen',
			{container: container.name, ip, port: listens.port, open},
			{object: registryKey('pods', namespace, pod)},
		);
		return true;
	}

	/** The key of shared ports: containers of a Pod share them, and in the node's network all its Pods do. */
	#isTaken(container: RuntimeContainer, port: number): boolean {
		const {uid, hostNetwork} = container.sandbox;
		const sharing = hostNetwork
			? [...this.#open.values()].flatMap((containers) => [...containers])
			: [...(this.#open.get(uid) ?? [])];
		return sharing.some(
			([other, ports]) => other !== container && other.sandbox.hostNetwork === hostNetwork && ports.has(port),
		);
	}

	/** The ports of a container stay open, and refuse new connections. Report it with the next stop. */
	refuse(container: RuntimeContainer): void {
		const ports = this.#open.get(container.sandbox.uid)?.get(container);
		if (ports && ports.size > 0) {
			for (const open of ports.values()) {
				open.accepts = false;
			}

			this.publish(container.sandbox);
		}
	}

	/** Closes the ports of a container that has ended. Report it with the next stop. */
	close(container: RuntimeContainer): void {
		if (this.#open.get(container.sandbox.uid)?.delete(container)) {
			this.publish(container.sandbox);
		}
	}

	/** The Pod no longer answers. Report it with the next stop. */
	withdraw(sandbox: Sandbox): void {
		for (const key of addressKeys(sandbox, this.nodeIPs)) {
			if (this.kernel.ledger.read(key) !== undefined) {
				this.kernel.ledger.delete(key);
			}
		}
	}

	/** Forgets a completely removed Pod. */
	forget(uid: string): void {
		this.#open.delete(uid);
	}

	/** Records the network's view of a Pod's address. */
	publish(sandbox: Sandbox): void {
		const {uid, ip, node, namespace, pod, hostNetwork} = sandbox;
		if ((!ip && !hostNetwork) || this.currentSandbox(uid)?.state !== 'SANDBOX_READY') {
			return;
		}

		const open = [...(this.#open.get(uid) ?? [])].flatMap(([container, ports]) =>
			[...ports].map(([port, {accepts, listens}]) => ({port, container: container.name, accepts, listens})),
		);
		const listeners = open
			.filter(({listens}) => !listens.loopback)
			.map(({port, container, accepts}) => ({port, container, accepts}));
		const onLoopback = open.filter(({listens}) => listens.loopback).map(({port, container}) => ({port, container}));
		if (!hostNetwork || listeners.length > 0) {
			const local = onLoopback.length > 0 ? {onLoopback} : {};
			for (const key of addressKeys(sandbox, this.nodeIPs)) {
				this.kernel.ledger.write(key, {node, namespace, pod, uid, listeners, ...local});
			}
		} else {
			this.withdraw(sandbox);
		}
	}
}
