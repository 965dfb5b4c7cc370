import type {EventRecorder} from '../../client/event-recorder.js';
import {parseTimestamp} from '../../kernel/clock.js';
import type {Routine} from '../../kernel/routine.js';
import type {Pod, PodStatus} from '../../objects/kubernetes.generated.js';
import type {AllocationManager} from '../allocation/allocation-manager.js';
import {isRestartingAll} from '../containers/restart-all.js';
import type {ReasonCache} from '../containers/reason-cache.js';
import type {OwnNode} from '../node/own-node.js';
import type {ProbeManager} from '../probes/probe-manager.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import {runtimeStatus, type PLEG} from '../workers/pleg.js';
import type {PodWork} from '../workers/pod-work.js';
import {podStatus} from './pod-status.js';
import type {StatusManager} from './status-manager.js';

const deadlineMessage = 'Pod was active on the node longer than the specified deadline';
const deadlineExceeded = {phase: 'Failed', reason: 'DeadlineExceeded', message: deadlineMessage} as const;

/** Milliseconds until the Pod's active deadline; `undefined` if it has no deadline. */
export const deadlineLeftMs = ({spec}: Pod, status: PodStatus, wallClockMs: number): number | undefined =>
	spec.activeDeadlineSeconds === undefined || status.startTime === undefined
		? undefined
		: parseTimestamp(status.startTime) + spec.activeDeadlineSeconds * 1000 - wallClockMs;

/** The options for making a status. */
export interface StatusOptions {
	/** Whether no container will start again. */
	readonly isTerminal?: boolean;
	/** The runtime is queried instead of the PLEG: inside a sync that has changed something. */
	readonly isLive?: boolean;
}

/** Makes the status of Pods from the data of the kubelet's other parts. */
export class StatusGenerator {
	constructor(
		readonly parts: {
			readonly runtime: RuntimeService;
			readonly pleg: PLEG;
			readonly statuses: StatusManager;
			readonly probes: ProbeManager;
			readonly allocation: AllocationManager;
			readonly reasons: ReasonCache;
			readonly recorder: EventRecorder;
			readonly node: OwnNode;
			readonly minor?: number | undefined;
		},
	) {}

	/** Passes the current status to the status manager. @param options as for `current`. */
	*report(work: PodWork, options: StatusOptions = {}): Routine {
		yield* this.parts.statuses.set(work.local, yield* this.current(work, options));
	}

	/**
	The current status, from the containers as the PLEG listed them last. Past its deadline the Pod has failed, which an event reports each time.
	*/
	*current(work: PodWork, {isTerminal = false, isLive = false}: StatusOptions = {}): Routine<PodStatus> {
		const {runtime, pleg, recorder, statuses, probes, allocation, reasons, node, minor} = this.parts;
		const {local} = work;
		const {uid} = local;
		const previous = statuses.of(local);
		yield* this.#checkDeadline(work, previous);
		const {sandboxes, containers} = isLive ? runtimeStatus(runtime, uid) : pleg.status(uid);
		return podStatus({
			pod: allocation.promised(local),
			pendingResize: allocation.pendingResize(uid),
			cpuRequest: allocation.cpuRequest(uid),
			restartsAll: isRestartingAll(local.pod, previous, containers),
			sandbox: sandboxes[0],
			containers,
			waiting: reasons.of(uid),
			ready: (container) => probes.ready(local.pod, container),
			started: (container) => probes.started(local.pod, container),
			hostIPs: node.options.addresses,
			previous,
			terminal: isTerminal,
			ending: work.ending,
			now: recorder.kernel.timestamp(),
			minor,
		});
	}

	/** @mirrors k8s.io/kubernetes/pkg/kubelet activeDeadlineHandler */
	*#checkDeadline(work: PodWork, previous: PodStatus): Routine {
		const {recorder} = this.parts;
		const {pod} = work.local;
		const leftMs = deadlineLeftMs(pod, previous, recorder.kernel.wallClockMs);
		if (leftMs === undefined || leftMs > 0 || previous.phase === 'Succeeded') {
			return;
		}

		if (work.end(deadlineExceeded).reason === 'DeadlineExceeded') {
			yield* recorder.event(pod, 'Normal', 'DeadlineExceeded', deadlineMessage);
		}
	}
}
