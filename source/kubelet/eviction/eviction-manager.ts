import type {EventRecorder} from '../../client/event-recorder.js';
import {parseDuration} from '../../go/duration.js';
import {equal} from '../../kernel/equality.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {active, sleep, take, type Routine} from '../../kernel/routine.js';
import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {note} from '../../stages/note.js';
import type {ContainerGarbage} from '../containers/container-garbage.js';
import type {ImageGarbage} from '../containers/image-garbage.js';
import type {Admission} from '../node/admission.js';
import {disruptionTarget} from '../node/disruption-target.js';
import type {NodeNews} from '../node/node-conditions.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey, podName} from '../node/pod-names.js';
import {isCritical} from '../node/pod-source.js';
import {
	isCrossed,
	resourceOf,
	thresholdAmount,
	thresholdsOf,
	type Observations,
	type PressureCondition,
	type StarvedResource,
	type Threshold,
} from '../node/thresholds.js';
import type {ImageService} from '../../cri/image-service.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {Host} from '../../host/host.js';
import type {PodWorkers} from '../workers/pod-workers.js';
import {evictionGrace} from './eviction-grace.js';
import {availableText, evictionReason} from './eviction-message.js';
import {hasLocalLimit, localStorageExcess} from './local-storage.js';
import {localUse, observe, podUse} from './node-usage.js';
import {admissionUnderPressure} from './pressure-admission.js';
import {nextPressure, noPressure, type Pressure} from './pressure.js';
import {excessOf, rankForEviction} from './ranking.js';

/** The other parts of the kubelet that the eviction manager uses. */
export interface EvictionParts {
	readonly runtime: RuntimeService;
	readonly runtimeImages: ImageService;
	readonly host: Host;
	readonly recorder: EventRecorder;
	readonly node: OwnNode;
	readonly configuration: KubeletConfiguration;
	readonly workers: PodWorkers;
	readonly images: ImageGarbage;
	readonly containers: ContainerGarbage;
	/** Pods on the node that have not ended. */
	readonly pods: () => readonly NodePod[];
	/** Called when the conditions of the Node have changed. */
	readonly news: Mailbox<NodeNews>;
	/** The minor version of Kubernetes 1; the simulated one where it is left out. */
	readonly minor?: number | undefined;
}

const ephemeralStorage = 'ephemeral-storage';
const roundMs = 10_000;
const cleanupMs = 30_000;
const pollMs = 1000;

/**
Watches the node's free memory, disk and processes, and evicts Pods before they run out.

Simplified: rounds without a shortage or an expected change are skipped.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/
@mirrors k8s.io/kubernetes/pkg/kubelet/eviction managerImpl
*/
export class EvictionManager {
	readonly #thresholds: readonly Threshold[];
	readonly #mailbox: Mailbox<'look'>;
	readonly #transitionMs: number;
	#pressure: Pressure = noPressure;
	/** A Pod with a limit for its writes has written. */
	#hasWritten = false;
	/** The last round found no Pod to evict. */
	#isHelpless = false;

	constructor(readonly parts: EvictionParts) {
		const {configuration, node} = parts;
		this.#thresholds = thresholdsOf(configuration);
		this.#mailbox = new Mailbox(`kubelet/${node.options.name}/eviction-manager`);
		this.#transitionMs = parseDuration(configuration.evictionPressureTransitionPeriod ?? '5m') ?? 0;
	}

	/** The conditions of the Node. */
	get conditions(): readonly PressureCondition[] {
		return this.#pressure.conditions;
	}

	/** Records that a container has started: its usage counts from now on. */
	started(containerId: string): void {
		if (this.parts.runtime.containerStats(containerId)?.isKnown) {
			this.#look();
		}
	}

