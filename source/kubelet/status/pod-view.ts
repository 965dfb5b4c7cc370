import type {Pod, PodStatus} from '../../objects/kubernetes.generated.js';
import type {WaitingReason} from '../containers/reason-cache.js';
import type {RuntimeContainer} from '../runtime/container.js';
import type {Sandbox} from '../runtime/sandbox.js';
import type {PodEnding} from '../workers/pod-work.js';

/** What the kubelet knows of a Pod when it makes its status. */
export interface PodView {
	/** With the resources that it has been promised. */
	readonly pod: Pod;
	/** The newest one, whatever its state. */
	readonly sandbox: Sandbox | undefined;
	/** Newest first. */
	readonly containers: readonly RuntimeContainer[];
	readonly waiting: ReadonlyMap<string, WaitingReason>;
	/** What the readiness probe found last; `undefined`: there is none. */
	readonly ready: (container: RuntimeContainer) => boolean | undefined;
	/** What the startup probe found last; `undefined`: there is none. */
	readonly started: (container: RuntimeContainer) => boolean | undefined;
	readonly hostIP: string;
	/** The status that the kubelet wrote last, or the apiserver has. */
	readonly previous: PodStatus;
	/** No container will ever start again. */
	readonly terminal: boolean;
	readonly ending?: PodEnding;
	/** Why the node cannot give it yet what it wishes for. */
	readonly deferred?: string;
	/** Its CPU as the control group says it after a resize. */
	readonly cpuRequest?: string;
	readonly now: string;
}
