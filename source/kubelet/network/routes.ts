import type {Client, TypedEvent} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, sleep, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {addressAt} from './address.js';

/** How packets leave a node for the Pods of another. */
export interface Overlay {
	/** Lines as `ip route` prints them. */
	readonly routes: readonly string[];
	/** Forwarding of flannel.1: the other end's hardware address and the node behind it. */
	readonly forwarding: ReadonlyArray<{readonly node: string; readonly podCIDR: string; readonly via: string}>;
}

/** The routing table of a node: its own range on the bridge, each other node's through the VXLAN device. */
export const overlayOf = (
	self: {readonly podCIDR: string},
	others: ReadonlyMap<string, {readonly podCIDR: string; readonly address: string}>,
): Overlay => {
	const sorted = [...others].toSorted(([a], [b]) => (a < b ? -1 : 1));
	return {
		routes: [
			`${self.podCIDR} dev cni0 proto kernel scope link src ${addressAt(self.podCIDR, 1)}`,
			...sorted.map(([, {podCIDR}]) => `${podCIDR} via ${addressAt(podCIDR, 0)} dev flannel.1 onlink`),
		],
		forwarding: sorted.map(([node, {podCIDR, address}]) => ({node, podCIDR, via: address})),
	};
};

/**
flannel's daemon on one node: learns the ranges of the other nodes from their Nodes, and sets a route to each over VXLAN.

@see https://kubernetes.io/docs/concepts/cluster-administration/networking/
*/
export function* flannel(client: Client, node: string, self: {readonly podCIDR: string}): Routine {
	const {kernel} = client;
	const mailbox = new Mailbox<TypedEvent<Node>>(`flanneld/${node}`);
	const others = new Map<string, {readonly podCIDR: string; readonly address: string}>();
	const write = () => kernel.ledger.write(`/nodes/${node}/routes`, overlayOf(self, others));
	write();
	yield* note('cni.routes', {case: 'start', own: node, podCIDR: self.podCIDR, output: overlayOf(self, others)});
	for (let pauseMs = 1000; ; pauseMs = Math.min(30_000, pauseMs * 2)) {
		try {
			const {items, resourceVersion} = yield* client.list('nodes');
			for (const object of items) {
				kernel.send(mailbox, {type: 'ADDED', object});
			}

			yield* client.watch('nodes', {resourceVersion}, mailbox, (event) => event);
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

	for (;;) {
		const event = yield* receive(mailbox);
		if (event.type === 'BOOKMARK' || event.type === 'ERROR') {
			continue;
		}

		const {type, object} = event;
		const {name} = object.metadata;
		const podCIDR = object.spec?.podCIDR;
		if (name === node || !podCIDR) {
			continue;
		}

		const address = object.status?.addresses?.find((entry) => entry.type === 'InternalIP')?.address ?? '';
		const before = others.get(name);
		if (type === 'DELETED') {
			others.delete(name);
		} else if (before?.podCIDR === podCIDR && before.address === address) {
			continue;
		} else {
			others.set(name, {podCIDR, address});
		}

		write();
		yield* note('cni.routes', {
			case: 'route',
			own: node,
			node: name,
			podCIDR,
			via: address,
			isGone: type === 'DELETED',
		});
	}
}
