import type {EventRecorder} from '../../client/event-recorder.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {active, take, type Routine} from '../../kernel/routine.js';
import type {ProbeKind} from '../../stages/facts/kubelet/containers.js';
import type {WakeReason} from '../../stages/facts/kubelet/pods.js';
import {note} from '../../stages/note.js';
import type {Container, Probe} from '../../objects/kubernetes.generated.js';
import {containerSpec, fieldPath} from '../node/container-reference.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey} from '../node/pod-names.js';
import type {CRIContainer} from '../../cri/container.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {Host} from '../../host/host.js';
import {runProbe, type ProbeResult} from './probe.js';

/** In the order in which a Pod's probes are started. */
export const probeKinds: readonly ProbeKind[] = ['startup', 'readiness', 'liveness'];

/** A container's probe of a kind. */
export const probeOf = (container: Container | undefined, kind: ProbeKind): Probe | undefined =>
	container?.[`${kind}Probe`];

/** The result of a probe that has not run. */
const resultAtFirst: Readonly<Record<ProbeKind, boolean | undefined>> = {
	startup: undefined,
	readiness: false,
	liveness: true,
};

const titles: Readonly<Record<ProbeKind, string>> = {startup: 'Startup', readiness: 'Readiness', liveness: 'Liveness'};

// A Pod that has not become ready by then is unlikely to: waiting for it need not keep the simulation going.
const patienceMs = 60_000;

/** The results of a container's probes before the simulation. */
export interface FormerResults {
	readonly readiness?: boolean;
	readonly startup?: boolean;
}

/** The parts that the probe workers of a kubelet use. */
export interface ProbeParts {
	readonly runtime: RuntimeService;
	readonly host: Host;
	readonly recorder: EventRecorder;
	readonly node: OwnNode;
	/** Called when a counted result has changed, to sync the Pod. */
	readonly wake: (uid: string, because: WakeReason) => void;
	/** The results of the probes of a container that ran before the simulation. */
	readonly former?: (container: CRIContainer) => FormerResults | undefined;
}

/** One probe of one running container. @mirrors k8s.io/kubernetes/pkg/kubelet/prober worker */
export class ProbeWorker {
	readonly #mailbox: Mailbox<'stop' | 'started'>;
	#result: boolean | undefined;
	/** The number of consecutive probes with the last result. */
	#inARow = 0;
	#last: boolean | undefined;

	/**
	@param isStarted whether the container's startup probe has succeeded.
	@param former a result that counts already.
	*/
	constructor(
		readonly parts: ProbeParts,
		readonly local: NodePod,
		readonly container: CRIContainer,
		readonly kind: ProbeKind,
		readonly isStarted: () => boolean,
		readonly onStarted: () => void,
		former?: boolean,
	) {
		this.#result = former;
		this.#mailbox = new Mailbox(`probe ${container.id}/${kind}`);
	}

	/** The result that has occurred often enough to count; `undefined` before that. */
	get result(): boolean | undefined {
		return this.#result;
	}

