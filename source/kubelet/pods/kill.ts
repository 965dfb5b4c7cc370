import {Mailbox} from '../../kernel/mailbox.js';
import {frame, note, receive, type Routine} from '../../kernel/routine.js';
import {isSidecar} from '../../objects/pod.js';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import {podKey, podName, type KubeletContext, type PodRecord} from '../context.js';
import {containerSpec, fieldPath} from '../containers/container-spec.js';
import {runHook} from '../containers/hooks.js';
import type {Container as RuntimeContainer} from '../runtime/container.js';

const minimumGraceSeconds = 2;

export interface KillOptions {
	/** Text of the event; by default `Stopping container NAME`. */
	readonly message?: string;
	readonly graceSeconds: number;
	/** Waits for its turn and returns how many seconds that took. */
	readonly turn?: () => Routine<number>;
}

/**
Ends one container: preStop hook, then SIGTERM, then what is left of the grace period, then SIGKILL.

@see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
@mirrors kuberuntime killContainer
*/
export function* killContainer(
	context: KubeletContext,
	pod: Pod,
	container: RuntimeContainer,
	options: KillOptions,
): Routine {
	const {recorder, runtime, kernel} = context;
	const spec = containerSpec(pod, container.name);
	const message = options.message ?? `Stopping container ${container.name}`;
	yield* recorder.event(pod, 'Normal', 'Killing', message, {fieldPath: fieldPath(pod, container.name)});
	let left = options.graceSeconds;
	if (spec?.lifecycle?.preStop && left > 0) {
		const startedMs = kernel.now;
		const problem = yield* frame(
			{name: `preStop of ${container.name}`},
			runHook(context, pod, container, 'preStop', spec.lifecycle.preStop, left * 1000),
		);
		if (problem !== undefined) {
			yield* recorder.event(pod, 'Warning', 'FailedPreStopHook', 'PreStopHook failed', {
				fieldPath: fieldPath(pod, container.name),
			});
		}

		left -= Math.floor((kernel.now - startedMs) / 1000);
	}

	if (options.turn) {
		left -= yield* options.turn();
	}

	yield* runtime.stopContainer(container.id, Math.max(minimumGraceSeconds, left));
}

/** Ends all containers of a Pod at once, sidecars after the main ones in reverse order; then its sandbox. */
export function* killPod(context: KubeletContext, record: PodRecord, graceSeconds: number): Routine {
	const {runtime} = context;
	const {pod, uid} = record;
	const running = runtime.containersOf(uid).filter(({state}) => state === 'RUNNING');
	yield* note(
		'kubelet.kill',
		running.length > 0
			? `The pod worker ends ${podName(pod)}: ${running.map(({name}) => name).join(', ')}, with ${graceSeconds} s grace.`
			: `The pod worker ends ${podName(pod)}: no container of it runs.`,
		{containers: running.map(({name}) => name), graceSeconds},
		{object: podKey(pod)},
	);
	if (running.length === 1) {
		yield* killContainer(context, pod, running[0]!, {graceSeconds});
	} else if (running.length > 1) {
		yield* killTogether(context, record, inOrder(pod, running), graceSeconds);
	}

	for (const sandbox of runtime.sandboxesOf(uid)) {
		if (sandbox.state === 'SANDBOX_READY') {
			yield* runtime.stopPodSandbox(sandbox);
		}
	}
}

const inOrder = ({spec}: Pod, containers: readonly RuntimeContainer[]): readonly RuntimeContainer[] => {
	const order = [...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].map(
		({name}) => name,
	);
	return containers.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
};

/** Each container in a process of its own; the worker waits for all of them. */
function* killTogether(
	context: KubeletContext,
	record: PodRecord,
	containers: readonly RuntimeContainer[],
	graceSeconds: number,
): Routine {
	const {kernel} = context;
	const {pod} = record;
	const done = new Mailbox<string>(`ends of ${podName(pod)}`);
	const ended = new Set<string>();
	// Whoever has to wait for others hears of each end here.
	const waiting = new Map<string, Mailbox<string>>();
	const sidecars = (pod.spec.initContainers ?? []).filter((container) => isSidecar(container)).map(({name}) => name);
	const before = (name: string): readonly string[] => {
		const position = sidecars.indexOf(name);
		return position === -1
			? []
			: containers
					.map((container) => container.name)
					.filter((other) => !sidecars.includes(other) || sidecars.indexOf(other) > position);
	};

	for (const container of containers) {
		const {name} = container;
		const turn = new Mailbox<string>(`turn of ${name}`);
		waiting.set(name, turn);
		kernel.spawn(
			`${record.process}/stop/${name}`,
			'kubelet',
			function* () {
				yield* killContainer(context, pod, container, {
					graceSeconds,
					*turn() {
						const startedMs = kernel.now;
						while (before(name).some((other) => !ended.has(other))) {
							yield* receive(turn);
						}

						return Math.floor((kernel.now - startedMs) / 1000);
					},
				});
				ended.add(name);
				for (const mailbox of waiting.values()) {
					kernel.send(mailbox, name);
				}

				kernel.send(done, name);
			},
			{child: true},
		);
	}

	for (let count = 0; count < containers.length; count++) {
		yield* receive(done);
	}
}

/** How long a container that a probe has failed may take to end. */
export const probeGraceSeconds = (pod: Pod, container: Container, kind: 'liveness' | 'startup'): number =>
	pod.metadata.deletionGracePeriodSeconds ??
	(kind === 'liveness' ? container.livenessProbe : container.startupProbe)?.terminationGracePeriodSeconds ??
	pod.spec.terminationGracePeriodSeconds ??
	30;
