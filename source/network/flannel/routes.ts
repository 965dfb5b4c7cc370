import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Client, TypedEvent} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import type {Ignores} from '../../client/request.js';
import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, sleep, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {isKind} from '../../objects/kubernetes-object.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {addressAt, ofFamily} from '../../objects/address-range.js';
import {familyOf} from '../../objects/ip.js';
import {isSameLease, type LeaseLog, type Lease, type LeaseChange, type Position} from './lease-log.js';

/** The routing of packets from a node to the Pods of other nodes. */
export interface Overlay {
	/** Lines as `ip route` prints them. */
	readonly routes: readonly string[];
	/** Forwarding of the VXLAN devices: the other end's hardware address and the node behind it. */
	readonly forwarding: ReadonlyArray<{readonly node: string; readonly podCIDR: string; readonly via: string}>;
}

/** The ranges of a node itself. */
interface OwnRanges {
	readonly podCIDRs: readonly string[];
}

const bridgeRoute = (podCIDR: string): string =>
	familyOf(podCIDR) === 'IPv6'
		? `${podCIDR} dev cni0 proto kernel metric 256 pref medium`
		: `${podCIDR} dev cni0 proto kernel scope link src ${addressAt(podCIDR, 1)}`;

const overlayRoute = (podCIDR: string): string => {
	const via = addressAt(podCIDR, 0);
	return familyOf(podCIDR) === 'IPv6'
		? `${podCIDR} via ${via} dev flannel-v6.1 metric 1024 onlink pref medium`
		: `${podCIDR} via ${via} dev flannel.1 onlink`;
};

/** The routing table of a node: its own range on the bridge, each other node's through the VXLAN device. */
export const overlayOf = (self: OwnRanges, others: ReadonlyMap<string, Lease>): Overlay => {
	const forwarding = [...others]
		.toSorted(([a], [b]) => (a < b ? -1 : 1))
		.flatMap(([node, lease]) => lease.map(({podCIDR, address}) => ({node, podCIDR, via: address})));
	return {
		routes: self.podCIDRs.flatMap((own) => {
			const family = familyOf(own);
			return [
				bridgeRoute(own),
				...forwarding.filter(({podCIDR}) => familyOf(podCIDR) === family).map(({podCIDR}) => overlayRoute(podCIDR)),
			];
		}),
		forwarding,
	};
};

/** The overlay after these changes. A thousand nodes have a million routes and few are viewed, so a table is made on demand. */
const overlayAt = (node: string, self: OwnRanges, {log, version}: Position): Overlay => {
	let made: Overlay | undefined;
	const overlay = (): Overlay => {
		if (!made) {
			const others = new Map(log.leasesAt(version));
			others.delete(node);
			made = overlayOf(self, others);
		}

		return made;
	};

	return Object.freeze({
		get routes() {
			return overlay().routes;
		},
		get forwarding() {
			return overlay().forwarding;
		},
	});
};

const changes = new WeakMap<Node, LeaseChange>();

/** The lease that a Node describes. */
const changeOf = (object: Node): LeaseChange => {
	return getOrInsert(changes, object, () => {
		const {metadata, spec, status} = object;
		const podCIDRs = spec?.podCIDRs ?? (spec?.podCIDR ? [spec.podCIDR] : []);
		const addresses = (status?.addresses ?? []).flatMap(({type, address}) => (type === 'InternalIP' ? [address] : []));
		const lease = podCIDRs.map((podCIDR) => ({podCIDR, address: ofFamily(addresses, familyOf(podCIDR)) ?? ''}));
		return {node: metadata.name, lease: lease.length === 0 ? undefined : lease};
	});
};

/** Ignores changes of a Node that do not affect its lease, as most do. @mirrors kubeSubnetManager.handleUpdateLeaseEvent */
const keepsLease: Ignores = (before, after) =>
	isKind(before, 'v1 Node') && isKind(after, 'v1 Node') && isSameLease(changeOf(before).lease, changeOf(after).lease);

/** A burst of changes, including those of the daemon's own node, so that all daemons read the same log. */
interface Burst {
	readonly changes: LeaseChange[];
	/** All leases after them. */
	after: Position;
}

