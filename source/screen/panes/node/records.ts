import {uidOfCgroup} from '../../../objects/pod-cgroup.js';
import {isRecord} from '../../../kernel/record.js';

/** The contents of the ledger at the step on the screen. */
export interface LedgerNow {
	readonly read: <T>(key: string) => T | undefined;
	/** Keys under a prefix with their values, sorted by key. */
	readonly entries: <T>(prefix: string) => ReadonlyArray<readonly [key: string, value: T]>;
}

/** A Pod sandbox, as containerd keeps it. */
export interface Sandbox {
	readonly id: string;
	readonly namespace: string;
	readonly pod: string;
	readonly uid: string;
	readonly attempt: number;
	readonly state: 'SANDBOX_READY' | 'SANDBOX_NOTREADY';
	/** The time of creation, in virtual milliseconds. */
	readonly createdAtMs: number;
	readonly cgroup: string;
	readonly pausePid: number;
	readonly resolvConf: string;
}

/** A container, as containerd keeps it. */
export interface Container {
	readonly name: string;
	readonly attempt: number;
	readonly namespace: string;
	readonly pod: string;
	readonly uid: string;
	readonly sandbox: string;
	readonly imageID: string;
	/** `RUNNING`, `EXITED`, `CREATED`. */
	readonly state: string;
	readonly pid?: number;
	/** RFC 3339. */
	readonly startedAt?: string;
	readonly cgroup: string;
}

/** A network namespace of a Pod. */
export interface NetworkNamespace {
	readonly path: string;
	readonly interfaces: {
		readonly eth0: {
			readonly addresses: readonly string[];
			readonly mac: string;
			readonly peer: string;
			readonly mtu: number;
		};
	};
	readonly routes: readonly string[];
	/** The other end of the cable, in the node's own network namespace. */
	readonly host: Readonly<Record<string, {readonly master: string; readonly mac: string}>>;
}

/** A volume that the kubelet has set up. */
export interface Volume {
	/** `default/web`. */
	readonly pod: string;
	readonly plugin: string;
	readonly path: string;
	/** Name → content. */
	readonly files?: Readonly<Record<string, string>>;
}

/** An image in containerd's store. */
export interface Image {
	readonly names: readonly string[];
	readonly sizeBytes: number;
}

/** A record with its ledger key, and the type of that key's last part: an ID, or a name. */
export interface Kept<T> {
	readonly key: string;
	readonly id: string;
	readonly value: T;
}

const kept = <T>(ledger: LedgerNow, prefix: string): ReadonlyArray<Kept<T>> =>
	ledger
		.entries<T>(prefix)
		.filter(([, value]) => isRecord(value))
		.map(([key, value]) => ({key, id: key.slice(key.lastIndexOf('/') + 1), value}));

/** The contents of a node, or the part that belongs to one Pod. */
export interface NodeRecords {
	readonly node: string;
	readonly sandboxes: ReadonlyArray<Kept<Sandbox>>;
	readonly containers: ReadonlyArray<Kept<Container>>;
	/** The networks, by sandbox. */
	readonly networks: ReadonlyArray<Kept<NetworkNamespace>>;
	readonly volumes: ReadonlyArray<Kept<Volume>>;
	/** The cgroups of Pods: file → content. */
	readonly cgroups: ReadonlyArray<Kept<Readonly<Record<string, string>>>>;
	/** About the node alone. */
	readonly images: readonly Image[];
	/** Lines as `ip route` prints them; of the node alone. */
	readonly routes: readonly string[];
}

/**
All records that a node keeps locally.

@param uid of a Pod, to select only its records.
*/
export const recordsOf = (ledger: LedgerNow, node: string, uid?: string): NodeRecords => {
	const at = `/nodes/${node}`;
	const mine = (own: string | undefined): boolean => uid === undefined || own === uid;
	const sandboxes = kept<Sandbox>(ledger, `${at}/sandboxes/`).filter(({value}) => mine(value.uid));
	const ids = new Set(sandboxes.map(({id}) => id));
	return {
		node,
		sandboxes,
		containers: kept<Container>(ledger, `${at}/containers/`).filter(({value}) => mine(value.uid)),
		networks: kept<NetworkNamespace>(ledger, `${at}/netns/`).filter(({id}) => uid === undefined || ids.has(id)),
		volumes: kept<Volume>(ledger, `${at}/volumes/`).filter(({key}) => uid === undefined || key.includes(`/${uid}/`)),
		cgroups: kept<Readonly<Record<string, string>>>(ledger, `${at}/cgroups/`).filter(
			({id}) => uid === undefined || uidOfCgroup(id) === uid,
		),
		images: uid === undefined ? (ledger.read<readonly Image[]>(`${at}/images`) ?? []) : [],
		routes: uid === undefined ? (ledger.read<{readonly routes: readonly string[]}>(`${at}/routes`)?.routes ?? []) : [],
	};
};
