import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {Host} from '../../host/host.js';

/**
The ended containers of a Pod that are no longer needed: for a restarted container the last ended one is kept, for a deleted Pod, none is kept.

@returns their ids.
@mirrors k8s.io/kubernetes/pkg/kubelet getContainersToDeleteInPod
*/
export const deadContainers = (runtime: RuntimeService, uid: string, gone: boolean): readonly string[] => {
	const containers = runtime.listContainers(uid);
	const newest = new Map<string, string>();
	for (const {name, state} of containers) {
		if (!newest.has(name)) {
			newest.set(name, state);
		}
	}

	const seen = new Set<string>();
	return containers
		.filter(({name, state}) => {
			const isNewest = !seen.has(name);
			seen.add(name);
			return state === 'EXITED' && (gone || (!isNewest && newest.get(name) === 'EXITED'));
		})
		.map(({id}) => id);
};

/** Removes what ended Pods and containers leave on the node. @mirrors kuberuntime containerGC and kubelet podContainerDeletor */
export class ContainerGarbage {
	/** Ids of the containers to be removed. */
	readonly #mailbox: Mailbox<string>;

	constructor(
		readonly runtime: RuntimeService,
		readonly host: Host,
	) {
		this.#mailbox = new Mailbox(`kubelet/${host.name}/container-deletor`);
	}

	/** Records that a container or sandbox of a Pod has ended: unneeded ones are removed soon. @param gone whether the Pod itself is no longer needed. */
	collect(uid: string, gone: boolean): void {
		for (const id of deadContainers(this.runtime, uid, gone)) {
			this.host.kernel.send(this.#mailbox, id);
		}
	}

	/** The process that removes containers, one after the other. */
	*run(): Routine {
		for (;;) {
			const container = this.runtime.containerStatus(yield* receive(this.#mailbox));
			if (container) {
				yield* this.runtime.removeContainer({containerId: container.id});
			}
		}
	}

	/** Removes all ended containers that no running Pod needs. @param isFinished whether the Pod with a uid has ended. @mirrors containerGC.DeleteAllUnusedContainers */
	*removeUnused(isFinished: (uid: string) => boolean): Routine {
		const {runtime} = this;
		for (const uid of runtime.podUIDs()) {
			for (const id of deadContainers(runtime, uid, isFinished(uid))) {
				const container = runtime.containerStatus(id);
				if (container) {
					yield* runtime.removeContainer({containerId: container.id});
				}
			}
		}
	}

	/** Removes the leftovers of deleted Pods. @param isKnown whether the kubelet still manages the Pod with a uid. */
	*removeLeftovers(isKnown: (uid: string) => boolean): Routine {
		const {runtime} = this;
		for (const uid of runtime.podUIDs()) {
			if (isKnown(uid)) {
				continue;
			}

			for (const container of runtime.listContainers(uid)) {
				if (container.state !== 'RUNNING') {
					yield* runtime.removeContainer({containerId: container.id});
				}
			}

			for (const sandbox of runtime.listPodSandbox(uid)) {
				if (sandbox.state === 'SANDBOX_NOTREADY' && runtime.listContainers(uid).length === 0) {
					yield* runtime.removePodSandbox({podSandboxId: sandbox.id});
				}
			}
		}
	}
}
