import type {Kernel} from '../kernel/kernel.js';
import {uidOnNode} from '../objects/pod.js';
import {nameInKey} from '../objects/resources.js';
import type {Report, Rules} from './report.js';

interface Sandbox {
	readonly id: string;
	readonly uid: string;
	readonly ip: string;
	readonly additionalIPs?: readonly string[];
	readonly hostNetwork: boolean;
	readonly state: string;
}

interface Container {
	readonly uid: string;
	readonly state: string;
}

interface Pod {
	readonly metadata: {
		readonly uid: string;
		readonly deletionTimestamp?: string;
		readonly annotations?: Readonly<Record<string, string>>;
	};
	readonly spec: {readonly hostNetwork?: boolean};
	readonly status?: {
		readonly phase?: string;
		readonly podIP?: string;
		readonly podIPs?: ReadonlyArray<{readonly ip: string}>;
	};
}

const ipsOf = (sandbox: Sandbox | undefined): readonly string[] =>
	sandbox?.ip ? [sandbox.ip, ...(sandbox.additionalIPs ?? [])] : [];

const podIPsOf = ({status}: Pod): readonly string[] =>
	status?.podIPs?.map(({ip}) => ip) ?? (status?.podIP ? [status.podIP] : []);

const part = (key: string, index: number): string => key.split('/')[index]!;

interface Volume {
	readonly nodes: readonly string[];
}

interface Attachment {
	readonly spec: {readonly nodeName: string};
	readonly status?: {readonly attached?: boolean};
}

interface StatusOfNode {
	readonly status?: {
		readonly volumesInUse?: readonly string[];
		readonly volumesAttached?: ReadonlyArray<{readonly name: string}>;
	};
}

/** At rest, the volumes attached by drivers, in VolumeAttachments, and in the status of nodes are equal. */
const volumesAtRest = ({ledger, processes}: Kernel, report: Report): void => {
	for (const {name, state} of processes.values()) {
		if (/^(?:csi-|controller-manager)/.test(name) && (state === 'crashed' || state === 'ended')) {
			return;
		}
	}

	const known = ledger.keys('/registry/volumeattachments/').flatMap((key) => ledger.read<Attachment>(key) ?? []);
	for (const key of ledger.keys('/storage/')) {
		for (const node of ledger.read<Volume>(key)?.nodes ?? []) {
			if (!known.some(({spec}) => spec.nodeName === node)) {
				report(
					key,
					'at rest, a driver has attached only what a VolumeAttachment asks for',
					`it is attached to ${node}`,
				);
			}
		}
	}

	for (const key of ledger.keys('/registry/minions/')) {
		const {volumesAttached = []} = ledger.read<StatusOfNode>(key)?.status ?? {};
		const node = nameInKey(key);
		const attached = known.filter(({spec, status}) => spec.nodeName === node && status?.attached).length;
		if (volumesAttached.length > attached) {
			report(
				key,
				'at rest, a node reports what is attached to it',
				`${volumesAttached.length} volumes, not ${attached}`,
			);
		}
	}
};

