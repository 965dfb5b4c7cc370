import type {EventRecorder} from '../../client/event-recorder.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {frame, note} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {containerSpec, fieldPath} from '../node/container-reference.js';
import {podKey, podName} from '../node/pod-names.js';
import type {CRIContainer} from '../../cri/container.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {HandlerRunner} from './handler-runner.js';
import {TerminationOrder} from './termination-order.js';

const minimumGraceSeconds = 2;

export interface KillOptions {
	/** Text of the event; by default `Stopping container NAME`. */
	readonly message?: string;
	readonly graceSeconds: number;
	/** Waits for its turn and returns how many seconds that took. */
	readonly turn?: () => Routine<number>;
}

/**
Ends containers and Pods.

@see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
@mirrors kuberuntime killContainer, killContainersWithSyncResult
*/
export class ContainerKiller {
	constructor(
		readonly runtime: RuntimeService,
		readonly recorder: EventRecorder,
		readonly hooks: HandlerRunner,
	) {}

	/** Ends one container: preStop hook, then SIGTERM, then the rest of the grace period, then SIGKILL. */
	*killContainer(pod: Pod, container: CRIContainer, options: KillOptions): Routine {
		const {kernel} = this.recorder;
		const where = {fieldPath: fieldPath(pod, container.name)};
		const message = options.message ?? `Stopping container ${container.name}`;
		yield* this.recorder.event(pod, 'Normal', 'Killing', message, where);
		let left = options.graceSeconds;
		const preStop = containerSpec(pod, container.name)?.lifecycle?.preStop;
		if (preStop && left > 0) {
			const startedMs = kernel.now;
			const problem = yield* frame(
				{name: `preStop of ${container.name}`},
				this.hooks.run({pod, container, kind: 'preStop', handler: preStop, timeoutMs: left * 1000}),
			);
			if (problem !== undefined) {
				yield* this.recorder.event(pod, 'Warning', 'FailedPreStopHook', 'PreStopHook failed', where);
			}

			left -= Math.floor((kernel.now - startedMs) / 1000);
		}

		if (options.turn) {
			left -= yield* options.turn();
		}

		yield* this.runtime.stopContainer({containerId: container.id, timeout: Math.max(minimumGraceSeconds, left)});
	}

	/**
	Ends all containers of a Pod at once, sidecars after the main ones in reverse order; then ends its sandbox.

	@param process name of the worker's process, a prefix of the containers' process names.
	*/
	*killPod(pod: Pod, process: string, graceSeconds: number): Routine {
		const {runtime} = this;
		const {uid} = pod.metadata;
		const running = inOrder(
			pod,
			runtime.listContainers(uid).filter(({isRunning}) => isRunning),
		);
		const names = runtime.listContainers(uid).flatMap(({name, isRunning}) => (isRunning ? [name] : []));
		yield* note('kubelet.kill', {case: 'kill', containers: names, graceSeconds}, {object: podKey(pod)});
		const [only, ...others] = running;
		if (only && others.length === 0) {
			yield* this.killContainer(pod, only, {graceSeconds});
		} else if (others.length > 0) {
			yield* this.#killTogether(pod, process, running, graceSeconds);
		}

		for (const sandbox of runtime.listPodSandbox(uid)) {
			if (sandbox.state === 'SANDBOX_READY') {
				yield* runtime.stopPodSandbox({podSandboxId: sandbox.id});
			}
		}
	}

	/** Ends each container in a separate process; the worker waits for all of them. */
	*#killTogether(pod: Pod, process: string, containers: readonly CRIContainer[], graceSeconds: number): Routine {
		const {kernel} = this.recorder;
		const done = new Mailbox<string>(`ends of ${podName(pod)}`);
		const order = new TerminationOrder(kernel, pod, containers);
		for (const container of containers) {
			const {name} = container;
			const kill = () => this.killContainer(pod, container, {graceSeconds, turn: () => order.wait(name)});
			kernel.spawn(
				`${process}/stop/${name}`,
				'kubelet',
				function* () {
					yield* kill();
					order.end(name);
					kernel.send(done, name);
				},
				{child: true},
			);
		}

		for (let count = 0; count < containers.length; count++) {
			yield* receive(done);
		}
	}
}

/** The order of the Pod's manifest. */
const inOrder = ({spec}: Pod, containers: readonly CRIContainer[]): readonly CRIContainer[] => {
	const order = [...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].map(
		({name}) => name,
	);
	return containers.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
};
