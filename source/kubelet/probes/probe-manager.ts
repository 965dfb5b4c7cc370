import type {Pod} from '../../objects/kubernetes.generated.js';
import type {ProbeKind} from '../../stages/facts/kubelet/containers.js';
import {containerSpec} from '../node/container-reference.js';
import type {NodePod} from '../node/node-pod.js';
import type {RuntimeContainer} from '../../machine/container.js';
import {probeKinds, probeOf, ProbeWorker, type ProbeParts} from './probe-worker.js';

/**
The probes of a node: one process for each probe of each running container.

@see https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
@mirrors k8s.io/kubernetes/pkg/kubelet/prober
*/
export class ProbeManager {
	/** They are forgotten with their container. */
	readonly #workers = new WeakMap<RuntimeContainer, Map<ProbeKind, ProbeWorker>>();

	constructor(readonly parts: ProbeParts) {}

	/** The last result of a container's probe; `undefined` if there is no result yet, or no such probe. */
	result(container: RuntimeContainer, kind: ProbeKind): boolean | undefined {
		const worker = this.#workers.get(container)?.get(kind);
		return worker ? worker.result : this.#formerResult(container, kind);
	}

	#formerResult(container: RuntimeContainer, kind: ProbeKind): boolean | undefined {
		const results = kind === 'liveness' ? undefined : this.parts.former?.(container);
		return kind === 'readiness' ? results?.readiness : results?.startup;
	}

	/** Whether the readiness probe succeeds; `undefined` if there is no such probe. */
	ready(pod: Pod, container: RuntimeContainer): boolean | undefined {
		return containerSpec(pod, container.name)?.readinessProbe
			? (this.result(container, 'readiness') ?? false)
			: undefined;
	}

	/** Whether the startup probe has succeeded; `undefined` if there is no such probe. */
	started(pod: Pod, container: RuntimeContainer): boolean | undefined {
		return containerSpec(pod, container.name)?.startupProbe ? (this.result(container, 'startup') ?? false) : undefined;
	}

	/** Starts the probes of running containers that have no probe workers yet. */
	ensure(local: NodePod): void {
		for (const container of this.parts.runtime.containersOf(local.uid)) {
			if (!container.isRunning) {
				continue;
			}

			const spec = containerSpec(local.pod, container.name);
			for (const kind of probeKinds) {
				const isOver = kind === 'startup' && this.result(container, kind) === true;
				if (probeOf(spec, kind) && !isOver && !this.#workers.get(container)?.has(kind)) {
					this.#start(local, container, kind);
				}
			}
		}
	}

	#start(local: NodePod, container: RuntimeContainer, kind: ProbeKind): void {
		const {runtime, node} = this.parts;
		const worker = new ProbeWorker(
			this.parts,
			local,
			container,
			kind,
			() => this.result(container, 'startup') ?? false,
			() => this.#containerStarted(container),
			this.#formerResult(container, kind),
		);
		const workers = this.#workers.get(container) ?? new Map<ProbeKind, ProbeWorker>();
		this.#workers.set(container, workers.set(kind, worker));
		const {namespace, name} = local.pod.metadata;
		runtime.kernel.spawn(
			`kubelet/${node.options.name}/probe/${namespace}/${name}/${container.name}-${container.id.slice(0, 8)}/${kind}`,
			'kubelet',
			() => worker.run(),
			{child: true},
		);
	}

	/** The other probes of a container wait for its startup probe. */
	#containerStarted(container: RuntimeContainer): void {
		for (const kind of ['readiness', 'liveness'] as const) {
			this.#workers.get(container)?.get(kind)?.tell('started');
		}
	}

	/** Ends probes of a Pod: those of these kinds, or all. */
	stop(uid: string, kinds: readonly ProbeKind[] = probeKinds): void {
		for (const container of this.parts.runtime.containersOf(uid)) {
			for (const kind of kinds) {
				this.#workers.get(container)?.get(kind)?.tell('stop');
			}
		}
	}
}
