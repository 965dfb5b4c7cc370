import {admissionPlugins} from '../objects/admission-plugins.js';
import type {Change} from '../kernel/history.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Stop} from '../kernel/stop.js';
import type {
	CronJob,
	DaemonSet,
	Deployment,
	EndpointSlice,
	HorizontalPodAutoscaler,
	Job,
	Lease,
	Namespace,
	Node,
	PersistentVolume,
	PersistentVolumeClaim,
	Pod,
	PodDisruptionBudget,
	ReplicaSet,
	ResourceQuota,
	Service,
	StatefulSet,
	VolumeAttachment,
} from '../objects/kubernetes.generated.js';
import {isObject} from '../objects/kubernetes-object.js';
import {uidOnNode} from '../objects/pod.js';
import {schedulingQueueKey} from '../objects/scheduling.js';

/** A container on its node, as containerd shows it. */
export interface NodeContainer {
	readonly name: string;
	readonly attempt: number;
	readonly namespace: string;
	readonly pod: string;
	readonly uid: string;
	readonly sandbox: string;
	readonly image: string;
	readonly imageID: string;
	readonly state: 'CREATED' | 'RUNNING' | 'EXITED';
	readonly startedAt?: string;
	readonly finishedAt?: string;
	readonly exitCode?: number;
	readonly reason?: string;
}

/** A sandbox on its node. */
export interface NodeSandbox {
	readonly id: string;
	readonly uid: string;
	readonly ip: string;
	readonly hostNetwork: boolean;
	readonly state: string;
}

/** A mounted volume of a Pod. */
export interface NodeVolume {
	readonly plugin: string;
	readonly path: string;
	readonly csi?: {readonly driver: string; readonly handle: string; readonly attachable: boolean};
	readonly storage?: string;
}

/** A volume of a CSI driver, with the nodes to which it is attached. */
export interface StoredVolume {
	readonly name: string;
	readonly nodes: readonly string[];
}

/** The place of a Pod in the scheduler's queue. */
export interface QueuedPod {
	readonly place: string;
	/** Plug-ins that have refused it; absent after an error. */
	readonly refusedBy?: readonly string[];
}

/** The images on a node. */
export type NodeImages = ReadonlyArray<{readonly names: readonly string[]}>;

/** The parts of the ledger that rules read, by name, with the type of their values. */
export interface Places {
	readonly pods: Pod;
	readonly minions: Node;
	readonly replicasets: ReplicaSet;
	readonly deployments: Deployment;
	readonly statefulsets: StatefulSet;
	readonly daemonsets: DaemonSet;
	readonly jobs: Job;
	readonly cronjobs: CronJob;
	readonly poddisruptionbudgets: PodDisruptionBudget;
	readonly horizontalpodautoscalers: HorizontalPodAutoscaler;
	readonly 'services/specs': Service;
	readonly endpointslices: EndpointSlice;
	readonly persistentvolumeclaims: PersistentVolumeClaim;
	readonly persistentvolumes: PersistentVolume;
	readonly volumeattachments: VolumeAttachment;
	readonly namespaces: Namespace;
	readonly leases: Lease;
	readonly resourcequotas: ResourceQuota;
	readonly 'node/containers': NodeContainer;
	readonly 'node/sandboxes': NodeSandbox;
	readonly 'node/volumes': NodeVolume;
	readonly 'node/images': NodeImages;
	readonly storage: StoredVolume;
	readonly 'scheduler/queue': QueuedPod;
}

export type Place = keyof Places;

/** A write, with the type of its place. */
export interface ChangeOf<Value> {
	readonly step: number;
	readonly key: string;
	readonly before: Value | undefined;
	readonly after: Value | undefined;
}

/** An empty table for each place. */
const noTables = (): {readonly [P in Place]: Map<string, Places[P]>} => ({
	pods: new Map(),
	minions: new Map(),
	replicasets: new Map(),
	deployments: new Map(),
	statefulsets: new Map(),
	daemonsets: new Map(),
	jobs: new Map(),
	cronjobs: new Map(),
	poddisruptionbudgets: new Map(),
	horizontalpodautoscalers: new Map(),
	'services/specs': new Map(),
	endpointslices: new Map(),
	persistentvolumeclaims: new Map(),
	persistentvolumes: new Map(),
	volumeattachments: new Map(),
	namespaces: new Map(),
	leases: new Map(),
	resourcequotas: new Map(),
	'node/containers': new Map(),
	'node/sandboxes': new Map(),
	'node/volumes': new Map(),
	'node/images': new Map(),
	storage: new Map(),
	'scheduler/queue': new Map(),
});

const registry = '/registry/';
const queuePrefix = `${schedulingQueueKey}/`;

/** The place of a ledger key: its resource, `node/` and the node's part, or `storage`; empty for all others. */
export const placeOf = (key: string): string => {
	if (key.startsWith(registry)) {
		const end = key.indexOf('/', registry.length);
		const resource = key.slice(registry.length, end);
		return resource === 'services' ? key.slice(registry.length, key.indexOf('/', end + 1)) : resource;
	}

	if (key.startsWith('/nodes/')) {
		const start = key.indexOf('/', 7) + 1;
		const end = key.indexOf('/', start);
		return `node/${key.slice(start, end === -1 ? undefined : end)}`;
	}

	if (key.startsWith('/storage/')) {
		return 'storage';
	}

	if (key.startsWith(queuePrefix)) {
		return 'scheduler/queue';
	}

	return '';
};

