import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey, podName} from '../node/pod-names.js';
import {annotation} from '../node/pod-source.js';
import type {StatusManager} from '../status/status-manager.js';

const statusTickMs = 10_000;

/**
The object that shows a static Pod in the API.

@mirrors k8s.io/kubernetes/pkg/kubelet/pod basicMirrorClient.CreateMirrorPod
*/
export const mirrorOf = (pod: Pod, {metadata: {name, uid}}: Node): Pod => ({
	...pod,
	metadata: {
		...pod.metadata,
		annotations: {
			...pod.metadata.annotations,
			[annotation.mirror]: pod.metadata.annotations?.[annotation.hash] ?? '',
		},
		ownerReferences: [{apiVersion: 'v1', kind: 'Node', name, uid, controller: true}],
	},
});

/** @mirrors k8s.io/kubernetes/pkg/kubelet/pod IsMirrorPodOf */
const isMirrorOf = (mirror: Pod, pod: Pod): boolean =>
	podName(mirror) === podName(pod) &&
	mirror.metadata.annotations?.[annotation.mirror] === pod.metadata.annotations?.[annotation.hash];

/** The mirror Pods of a node: they show its static Pods in the API. */
export class MirrorPods {
	constructor(
		readonly client: Client,
		readonly node: OwnNode,
		readonly statuses: StatusManager,
	) {}

	/** Every ten seconds the status manager checks whether a mirror Pod has the status of its static Pod. */
	showStatusLater(uid: string): void {
		const {kernel} = this.client;
		kernel.after(statusTickMs - (kernel.now % statusTickMs), () => this.statuses.touch(uid));
	}

	/**
	Keeps the mirror Pod of a static Pod correct: creates it, and recreates it if it is being deleted or has another manifest. The containers do not depend on it.

	@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.tryReconcileMirrorPods
	*/
	*reconcile(local: NodePod): Routine {
		const {pod, mirror, manifest} = local;
		if (manifest === undefined) {
			return;
		}

		if (mirror) {
			const leaving = mirror.metadata.deletionTimestamp !== undefined;
			if (!leaving && isMirrorOf(mirror, pod)) {
				return;
			}

			if (!(yield* this.delete(mirror, leaving ? 'leaving' : 'outdated'))) {
				return;
			}

			local.show(undefined);
		}

		const node = this.node.registered();
		if (!node || node.metadata.deletionTimestamp) {
			yield* note('kubelet.mirror', {case: 'waits', manifest}, {object: podKey(pod)});
			return;
		}

		yield* this.#create(local, manifest, node);
	}

	*#create(local: NodePod, manifest: string, node: Node): Routine {
		const {pod, uid} = local;
		const object = podKey(pod);
		yield* note('kubelet.mirror', {case: 'create', manifest, hash: uid}, {object});
		try {
			const created = yield* this.client.create('pods', pod.metadata.namespace, mirrorOf(pod, node));
			local.show(created);
			this.showStatusLater(uid);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			const isThere = error.reason === 'AlreadyExists';
			yield* note(
				'kubelet.mirror',
				{case: isThere ? 'exists' : 'create-refused', manifest, reason: error.reason, message: error.message},
				{object, ...(isThere ? {} : {outcome: 'failed' as const})},
			);
		}
	}

	/**
	Deletes a mirror Pod from the API with a grace period of 0.

	@returns whether it was deleted.
	@mirrors basicMirrorClient.DeleteMirrorPod
	*/
	*delete(mirror: Pod, why: 'orphan' | 'leaving' | 'outdated'): Routine<boolean> {
		const {namespace, name, uid} = mirror.metadata;
		const object = podKey(mirror);
		yield* note('kubelet.mirror', {case: 'delete', uid, gracePeriodSeconds: 0, why}, {object});
		try {
			yield* this.client.delete('pods', namespace, name, {gracePeriodSeconds: 0, preconditions: {uid}});
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			if (error.reason !== 'NotFound') {
				yield* note(
					'kubelet.mirror',
					{case: 'delete-refused', reason: error.reason, message: error.message},
					{object, outcome: 'failed'},
				);
				return false;
			}
		}

		return true;
	}
}