/**
Rules about sandboxes, containers and their addresses on the nodes.

Long because its rules share their memory of the run.
*/
export const nodeRules = (kernel: Kernel): Rules => {
	const {ledger} = kernel;
	/** Address → ledger key of the sandbox that has it. */
	const holder = new Map<string, string>();
	/** Pod uid → node → how many containers run there. */
	const running = new Map<string, Map<string, number>>();
	/** Pod uid → its key in the registry. */
	const pods = new Map<string, string>();

	const count = (container: Container | undefined, node: string, step: 1 | -1): void => {
		if (container?.state !== 'RUNNING') {
			return;
		}

		const nodes = running.get(container.uid) ?? new Map<string, number>();
		running.set(container.uid, nodes);
		const next = (nodes.get(node) ?? 0) + step;
		if (next > 0) {
			nodes.set(node, next);
		} else {
			nodes.delete(node);
			if (nodes.size === 0) {
				running.delete(container.uid);
			}
		}
	};

	return {
		onChange({key, before, after}, stop, report) {
			if (key.startsWith('/nodes/')) {
				const kind = part(key, 3);
				if (kind === 'containers') {
					const node = part(key, 2);
					count(before as Container | undefined, node, -1);
					count(after as Container | undefined, node, 1);
					const nodes = after ? running.get((after as Container).uid) : undefined;
					if (nodes && nodes.size > 1) {
						report(key, 'no Pod runs on two nodes', `its containers run on ${[...nodes.keys()].join(' and ')}`);
					}
				} else if (kind === 'sandboxes') {
					const [old, now] = [before as Sandbox | undefined, after as Sandbox | undefined];
					for (const ip of ipsOf(old)) {
						if (holder.get(ip) === key) {
							holder.delete(ip);
						}
					}

					if (old?.ip && now?.ip && old.ip !== now.ip) {
						report(key, 'a sandbox keeps its address', `${old.ip} became ${now.ip}`);
					}

					for (const ip of now?.hostNetwork ? [] : ipsOf(now)) {
						const other = holder.get(ip);
						if (other !== undefined) {
							report(key, 'an address belongs to one sandbox at a time', `${ip} belongs to ${other}`);
						}

						holder.set(ip, key);
					}

					for (const ip of now?.ip ? [] : ipsOf(old)) {
						const address = ledger.readAt<{uid: string}>(`/network/addresses/${ip}`, stop?.step ?? 0);
						if (address && address.uid === old?.uid) {
							report(key, 'an address ends with its sandbox', `${ip} still answers`);
						}
					}
				}
			} else if (key.startsWith('/network/addresses/') && after) {
				const address = key.slice('/network/addresses/'.length);
				const sandbox = holder.get(address);
				if (sandbox === undefined && !ledger.keys('/nodes/').some((node) => isAt(node, address))) {
					report(key, 'an address lives as long as its sandbox', 'it answers and no sandbox has it');
				}
			} else if (key.startsWith('/registry/pods/')) {
				const [old, now] = [before as Pod | undefined, after as Pod | undefined];
				if (now) {
					pods.set(uidOnNode(now), key);
				} else if (old) {
					const uid = uidOnNode(old);
					pods.delete(uid);
					// Clients that force a deletion take the risk; the kubelet never does. A mirror Pod is only a reflection.
					const isMirror = uid !== old.metadata.uid;
					if (stop?.process.startsWith('kubelet/') && running.has(uid) && !isMirror) {
						report(key, 'the kubelet lets go of a Pod only when nothing of it runs', 'a container still runs');
					}
				}
			}
		},

		atRest(report) {
			volumesAtRest(kernel, report);
			for (const [address, sandboxKey] of holder) {
				const sandbox = ledger.read<Sandbox>(sandboxKey);
				const podKey = sandbox && pods.get(sandbox.uid);
				const pod = podKey ? ledger.read<Pod>(podKey) : undefined;
				const kubelet = kernel.processes.get(`kubelet/${part(sandboxKey, 2)}`);
				if (!kubelet || kubelet.state === 'crashed' || kubelet.state === 'ended') {
					continue;
				}

				if (!pod) {
					report(sandboxKey, 'at rest, no sandbox outlives its Pod', `the Pod ${sandbox?.uid} is gone`);
				} else if (
					pod.status?.phase === 'Running' &&
					!pod.metadata.deletionTimestamp &&
					!podIPsOf(pod).includes(address)
				) {
					report(
						podKey!,
						'at rest, a running Pod has the address of its sandbox',
						`${podIPsOf(pod).join(', ')} is not ${address}`,
					);
				}
			}
		},
	};

	function isAt(key: string, address: string): boolean {
		return part(key, 3) === 'sandboxes' && ipsOf(ledger.read<Sandbox>(key)).includes(address);
	}
};
