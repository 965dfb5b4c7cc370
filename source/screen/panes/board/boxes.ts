import type {View} from '../../../classroom/views.js';
import type {Stop} from '../../../kernel/stop.js';
import type {Line, Segment, Tone} from '../../paint/text.js';

/** A box of the board: a component, the user's file, the Services, or a node. */
export type BoxId =
	'file' | 'kubectl' | 'apiserver' | 'etcd' | 'scheduler' | 'controllers' | 'network' | `node/${string}`;

/** A text in a box. */
export interface BoxText extends Segment {
	/** Shorter texts, for a box without room for the full one; the longest first. */
	readonly short?: readonly string[];
	/** Whether it is a name, which stays unshortened while other texts of the row can be shortened. */
	readonly whole?: boolean;
}

/** A row in a box. If not all rows fit, the most important ones are shown. */
export interface BoxRow {
	readonly parts: readonly BoxText[];
	readonly weight: number;
}

/** A Pod on its node, as lists show it. */
export interface BoxPod {
	/** Ledger key. */
	readonly key: string;
	readonly name: string;
	/** `1/2`. */
	readonly ready: string;
	readonly phase: string;
	readonly tone: Tone;
	/** Whether it is the followed object. */
	readonly followed: boolean;
}

/** A Service: its endpoints, and those in use by the routing components. */
export interface BoxRoutes {
	readonly endpoints: ReadonlyArray<{readonly address: string; readonly ready: boolean}>;
	/** One entry for each component: `kube-proxy node-a`. @see Consumer */
	readonly consumers: ReadonlyArray<{readonly name: string; readonly uses: readonly boolean[]}>;
}

/** The view that `enter` opens on a box, and in the cluster view a node. */
export interface Inside {
	readonly view: View;
	/** Ledger key of the node. */
	readonly node?: string;
}

/** A box with its content at a stop. */
export interface Box {
	readonly id: BoxId;
	readonly title: string;
	/** The title where there is little room. */
	readonly short?: string;
	/** Its role in plain words, the longest first; a terminal has room for it only before the first action. */
	readonly role?: readonly string[];
	/** The text at the right of its upper edge: `2 Pods`. */
	readonly note?: string;
	/** Whether this stop is its doing. */
	readonly acts: boolean;
	/** Whether the followed object is here. */
	readonly holds: boolean;
	/** Whether one of its rows names the followed object. */
	readonly named?: boolean;
	/** Stands first. */
	readonly head?: Line;
	/** Consecutive parts over several rows: the apiserver's chain. */
	readonly flow: readonly Segment[];
	readonly rows: readonly BoxRow[];
	/** The Pods of a node, below its rows. */
	readonly pods?: readonly BoxPod[];
	/** A text about the box's Service, shown in a drawing but not in a terminal. */
	readonly routes?: BoxRoutes;
	readonly inside: Inside;
}

/** A Pod as a row of its node's box: `▣` says that it is the followed object, and here. */
const podRow = ({name, ready, phase, tone, followed}: BoxPod, holds: boolean): BoxRow => {
	const sign = holds ? '▣ ' : '◆ ';
	return {
		weight: followed ? 9.6 : 2,
		parts: [
			{text: followed ? sign : '  ', tone: 'here'},
			{text: name, tone: 'plain'},
			// Without room for both, the more informative part.
			{text: ` ${ready} ${phase}`, tone, short: [` ${phase === 'Running' ? ready : phase}`, ` ${ready}`]},
		],
	};
};

/** All rows of a box as texts, its Pods last. */
export const textRows = ({rows, pods = [], holds}: Box): readonly BoxRow[] => [
	...rows,
	...pods.map((pod) => podRow(pod, holds)),
];

/** The look of a line between the apiserver and a box: idle, a request in progress, or an arrival. */
export type Light = 'idle' | 'open' | 'lit';

/** A line between the apiserver and a box, or from the user's file to kubectl. */
export interface Link {
	readonly box: BoxId;
	readonly light: Light;
	/** Towards the box, and not from it. */
	readonly outward: boolean;
	/** The arriving message: `POST pods`, `ADDED pod/web`. */
	readonly label: string;
}

const byBeginning: ReadonlyArray<readonly [beginning: string, box: BoxId]> = [
	['kubectl/', 'kubectl'],
	['kube-apiserver', 'apiserver'],
	['etcd', 'etcd'],
	['kube-scheduler', 'scheduler'],
	['controller-manager', 'controllers'],
	['csi-', 'controllers'],
	['cluster-autoscaler', 'controllers'],
	['cloud-controller-manager', 'controllers'],
	['kwok-controller', 'controllers'],
	['initializers', 'controllers'],
	['coredns', 'network'],
	['ingress-controller', 'network'],
	['mesh', 'network'],
	['external-dns', 'network'],
	['traffic/', 'network'],
];

const onNodes = /^(?:kubelet|kube-proxy|container|flanneld|device-driver)\/([^/]+)/;

/** The box of a process, by its name; `undefined` for those without a box. */
export const boxOfProcess = (process: string): BoxId | undefined => {
	const [, node] = onNodes.exec(process) ?? [];
	return node === undefined ? byBeginning.find(([beginning]) => process.startsWith(beginning))?.[1] : `node/${node}`;
};

/** The box that acts at a stop: a request crosses the wire in its caller's process, so its component decides first. */
export const boxOf = ({component, process, stage}: Stop): BoxId | undefined => {
	if (component === 'etcd' || stage.startsWith('etcd.')) {
		return 'etcd';
	}

	if (component === 'kube-apiserver') {
		return 'apiserver';
	}

	return boxOfProcess(process);
};

/** The controller of a process, such as `replicaset`; `undefined` for other processes, and for those that all controllers share. */
export const controllerOf = (process: string): string | undefined => {
	const [home, name] = process.split('/');
	return home === 'controller-manager' && name !== undefined && name !== 'informers' ? name : undefined;
};

/** A process in a few letters: `kubelet/node-a`, `replicaset`, `scheduler`. */
export const shortProcess = (process: string): string => {
	const [home = '', name = ''] = process.split('/');
	if (home === 'kubectl' || home === 'kube-scheduler' || name === '') {
		return home.replace('kube-scheduler', 'scheduler');
	}

	if (home !== 'controller-manager') {
		return `${home}/${name}`;
	}

	return name === 'informers' ? 'controllers' : name;
};
