import type {View} from '../../../lessons/views.js';
import type {Stop} from '../../../kernel/stop.js';
import type {Line, Segment} from '../../paint/text.js';

/** A box of the board: a component, the user's file, the Services, or a node. */
export type BoxId =
	'file' | 'kubectl' | 'apiserver' | 'etcd' | 'scheduler' | 'controllers' | 'network' | `node/${string}`;

/** A text in a box. */
export interface BoxText extends Segment {
	/** The same in fewer words, for a box that has no room for all of it; the longest first. */
	readonly short?: readonly string[];
}

/** A row in a box. Where not all rows of a box fit, the weightiest are shown. */
export interface BoxRow {
	readonly parts: readonly BoxText[];
	readonly weight: number;
}

/** What looking inside a box opens: a view, and in the cluster view a node. */
export interface Inside {
	readonly view: View;
	/** Ledger key of the node. */
	readonly node?: string;
}

/** A box with what it shows at a stop. */
export interface Box {
	readonly id: BoxId;
	readonly title: string;
	/** The title where there is little room. */
	readonly short?: string;
	/** Stands at the right of its upper edge: `2 Pods`. */
	readonly note?: string;
	/** Whether this stop is its doing. */
	readonly acts: boolean;
	/** Whether the followed object is here. */
	readonly holds: boolean;
	/** Whether one of its rows names the followed object. */
	readonly named?: boolean;
	/** Stands first. */
	readonly head?: Line;
	/** Parts that follow each other, over as many rows as they need: the apiserver's chain. */
	readonly flow: readonly Segment[];
	readonly rows: readonly BoxRow[];
	readonly inside: Inside;
}

/** How a line between the apiserver and a box is drawn: nothing moves, something is under way, something arrives. */
export type Light = 'idle' | 'open' | 'lit';

/** A line between the apiserver and a box, or from the user's file to kubectl. */
export interface Link {
	readonly box: BoxId;
	readonly light: Light;
	/** Towards the box, and not from it. */
	readonly outward: boolean;
	/** What arrives: `POST pods`, `ADDED pod/web`. */
	readonly label: string;
}

const byBeginning: ReadonlyArray<readonly [beginning: string, box: BoxId]> = [
	['kubectl/', 'kubectl'],
	['kube-apiserver', 'apiserver'],
	['etcd', 'etcd'],
	['kube-scheduler', 'scheduler'],
	['controller-manager', 'controllers'],
	['csi-', 'controllers'],
	['initializers', 'controllers'],
	['coredns', 'network'],
	['ingress-controller', 'network'],
	['mesh', 'network'],
	['external-dns', 'network'],
	['traffic/', 'network'],
];

const onNodes = /^(?:kubelet|kube-proxy|container|flanneld|device-driver)\/([^/]+)/;

/** The box of a process, by its name; `undefined` for those that the board has no box for. */
export const boxOfProcess = (process: string): BoxId | undefined => {
	const [, node] = onNodes.exec(process) ?? [];
	return node === undefined ? byBeginning.find(([beginning]) => process.startsWith(beginning))?.[1] : `node/${node}`;
};

/** The box that acts at a stop: a request crosses the wire in its caller's process, so its component decides first. */
export const boxOf = ({component, process, stage}: Stop): BoxId | undefined =>
	component === 'etcd' || stage.startsWith('etcd.')
		? 'etcd'
		: component === 'kube-apiserver'
			? 'apiserver'
			: boxOfProcess(process);

/** The controller that a process is: `replicaset`; `undefined` for others, and for what all controllers share. */
export const controllerOf = (process: string): string | undefined => {
	const [home, name] = process.split('/');
	return home === 'controller-manager' && name !== undefined && name !== 'informers' ? name : undefined;
};

/** A process in a few letters: `kubelet/node-a`, `replicaset`, `scheduler`. */
export const shortProcess = (process: string): string => {
	const [home = '', name = ''] = process.split('/');
	return home === 'kubectl' || home === 'kube-scheduler' || name === ''
		? home.replace('kube-scheduler', 'scheduler')
		: home === 'controller-manager'
			? name === 'informers'
				? 'controllers'
				: name
			: `${home}/${name}`;
};
