import type {Client} from '../client/client.js';
import {ApiError, ignoreNotFound} from '../client/errors.js';
import type {Routine} from '../kernel/routine.js';
import type {Lease, Node} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import {Workers} from './workers.js';

const resource = 'leases.coordination.k8s.io';
const namespace = 'kube-node-lease';
const leaseSeconds = 40;
const renewMs = 10_000;
/** @mirrors kwok's nodeLeaseParallelism */
const workers = 4;

/** Renews the Lease of each node every ten seconds as a sign of life. @mirrors sigs.k8s.io/kwok/pkg/kwok/controllers NodeLeaseController */
export class NodeLeases {
	readonly #due: Workers<string>;
	readonly #held = new Map<string, Lease | undefined>();

	/** @param nodeOf the node of a name, while the cluster has it. */
	constructor(
		readonly client: Client,
		readonly process: string,
		readonly nodeOf: (name: string) => Node | undefined,
	) {
		this.#due = new Workers(client.kernel, `${process}/leases`);
	}

	start(): void {
		for (let number = 1; number <= workers; number++) {
			this.client.kernel.spawn(
				`${this.process}/leases-${number}`,
				this.process,
				() => this.#due.run((name) => this.#keep(name)),
				{child: true},
			);
		}
	}

	hold(node: string): void {
		if (!this.#held.has(node)) {
			this.#held.set(node, undefined);
			this.#due.give(node);
		}
	}

	release(node: string): void {
		this.#held.delete(node);
	}

	*#keep(name: string): Routine {
		const {kernel} = this.client;
		const node = this.nodeOf(name);
		if (!node || !this.#held.has(name)) {
			return;
		}

		const lease = yield* this.#renew(node, this.#held.get(name));
		if (this.#held.has(name)) {
			this.#held.set(name, lease);
			kernel.after(
				renewMs,
				() => {
					this.#due.give(name);
				},
				{periodic: true},
			);
		}
	}

	*#renew(node: Node, known: Lease | undefined): Routine<Lease | undefined> {
		const {client} = this;
		const {name, uid} = node.metadata;
		const object = registryKey(resource, namespace, name);
		const spec = {
			holderIdentity: this.process,
			leaseDurationSeconds: leaseSeconds,
			renewTime: client.kernel.microTimestamp(),
		};
		yield* note('kwok.lease', {case: 'renew', node: name}, {object});
		try {
			const current = known ?? (yield* ignoreNotFound(client.get(resource, namespace, name)));
			if (current) {
				return yield* client.update(resource, {...current, spec: {...current.spec, ...spec}});
			}

			return yield* client.create(resource, namespace, {
				apiVersion: 'coordination.k8s.io/v1',
				kind: 'Lease',
				metadata: {name, namespace, ownerReferences: [{apiVersion: 'v1', kind: 'Node', name, uid}]},
				spec,
			});
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			const {reason, message} = error;
			yield* note('kwok.lease', {case: 'refused', node: name, reason, message}, {object, outcome: 'failed'});
			return undefined;
		}
	}
}