	get #isRunning(): boolean {
		return this.parts.runtime.containerStatus(this.container.id)?.isRunning === true;
	}

	/** Notifies it that the container has started, or that the probe is no longer needed. */
	tell(message: 'stop' | 'started'): void {
		this.parts.host.kernel.send(this.#mailbox, message);
	}

	*run(): Routine {
		const {kernel} = this.parts.host;
		const {container, kind} = this;
		const spec = containerSpec(this.local.pod, container.name);
		const probe = probeOf(spec, kind);
		if (!probe) {
			return;
		}

		this.#inARow = 0;
		this.#last = undefined;
		const isHeldBack = kind !== 'startup' && spec?.startupProbe !== undefined && !this.isStarted();
		if (isHeldBack && (yield* take(this.#mailbox)) === 'stop') {
			return;
		}

		const {failureThreshold = 3, periodSeconds = 10, initialDelaySeconds = 0} = probe;
		const patientUntilMs =
			container.startedAtMs + Math.max(patienceMs, (initialDelaySeconds + failureThreshold * periodSeconds) * 1000);
		let waitMs = Math.max(0, container.startedAtMs + initialDelaySeconds * 1000 - kernel.now);
		for (;;) {
			const periodic = kind === 'liveness' || this.#result === true || kernel.now > patientUntilMs;
			const message = yield* take(this.#mailbox, {timeoutMs: waitMs, periodic});
			if (message === 'stop' || !this.#isRunning) {
				return;
			}

			if (yield* this.#probe(probe)) {
				return;
			}

			waitMs = periodSeconds * 1000;
		}
	}

	/** Probes once. @returns whether this was the last time. */
	*#probe(probe: Probe): Routine<boolean> {
		const {node} = this.parts;
		const {container, kind} = this;
		const {pod} = this.local;
		const found = yield* runProbe(this.parts, pod, container, probe, node.options.addresses[0] ?? '');
		if (!this.#isRunning) {
			return true;
		}

		if (found.result === 'unknown') {
			yield* this.#throwAway(probe, found);
			return false;
		}

		const passed = found.result !== 'failure';
		this.#inARow = passed === this.#last ? this.#inARow + 1 : 1;
		this.#last = passed;
		yield* this.#tellEvent(found);
		const {failureThreshold = 3, successThreshold = 1} = probe;
		const threshold = passed ? successThreshold : failureThreshold;
		const before = this.#result ?? resultAtFirst[kind];
		const isNews = this.#inARow >= threshold && before !== passed;
		if (isNews) {
			yield* active();
			this.#result = passed;
			this.#show(passed);
		}

		yield* note(
			`kubelet.probe.${kind}` as const,
			{
				container: container.name,
				probe,
				result: found.result,
				output: found.output,
				inARow: this.#inARow,
				threshold,
				changed: isNews,
			},
			{object: podKey(pod), ...(passed ? {} : {outcome: 'failed' as const})},
		);
		if (isNews) {
			this.parts.wake(this.local.uid, {case: 'probe', probe: kind, container: container.name, passed});
			if (kind === 'startup' && passed) {
				this.onStarted();
			}
		}

		return isNews && (kind === 'startup' || (kind === 'liveness' && !passed));
	}

	/**
	Drops the result of a probe that could not be run: it is not evidence about the container.

	@mirrors k8s.io/kubernetes/pkg/kubelet/prober worker.doProbe
	*/
	*#throwAway(probe: Probe, found: ProbeResult): Routine {
		yield* this.#tellEvent(found);
		yield* note(
			`kubelet.probe.${this.kind}` as const,
			{
				container: this.container.name,
				probe,
				result: found.result,
				output: found.output,
				inARow: this.#inARow,
				threshold: probe.failureThreshold ?? 3,
				changed: false,
			},
			{object: podKey(this.local.pod), outcome: 'failed' as const},
		);
	}

	*#tellEvent({result, output}: ProbeResult): Routine {
		const {recorder} = this.parts;
		const {pod} = this.local;
		const where = {fieldPath: fieldPath(pod, this.container.name)};
		if (result === 'warning') {
			yield* recorder.event(pod, 'Warning', 'ProbeWarning', `${titles[this.kind]} probe warning: ${output}`, where);
		} else if (result === 'unknown') {
			const message = `${titles[this.kind]} probe errored and resulted in unknown state: ${output}`;
			yield* recorder.event(pod, 'Warning', 'Unhealthy', message, where);
		} else if (result === 'failure') {
			yield* recorder.event(pod, 'Warning', 'Unhealthy', `${titles[this.kind]} probe failed: ${output}`, where);
		}
	}

	#show(passed: boolean): void {
		const {host, node} = this.parts;
		const {namespace, name} = this.local.pod.metadata;
		host.kernel.ledger.write(
			`/nodes/${node.options.name}/probes/${namespace}/${name}/${this.container.name}/${this.kind}`,
			{result: passed ? 'Success' : 'Failure', since: host.kernel.timestamp()},
		);
	}
}
