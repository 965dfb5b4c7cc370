import {getOrInsert} from '../kernel/get-or-insert.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {controllerOf} from '../objects/owner.js';
import {isPodReady, isTerminal} from '../objects/pod.js';
import {nestedNumber} from '../objects/unstructured.js';
import {all, family, type Entry, type Reader} from './look.js';

/** Whether the kubelet of its node has refused a Pod: such a Pod has failed before any container. */
export const isRejected = ({status: {phase, reason = '', message = ''}}: Pod): boolean =>
	phase === 'Failed' && message.startsWith('Pod was rejected: ') && !['Evicted', 'NodeShutdown'].includes(reason);

const isPod = (key: string, object: unknown): object is Pod =>
	object !== undefined && key.startsWith('/registry/pods/');

const isEnding = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined && !isTerminal(pod);

/** The number of refused replacements of one Pod after which a run expects no other outcome. */
const enoughPerReplica = 4;

/** The number of Pods that a controller still needs. */
const missing = ({object}: Entry<KubernetesObject>, members: ReadonlyArray<Entry<KubernetesObject>>): number => {
	const ready = members.filter((member) => {
		const isOwn = controllerOf(member.object)?.uid === object.metadata.uid;
		return isOwn && isPod(member.key, member.object) && isPodReady(member.object);
	});
	return Math.max(1, (nestedNumber(object, 'spec', 'replicas') ?? 1) - ready.length);
};

/**
Finds controllers that replace Pods without end. A ReplicaSet, ReplicationController or StatefulSet creates the next Pod as soon as one has
failed, without a back-off; a kubelet that refuses one also refuses the next.

@see https://github.com/kubernetes/kubernetes/issues/72593
*/
export class FutileReplacement {
	/** Refused Pods since the beginning, by the uid of their controller. */
	readonly #rejected = new Map<string, number>();
	#seen: number;

	constructor(readonly ledger: Reader) {
		this.#seen = ledger.changes?.length ?? 0;
	}

	/** Counts the Pods that were refused since the last call. */
	#count(): void {
		const {changes = [], keepsHistory = false} = this.ledger;
		const added = keepsHistory ? changes.slice(this.#seen) : [];
		this.#seen = changes.length;
		for (const {key, before, after} of added) {
			if (isPod(key, after) && isRejected(after) && !(isPod(key, before) && isRejected(before))) {
				const {uid = ''} = controllerOf(after) ?? {};
				this.#rejected.set(uid, getOrInsert(this.#rejected, uid, () => 0) + 1);
			}
		}
	}

	/** Whether all Pods that an object still needs are refused repeatedly. @param key in the ledger */
	concerns(key: string): boolean {
		this.#count();
		if (this.#rejected.size === 0) {
			return false;
		}

		// A Pod that ends may make room.
		if (all<Pod>(this.ledger, '/registry/pods/').some(({object}) => isEnding(object))) {
			return false;
		}

		const members = family(this.ledger, key);
		return members.some((member) => {
			const rejected = this.#rejected.get(member.object.metadata.uid) ?? 0;
			return rejected > 0 && rejected >= enoughPerReplica * missing(member, members);
		});
	}
}