const defaultAdmission = admissionPlugins.filter(({on}) => on).map(({name}) => name);

/** Stages of faults that last until a stop `fault.end`. */
const lasting = new Set(
	['requests', 'pause', 'slow', 'partition', 'deliveries', 'clock', 'shortage', 'calls', 'power', 'shutdown'].map(
		(name) => `fault.${name}`,
	),
);

/** The node of a key below `/nodes/`. */
export const nodeOf = (key: string): string => key.slice(7, key.indexOf('/', 7));

/** `namespace/name` of a registry key, or the name. */
export const nameOf = (key: string): string => key.split('/').slice(-2).join('/');

/** The name of a process's controller, such as `deployment`; empty for other processes. */
export const controllerOf = (process: string): string => /^controller-manager[^/]*\/(.+)$/.exec(process)?.[1] ?? '';

/**
The cluster at the current stop, for rules: existing objects by place, and the disturbances of the run.

Rules read it in place of the ledger, which can be ahead of the stop.
*/
export class Known {
	readonly #tables = noTables();
	readonly #byName: ReadonlyMap<string, Map<string, unknown>> = new Map(Object.entries(this.#tables));
	/** Uid on the node → key of the Pod. */
	readonly #pods = new Map<string, string>();
	#faults = 0;
	#lasting = 0;
	#lostCreates = 0;
	#isTakenOver = false;
	#hasDefaultAdmission = false;
	#step = 0;
	#timeMs = 0;

	constructor(readonly kernel: Kernel) {}

	/** Present objects of a place, by ledger key. */
	all<P extends Place>(place: P): ReadonlyMap<string, Places[P]> {
		return this.#tables[place];
	}

	/** The Pod with this uid on its node. */
	podOfUid(uid: string): Pod | undefined {
		const key = this.#pods.get(uid);
		return key === undefined ? undefined : this.#tables.pods.get(key);
	}

	/** The value of a ledger key that is in no place. */
	at<Value>(key: string): Value | undefined {
		return this.kernel.ledger.readAt<Value>(key, this.#step);
	}

	/** The copy of an object in the cache of a component's informer. @param owner such as `controller-manager` @param resource such as `replicasets.apps` */
	cached<Value>(owner: string, resource: string, name: string): Value | undefined {
		return this.kernel.ledger.readAt<Value>(`/components/${owner}/informers/${resource}/${name}`, this.#step);
	}

	/** Whether no fault has happened so far. */
	get isCalm(): boolean {
		return this.#faults === 0;
	}

	/** Whether a fault that lasts is not over. */
	get isDisturbed(): boolean {
		return this.#lasting > 0;
	}

	/** The number of requests that created Pods without an answer: such a Pod is created again, as on a real cluster. */
	get lostCreates(): number {
		return this.#lostCreates;
	}

	/** Whether the cluster ran before the recording begins: the past of its objects is unknown. */
	get isTakenOver(): boolean {
		return this.#isTakenOver;
	}

	/** Whether all admission plug-ins of a usual cluster run. */
	get hasDefaultAdmission(): boolean {
		return this.#hasDefaultAdmission;
	}

	/** Virtual milliseconds since the run began. */
	get timeMs(): number {
		return this.#timeMs;
	}

	/** Milliseconds since 1970 of the cluster's clock at this stop. */
	get wallMs(): number {
		return this.kernel.wallClockMs - this.kernel.now + this.#timeMs;
	}

	/** Reads the next stop, before its changes. */
	begin(stop: Stop): void {
		this.#step = stop.step;
		this.#timeMs = stop.timeMs;
		const {stage, facts} = stop;
		if (stage.startsWith('fault.') && stage !== 'fault.plan' && stage !== 'fault.refused') {
			this.#faults++;
			this.#lasting += Number(lasting.has(stage)) - Number(stage === 'fault.end');
			if (stage === 'fault.request' && facts?.['fail'] === 'lost' && String(facts['path']).endsWith('/pods')) {
				this.#lostCreates++;
			}
		} else if (stage === 'kubelet.node' && facts?.['case'] === 'former') {
			this.#isTakenOver = true;
		} else if (stage === 'apiserver.start' && Array.isArray(facts?.['admission'])) {
			const {admission} = facts;
			this.#hasDefaultAdmission = defaultAdmission.every((name) => admission.includes(name));
		}
	}

	/** Applies a change, before rules read it. */
	take(place: string, {key, before, after}: Change): void {
		const table = this.#byName.get(place);
		if (!table) {
			return;
		}

		if (after === undefined) {
			table.delete(key);
		} else {
			table.set(key, after);
		}

		if (place === 'pods') {
			this.#index(key, before, after);
		}
	}

	#index(key: string, before: unknown, after: unknown): void {
		const pod = this.#tables.pods.get(key);
		if (pod && after) {
			this.#pods.set(uidOnNode(pod), key);
		} else if (isObject(before)) {
			this.#pods.delete(uidOnNode(before));
		}
	}
}
