import {receive, type Routine} from '../../kernel/routine.js';
import type {KubeletContext} from '../context.js';
import type {Runtime} from '../runtime/runtime.js';

/**
The ended containers of a Pod that nobody needs any more: of one that was restarted the last end is kept, of a Pod that is gone nothing.

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

/** The process that removes them, one after the other. */
export function* removeDeadContainers({runtime, garbage}: KubeletContext): Routine {
	for (;;) {
		const id = yield* receive(garbage);
		if (runtime.container(id)) {
			yield* runtime.removeContainer(id);
		}
	}
}

/** What is left on the node of Pods that are gone: looked for once a minute. */
export function* removeLeftovers({runtime, records}: KubeletContext): Routine {
	for (const uid of runtime.pods) {
		if (records.has(uid)) {
			continue;
		}

		for (const container of runtime.containersOf(uid)) {
			if (container.state === 'EXITED') {
				yield* runtime.removeContainer(container.id);
			}
		}

		for (const sandbox of runtime.sandboxesOf(uid)) {
			if (sandbox.state === 'SANDBOX_NOTREADY') {
				yield* runtime.removePodSandbox(sandbox);
			}
		}
	}
}