	/** An image was pulled: it may have filled the disk. */
	pulled(): void {
		const observations = this.#observe();
		if (
			this.#thresholds.some(
				(one) => resourceOf[one.signal] === 'ephemeral-storage' && isCrossed(one, observations, false),
			)
		) {
			this.#look();
		}
	}

	/** A container has written files. */
	#wrote(uid: string): void {
		const local = this.parts.pods().find((one) => one.uid === uid);
		if (local && hasLocalLimit(local.pod) && !this.#hasWritten) {
			this.#hasWritten = true;
			this.#look();
		} else {
			this.pulled();
		}
	}

	#look(): void {
		this.#isHelpless = false;
		this.parts.host.kernel.send(this.#mailbox, 'look');
	}

	/** Whether a Pod is admitted; `undefined` without a shortage. */
	admit(pod: Pod): Admission | undefined {
		return admissionUnderPressure(this.conditions, pod);
	}

	/** The process that watches. */
	*run(): Routine {
		const {kernel} = this.parts.host;
		const startMs = kernel.now;
		kernel.atExit(this.parts.host.onWritten((uid) => this.#wrote(uid)));
		kernel.atExit(this.parts.host.onShortage(() => this.#look()));
		for (;;) {
			const wantedMs = this.#nextMs();
			const roundAtMs =
				wantedMs === undefined ? undefined : startMs + Math.ceil((wantedMs - startMs) / roundMs) * roundMs;
			const word = yield* take(this.#mailbox, {
				timeoutMs: roundAtMs === undefined ? undefined : roundAtMs - kernel.now,
				periodic: this.#isHelpless,
			});
			if (word === undefined) {
				yield* this.#synchronize();
			}
		}
	}

	/** The time until the next round: short during a shortage, otherwise until a change. */
	#nextMs(): number | undefined {
		const {runtime, host} = this.parts;
		const {now} = host.kernel;
		const {crossed, conditions, observedMs} = this.#pressure;
		const observations = this.#observe();
		if (
			this.#hasWritten ||
			crossed.length > 0 ||
			this.#thresholds.some((threshold) => isCrossed(threshold, observations, false))
		) {
			return now + 1;
		}

		const ends = conditions.map((condition) => (observedMs.get(condition) ?? now) + this.#transitionMs);
		const change = runtime.nextStatsMs();
		const times = change === undefined ? ends : [...ends, change];
		return times.length > 0 ? Math.max(now + 1, Math.min(...times)) : undefined;
	}

	#observe(): Observations {
		const {node, configuration} = this.parts;
		return observe(this.parts, node.options.capacity, configuration);
	}

	/** @mirrors managerImpl.synchronize */
	*#synchronize(): Routine {
		const {host, node, recorder} = this.parts;
		const {kernel} = host;
		const {name} = node.options;
		const observations = this.#observe();
		const before = this.#pressure;
		this.#pressure = nextPressure(before, {
			thresholds: this.#thresholds,
			observations,
			nowMs: kernel.now,
			transitionMs: this.#transitionMs,
		});
		const {crossed, due, conditions} = this.#pressure;
		if (!equal(before.conditions, conditions)) {
			kernel.send(this.parts.news, 'pressure');
		}

		const signals = crossed.map(({threshold}) => shown(threshold, observations));
		if (!equal(before.conditions, conditions) || !equal(before.crossed, crossed)) {
			yield* active();
			yield* note(
				'kubelet.eviction',
				{
					case: 'observe',
					node: name,
					signals,
					before: before.conditions,
					conditions,
					graceMs: graceLeft(this.#pressure, kernel.now),
				},
				crossed.length > 0 ? {outcome: 'warning'} : {},
			);
		}

		this.#hasWritten = false;
		if (yield* this.#evictForLocalStorage()) {
			return;
		}

		const [first] = due;
		if (!first) {
			return;
		}

		const resource = resourceOf[first.signal];
		yield* active();
		const reference = {apiVersion: 'v1', kind: 'Node', metadata: {name, uid: name}};
		yield* recorder.event(reference, 'Warning', 'EvictionThresholdMet', `Attempting to reclaim ${resource}`);
		if (resource === 'ephemeral-storage' && (yield* this.#reclaim())) {
			return;
		}

		yield* this.#evictOne(first, resource, observations);
	}

	/** Evicts all Pods that exceed their limits for local storage. @returns whether it evicted any. */
	*#evictForLocalStorage(): Routine<boolean> {
		const {pods} = this.parts;
		let isAny = false;
		for (const local of pods().filter(({pod}) => hasLocalLimit(pod))) {
			const message = localStorageExcess(localUse(this.parts, local), this.parts.minor);
			if (message !== undefined && !isCritical(local.pod)) {
				isAny = true;
				yield* active();
				yield* this.#evict(local.pod, ephemeralStorage, {message, graceSeconds: 1});
			}
		}

		return isAny;
	}

	/** Deletes unused containers and images. @returns true if that is enough. @mirrors managerImpl.reclaimNodeLevelResources */
	*#reclaim(): Routine<boolean> {
		const {images, containers, workers} = this.parts;
		yield* containers.removeUnused((uid) => workers.isFinished(uid));
		yield* images.free();
		const observations = this.#observe();
		return !this.#thresholds.some((threshold) => isCrossed(threshold, observations, true));
	}

	*#evictOne(threshold: Threshold, resource: StarvedResource, observations: Observations): Routine {
		const {node, pods, configuration} = this.parts;
		const uses = pods().map((local) => podUse(this.parts, local));
		const ranked = rankForEviction(uses, resource);
		const victim = ranked.find(({pod}) => !isCritical(pod));
		this.#isHelpless = victim === undefined;
		yield* note(
			'kubelet.eviction',
			{
				case: 'rank',
				node: node.options.name,
				resource,
				ranked: ranked.map((use) => ({
					pod: podName(use.pod),
					priority: use.pod.spec.priority ?? 0,
					used: use[resource === 'ephemeral-storage' ? 'disk' : resource],
					excess: resource === 'pids' ? 0 : excessOf(use, resource),
				})),
				victim: victim && podName(victim.pod),
			},
			{outcome: 'warning'},
		);
		if (!victim) {
			return;
		}

		const graceSeconds = evictionGrace(threshold, victim.pod, configuration);
		yield* this.#evict(victim.pod, resource, {
			...evictionReason(resource, victim, this.#pressure.due, observations),
			graceSeconds,
			isDisruption: true,
		});
	}

	/** Ends a Pod and waits for its complete end, at most half a minute. @mirrors managerImpl.evictPod, waitForPodsCleanup */
	*#evict(
		pod: Pod,
		resource: StarvedResource,
		{
			message,
			annotations,
			graceSeconds,
			isDisruption = false,
		}: {
			readonly message: string;
			readonly annotations?: Readonly<Record<string, string>>;
			readonly graceSeconds: number;
			/** Whether a shortage of the node is the cause, not the Pod's own usage. */
			readonly isDisruption?: boolean;
		},
	): Routine {
		const {recorder, workers, host} = this.parts;
		const {kernel} = host;
		const {uid} = pod.metadata;
		yield* recorder.event(pod, 'Warning', 'Evicted', message, annotations && {annotations});
		yield* note(
			'kubelet.eviction',
			{case: 'evict', resource, message, graceSeconds},
			{object: podKey(pod), outcome: 'failed'},
		);
		const work = workers.of(uid);
		work?.end({
			phase: 'Failed',
			reason: 'Evicted',
			message,
			graceSeconds,
			...(isDisruption ? {condition: disruptionTarget(pod, kernel.timestamp(), message)} : {}),
		});
		work?.wake({case: 'evicted', resource});
		const untilMs = kernel.now + cleanupMs;
		while (workers.couldRun(uid) && kernel.now < untilMs) {
			yield* sleep(pollMs);
		}
	}
}

/** A crossed threshold, as a stop reports it. */
const shown = (threshold: Threshold, observations: Observations) => {
	const observed = observations.get(threshold.signal) ?? {available: 0, capacity: 0};
	return {
		signal: threshold.signal,
		isSoft: threshold.graceMs > 0,
		available: availableText(resourceOf[threshold.signal], observed.available),
		threshold: thresholdAmount(threshold.value, observed.capacity).text,
	};
};

/** The remaining grace period of crossed soft thresholds, in milliseconds. */
const graceLeft = ({crossed, due}: Pressure, nowMs: number): number =>
	due.length > 0 || crossed.length === 0
		? 0
		: Math.min(...crossed.map(({threshold, sinceMs}) => threshold.graceMs - (nowMs - sinceMs)));
