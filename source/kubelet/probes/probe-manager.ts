import type {Pod} from '../../objects/kubernetes.generated.js';
import type {ProbeKind} from '../../stages/facts/kubelet/containers.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {containerSpec} from '../node/container-reference.js';
import type {NodePod} from '../node/node-pod.js';
import type {CRIContainer} from '../../cri/container.js';
import {probeKinds, probeOf, ProbeWorker, type ProbeParts} from './probe-worker.js';

/**
The probes of a node: one process for each probe of each running container.

@see https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
@mirrors k8s.io/kubernetes/pkg/kubelet/prober
*/
export class ProbeManager {
	/** uid of a Pod → id of a container → its workers. */
	readonly #pods = new Map<string, Map<string, Map<ProbeKind, ProbeWorker>>>();

	constructor(readonly parts: ProbeParts) {}

	#workersOf({sandbox: {uid}, id}: CRIContainer): ReadonlyMap<ProbeKind, ProbeWorker> | undefined {
		return this.#pods.get(uid)?.get(id);
	}

	/** Forgets a completely removed Pod. */
	forget(uid: string): void {
		this.#pods.delete(uid);
	}

	/** The last result of a container's probe; `undefined` without a result or without the probe. */
	result(container: CRIContainer, kind: ProbeKind): boolean | undefined {
		const worker = this.#workersOf(container)?.get(kind);
		return worker ? worker.result : this.#formerResult(container, kind);
	}

	#formerResult(container: CRIContainer, kind: ProbeKind): boolean | undefined {
		const results = kind === 'liveness' ? undefined : this.parts.former?.(container);
		return kind === 'readiness' ? results?.readiness : results?.startup;
	}

	/** Whether the readiness probe succeeds; `undefined` if there is no such probe. */
	ready(pod: Pod, container: CRIContainer): boolean | undefined {
		return containerSpec(pod, container.name)?.readinessProbe
			? (this.result(container, 'readiness') ?? false)
			: undefined;
	}

	/** Whether the startup probe has succeeded; `undefined` if there is no such probe. */
	started(pod: Pod, container: CRIContainer): boolean | undefined {
		return containerSpec(pod, container.name)?.startupProbe ? (this.result(container, 'startup') ?? false) : undefined;
	}

	/** Starts the probes of running containers that have no probe workers yet. */
	ensure(local: NodePod): void {
		const present = this.parts.runtime.listContainers(local.uid);
		const known = this.#pods.get(local.uid);
		for (const id of known?.keys() ?? []) {
			if (!present.some((container) => container.id === id)) {
				known?.delete(id);
			}
		}

		for (const container of present) {
			if (!container.isRunning) {
				continue;
			}

			const spec = containerSpec(local.pod, container.name);
			for (const kind of probeKinds) {
				const isOver = kind === 'startup' && this.result(container, kind) === true;
				if (probeOf(spec, kind) && !isOver && !this.#workersOf(container)?.has(kind)) {
					this.#start(local, container, kind);
				}
			}
		}
	}

	#start(local: NodePod, container: CRIContainer, kind: ProbeKind): void {
		const {host, node} = this.parts;
		const worker = new ProbeWorker(
			this.parts,
			local,
			container,
			kind,
			() => this.result(container, 'startup') ?? false,
			() => this.#containerStarted(container),
			this.#formerResult(container, kind),
		);
		const containers = getOrInsert(this.#pods, container.sandbox.uid, () => new Map());
		getOrInsert(containers, container.id, () => new Map<ProbeKind, ProbeWorker>()).set(kind, worker);
		const {namespace, name} = local.pod.metadata;
		host.kernel.spawn(
			`kubelet/${node.options.name}/probe/${namespace}/${name}/${container.name}-${container.id.slice(0, 8)}/${kind}`,
			'kubelet',
			() => worker.run(),
			{child: true},
		);
	}

	/** Starts the probes of a started container; the others wait for its startup probe. */
	#containerStarted(container: CRIContainer): void {
		for (const kind of ['readiness', 'liveness'] as const) {
			this.#workersOf(container)?.get(kind)?.tell('started');
		}
	}

	/** Ends probes of a Pod: of these kinds, or all. */
	stop(uid: string, kinds: readonly ProbeKind[] = probeKinds): void {
		for (const container of this.parts.runtime.listContainers(uid)) {
			for (const kind of kinds) {
				this.#workersOf(container)?.get(kind)?.tell('stop');
			}
		}
	}
}
