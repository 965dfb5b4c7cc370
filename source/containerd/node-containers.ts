import type {ContainerStore} from '../machine/container-life.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import type {RuntimeContainer} from '../machine/container.js';
import type {Sandbox} from '../cri/pod-sandbox.js';
import type {RuntimeChange} from '../cri/runtime-service.js';

/** The sandboxes and containers of a node, as the ledger shows them under `/nodes/<node>/`. A caller that changes it makes the next stop. */
export class NodeContainers implements ContainerStore {
	/** Listeners are notified of each beginning and end. */
	readonly changes: Mailbox<RuntimeChange>;
	/** The sandboxes by Pod, newest first. */
	readonly #sandboxes = new Map<string, readonly Sandbox[]>();
	readonly #containers = new Map<string, readonly RuntimeContainer[]>();
	readonly #byId = new Map<string, RuntimeContainer>();
	#pid = 1000;

	constructor(
		readonly kernel: Kernel,
		readonly node: string,
	) {
		this.changes = new Mailbox(`containerd/${node} changes`);
	}

	/** Sandboxes of a Pod, newest first. */
	sandboxesOf(uid: string): readonly Sandbox[] {
		return this.#sandboxes.get(uid) ?? [];
	}

	/** Containers of a Pod, newest first. */
	containersOf(uid: string): readonly RuntimeContainer[] {
		return this.#containers.get(uid) ?? [];
	}

	/** uids of the Pods that have a sandbox. */
	get pods(): readonly string[] {
		return [...this.#sandboxes.keys()];
	}

	container(id: string): RuntimeContainer | undefined {
		return this.#byId.get(id);
	}

	/** A sandbox that is still on the node. */
	sandbox(id: string): Sandbox | undefined {
		return [...this.#sandboxes.values()].flat().find((sandbox) => sandbox.id === id);
	}

	/** A process ID that is not in use yet. */
	nextPid(): number {
		return this.#pid++;
	}

	addSandbox(sandbox: Sandbox): void {
		this.#sandboxes.set(sandbox.uid, [sandbox, ...this.sandboxesOf(sandbox.uid)]);
		this.#showSandbox(sandbox);
	}

	/** Records that the state of a sandbox has changed. */
	replaceSandbox(sandbox: Sandbox): void {
		this.#sandboxes.set(
			sandbox.uid,
			this.sandboxesOf(sandbox.uid).map((other) => (other.id === sandbox.id ? sandbox : other)),
		);
		this.#showSandbox(sandbox);
	}

	/** @returns whether it was the last one of its Pod. */
	removeSandbox({id, uid}: Sandbox): boolean {
		const left = this.sandboxesOf(uid).filter((other) => other.id !== id);
		if (left.length > 0) {
			this.#sandboxes.set(uid, left);
		} else {
			this.#sandboxes.delete(uid);
			this.#containers.delete(uid);
		}

		this.kernel.ledger.delete(`/nodes/${this.node}/sandboxes/${id}`);
		return left.length === 0;
	}

	addContainer(container: RuntimeContainer): void {
		const {uid} = container.sandbox;
		this.#containers.set(uid, [container, ...this.containersOf(uid)]);
		this.#byId.set(container.id, container);
		this.show(container);
	}

	/** Removes a container and its log. */
	removeContainer(container: RuntimeContainer): void {
		const {uid} = container.sandbox;
		const {ledger} = this.kernel;
		this.#byId.delete(container.id);
		this.#containers.set(
			uid,
			this.containersOf(uid).filter((other) => other !== container),
		);
		ledger.delete(`/nodes/${this.node}/containers/${container.id}`);
		if (ledger.read(`/nodes/${this.node}/files/${container.id}`) !== undefined) {
			ledger.delete(`/nodes/${this.node}/files/${container.id}`);
		}

		if (container.log.length > 0) {
			ledger.delete(`/nodes/${this.node}/logs/${container.id}`);
		}
	}

	/** A container has changed: writes its current state to the ledger. */
	show(container: RuntimeContainer): void {
		this.kernel.ledger.write(`/nodes/${this.node}/containers/${container.id}`, container.record);
	}

	/** Something of a Pod has begun or ended. */
	tell(uid: string): void {
		this.kernel.send(this.changes, {uid});
	}

	#showSandbox(sandbox: Sandbox): void {
		this.kernel.ledger.write(`/nodes/${this.node}/sandboxes/${sandbox.id}`, sandbox);
	}
}
