import {parseTimestamp} from '../../kernel/clock.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import type {StartMetrics} from '../../stages/facts/kubelet/pods.js';
import {note} from '../../stages/note.js';
import type {PodSpec, PodStatus, Volume} from '../../objects/kubernetes.generated.js';
import {isSidecar} from '../../objects/pod.js';
import type {NodePod} from '../node/node-pod.js';
import {podKey} from '../node/pod-names.js';

type Count = StartMetrics[keyof StartMetrics];

const none: Count = {count: 0, sum: 0};

const plus = ({count, sum}: Count, ms: number): Count => ({
	count: count + 1,
	sum: Math.round(sum * 1000 + ms) / 1000,
});

/** The sources of volumes that leave a Pod stateless. */
const stateless: ReadonlyArray<keyof Volume> = [
	'secret',
	'configMap',
	'downwardAPI',
	'emptyDir',
	'projected',
	'gitRepo',
	'image',
	'ephemeral',
];

/** Whether a Pod counts as stateful; the service level covers only other Pods. @mirrors isStatefulPod */
const isStateful = ({volumes}: PodSpec): boolean =>
	volumes?.some(
		(volume) =>
			stateless.every((source) => volume[source] === undefined) &&
			volume.csi?.volumeAttributes?.['csi.storage.k8s.io/ephemeral'] !== 'true',
	) ?? false;

/** A container as the runtime reports it. */
interface Ran {
	readonly config: {readonly metadata: {readonly name: string}};
	readonly state: string;
	readonly startedAtMs: number;
	readonly finishedAtMs: number;
}

/** The total run time of a Pod's ended init containers, in milliseconds. */
const initRuntimeMs = ({initContainers = []}: PodSpec, containers: readonly Ran[]): number => {
	const names = new Set(initContainers.filter((container) => !isSidecar(container)).map(({name}) => name));
	return containers
		.filter(({state, config}) => state === 'EXITED' && names.has(config.metadata.name))
		.reduce((sum, {startedAtMs, finishedAtMs}) => sum + finishedAtMs - startedAtMs, 0);
};

/**
Measures the start time of Pods when they are first seen running.

@mirrors k8s.io/kubernetes/pkg/kubelet/util podStartupLatencyTracker
*/
export class PodStartupLatencyTracker {
	/** The durations of image pulls for unmeasured Pods, in milliseconds by uid. */
	readonly #pulledMs = new Map<string, number>();
	readonly #key: string;

	/** @param node name of the node. */
	constructor(
		readonly runtime: {listContainers: (uid: string) => readonly Ran[]},
		readonly kernel: Kernel,
		node: string,
	) {
		this.#key = `/components/kubelet/${node}/metrics`;
	}

	/** Observes a new Pod on the node; a Pod that already runs is not measured. */
	observe(uid: string): void {
		this.#pulledMs.set(uid, 0);
	}

	/** An image was pulled for a Pod. */
	pulled(uid: string, ms: number): void {
		const before = this.#pulledMs.get(uid);
		if (before !== undefined) {
			this.#pulledMs.set(uid, before + ms);
		}
	}

	forget(uid: string): void {
		this.#pulledMs.delete(uid);
	}

	/** Checks the status of a Pod, which may run now. */
	*measure({uid, pod, seen}: NodePod, status: PodStatus): Routine {
		const {kernel} = this;
		const pulledMs = this.#pulledMs.get(uid);
		if (pulledMs === undefined || !status.containerStatuses?.every(({state}) => state?.running)) {
			return;
		}

		this.#pulledMs.delete(uid);
		const before = kernel.ledger.read<StartMetrics>(this.#key);
		const created = pod.metadata.creationTimestamp;
		const seenToRunningMs = kernel.now - seen.ms;
		const totalMs = created === undefined ? seenToRunningMs : kernel.wallClockMs - parseTimestamp(created);
		const initMs = initRuntimeMs(pod.spec, this.runtime.listContainers(uid));
		const podStartSLIDurationMs = totalMs - pulledMs - initMs;
		const sliBefore = before?.kubelet_pod_start_sli_duration_seconds ?? none;
		const isCounted = !isStateful(pod.spec);
		const after: StartMetrics = {
			kubelet_pod_start_duration_seconds: plus(before?.kubelet_pod_start_duration_seconds ?? none, seenToRunningMs),
			kubelet_pod_start_sli_duration_seconds: isCounted ? plus(sliBefore, podStartSLIDurationMs) : sliBefore,
			kubelet_pod_start_total_duration_seconds: plus(before?.kubelet_pod_start_total_duration_seconds ?? none, totalMs),
		};
		kernel.ledger.write(this.#key, after);
		yield* note(
			'kubelet.metrics',
			{
				podStartDurationMs: seenToRunningMs,
				podStartTotalDurationMs: totalMs,
				...(isCounted && {podStartSLIDurationMs}),
				pulledMs,
				initMs,
				before,
				after,
			},
			{object: podKey(pod)},
		);
	}
}