/** Selects from a daemon's watch what changes a lease. */
class LeaseEvents {
	#position: Position;
	#burst: Burst | undefined;
	/** The number of stops when the latest burst began. */
	#burstAt = -1;
	/** The changes of its own node since then: they are part of the next burst. */
	#own: LeaseChange[] = [];

	constructor(
		readonly kernel: Kernel,
		readonly node: string,
		log: LeaseLog,
	) {
		this.#position = {log, version: 0};
	}

	/** @returns the burst that the event begins; `undefined` if it belongs to the previous burst or has no effect. */
	select(event: TypedEvent<Node>): Burst | undefined {
		if (event.type === 'BOOKMARK' || event.type === 'ERROR' || event.type === 'CLOSED') {
			return undefined;
		}

		const {type, object} = event;

		const change = changeOf(object);
		return change.lease && this.#add(type === 'DELETED' ? {node: change.node, lease: undefined} : change);
	}

	#add(change: LeaseChange): Burst | undefined {
		const after = this.#position.log.after(this.#position.version, change);
		if (!after) {
			return undefined;
		}

		this.#position = after;
		const {steps} = this.kernel;
		if (this.#burst && this.#burstAt === steps) {
			this.#burst.changes.push(change);
			this.#burst.after = after;
			return undefined;
		}

		if (change.node === this.node) {
			this.#own.push(change);
			return undefined;
		}

		this.#burst = {changes: [...this.#own, change], after};
		this.#burstAt = steps;
		this.#own = [];
		return this.#burst;
	}
}

/** The most changes of a burst with separate stops; a larger burst is one stop, because a cluster of a thousand nodes would start with a million. */
const toldOneByOne = 16;

/**
flannel's daemon on one node: learns the ranges of the other nodes from their Nodes, and sets a route to each over VXLAN.

@see https://kubernetes.io/docs/concepts/cluster-administration/networking/
*/
export function* flannel(client: Client, node: string, self: OwnRanges, log: LeaseLog): Routine {
	const {kernel} = client;
	const mailbox = new Mailbox<Burst>(`flanneld/${node}`);
	const key = `/nodes/${node}/routes`;
	const empty = overlayOf(self, new Map());
	kernel.ledger.write(key, empty);
	yield* note('cni.routes', {case: 'start', own: node, podCIDR: self.podCIDRs.join(', '), output: empty});
	const events = new LeaseEvents(kernel, node, log);
	for (let pauseMs = 1000; ; pauseMs = Math.min(30_000, pauseMs * 2)) {
		try {
			const {items, resourceVersion} = yield* client.list('nodes');
			for (const object of items) {
				const burst = events.select({type: 'ADDED', object});
				if (burst) {
					kernel.send(mailbox, burst);
				}
			}

			yield* client.watch('nodes', {resourceVersion, ignores: keepsLease}, mailbox, (event) => events.select(event));
			break;
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			yield* note(
				'cni.routes',
				{case: 'refused', own: node, reason: error.reason, message: error.message},
				{outcome: 'failed'},
			);
			yield* sleep(pauseMs, {periodic: true});
		}
	}

	let position: Position = {log, version: 0};
	for (;;) {
		const {changes, after} = yield* receive(mailbox);
		if (changes.length > toldOneByOne) {
			position = after;
			kernel.ledger.write(key, overlayAt(node, self, position));
			let set = 0;
			let gone = 0;
			for (const {node: other, lease} of changes) {
				set += lease && other !== node ? 1 : 0;
				gone += lease || other === node ? 0 : 1;
			}

			yield* note('cni.routes', {case: 'routes', own: node, set, gone});
			continue;
		}

		for (const {node: other, lease} of changes) {
			const before = position.log.leaseOf(other, position.version);
			position = position.log.after(position.version, {node: other, lease}) ?? position;
			if (other === node) {
				continue;
			}

			kernel.ledger.write(key, overlayAt(node, self, position));
			yield* note('cni.routes', {
				case: 'route',
				own: node,
				node: other,
				podCIDR: (lease ?? before ?? []).map(({podCIDR}) => podCIDR).join(', '),
				via: (lease ?? before ?? []).map(({address}) => address).join(', '),
				isGone: lease === undefined,
			});
		}
	}
}
