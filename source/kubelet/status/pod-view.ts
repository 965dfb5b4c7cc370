import type {PendingResize} from '../allocation/resize.js';
import type {Pod, PodStatus} from '../../objects/kubernetes.generated.js';
import type {WaitingReason} from '../containers/reason-cache.js';
import type {CRIContainer} from '../../cri/container.js';
import type {Sandbox} from '../../cri/pod-sandbox.js';
import type {PodEnding} from '../workers/pod-work.js';

/** The kubelet's knowledge of a Pod when it generates the Pod's status. */
export interface PodView {
	/** The Pod, with its allocated resources. */
	readonly pod: Pod;
	/** The newest one, in any state. */
	readonly sandbox: Sandbox | undefined;
	/** Newest first. */
	readonly containers: readonly CRIContainer[];
	readonly waiting: ReadonlyMap<string, WaitingReason>;
	/** The last result of the readiness probe; `undefined` if there is no such probe. */
	readonly ready: (container: CRIContainer) => boolean | undefined;
	/** The last result of the startup probe; `undefined` if there is no such probe. */
	readonly started: (container: CRIContainer) => boolean | undefined;
	/** Addresses of the node, that of the first family first. */
	readonly hostIPs: readonly string[];
	/** The last status that the kubelet wrote, or the apiserver's. */
	readonly previous: PodStatus;
	/** Whether no container will start again. */
	readonly terminal: boolean;
	readonly ending?: PodEnding;
	/** The reason why the node does not have its desired resources yet. */
	readonly pendingResize?: PendingResize;
	/** All its containers are being removed, then restart. */
	readonly restartsAll: boolean;
	/** Its CPU according to the control group after a resize. */
	readonly cpuRequest?: string;
	readonly now: string;
	/** The minor version of Kubernetes 1 that the status follows where a changelog names other behaviour. */
	readonly minor?: number | undefined;
}
