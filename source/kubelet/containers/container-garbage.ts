import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import type {Runtime} from '../../containerd/runtime.js';

/**
The ended containers of a Pod that are no longer needed: for a restarted container the last ended one is kept, for a Pod that is gone nothing is.

@returns their ids.
@mirrors k8s.io/kubernetes/pkg/kubelet getContainersToDeleteInPod
*/
export const deadContainers = (runtime: Runtime, uid: string, gone: boolean): readonly string[] => {
	const containers = runtime.containersOf(uid);
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

	constructor(readonly runtime: Runtime) {
		this.#mailbox = new Mailbox(`kubelet/${runtime.options.node}/container-deletor`);
	}

	/** A container or sandbox of a Pod has ended: what is no longer needed is removed soon. @param gone the Pod itself is not needed any more. */
	collect(uid: string, gone: boolean): void {
		for (const id of deadContainers(this.runtime, uid, gone)) {
			this.runtime.kernel.send(this.#mailbox, id);
		}
	}

	/** The process that removes containers, one after the other. */
	*run(): Routine {
		for (;;) {
			const container = this.runtime.container(yield* receive(this.#mailbox));
			if (container) {
				yield* this.runtime.containers.removeContainer(container);
			}
		}
	}

	/** Removes all ended containers that nobody needs, of Pods that have ended as well. @param isFinished whether the Pod with a uid has. @mirrors containerGC.DeleteAllUnusedContainers */
	*removeUnused(isFinished: (uid: string) => boolean): Routine {
		const {runtime} = this;
		for (const uid of runtime.pods) {
			for (const id of deadContainers(runtime, uid, isFinished(uid))) {
				const container = runtime.container(id);
				if (container) {
					yield* runtime.containers.removeContainer(container);
				}
			}
		}
	}

	/** Removes what is left of Pods that are gone. @param isKnown whether the kubelet still manages the Pod with a uid. */
	*removeLeftovers(isKnown: (uid: string) => boolean): Routine {
		const {runtime} = this;
		for (const uid of runtime.pods) {
			if (isKnown(uid)) {
				continue;
			}

			for (const container of runtime.containersOf(uid)) {
				if (container.state !== 'RUNNING') {
					yield* runtime.containers.removeContainer(container);
				}
			}

			for (const sandbox of runtime.sandboxesOf(uid)) {
				if (sandbox.state === 'SANDBOX_NOTREADY' && runtime.containersOf(uid).length === 0) {
					yield* runtime.sandboxes.removePodSandbox(sandbox);
				}
			}
		}
	}
}
