import {isKind, isObject} from '../../objects/kubernetes-object.js';
import type {Event, Pod} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {all, fromList, type Entry, type Reader} from '../look.js';
import type {Found} from '../row.js';
import type {Saying} from '../words/words.js';

/** A Pod that the scheduler deleted so that a Pod of higher priority fits. */
export interface Preemption {
	/** `default/low`. */
	readonly victim: string;
	/** `default/big`. */
	readonly by: string;
	/** Priority of the Pod that needed the room. */
	readonly priority: number;
	/** Priority of the victim. */
	readonly own: number;
}

const priorityOf = ({spec}: Pod): number => spec.priority ?? 0;

/** The present or last state of a Pod. */
const lastKnown = (ledger: Reader, key: string): Pod | undefined => {
	const last = ledger.versions(key).findLast(({value}) => value !== undefined)?.value;
	return isObject(last) && isKind(last, 'v1 Pod') ? last : undefined;
};

/** The scheduler's events about Pods that it deleted for others. */
const preemptions = fromList((entries: ReadonlyArray<Entry<Event>>): readonly Event[] =>
	entries.map(({object}) => object).filter(({reason, related}) => reason === 'Preempted' && related !== undefined),
);

/** The last preemption of a Pod, from the scheduler's event. */
const preemptionIn = (
	ledger: Reader,
	namespace: string,
	isVictim: (victim: Event['involvedObject']) => boolean,
	own: number,
): Preemption | undefined => {
	const found = preemptions(all<Event>(ledger, `/registry/events/${namespace}/`)).findLast(({involvedObject}) =>
		isVictim(involvedObject),
	);
	const {namespace: where = 'default', name = ''} = found?.related ?? {};
	const preemptor = found && lastKnown(ledger, registryKey('pods', where, name));
	return (
		preemptor && {
			victim: `${namespace}/${found.involvedObject.name}`,
			by: `${where}/${name}`,
			priority: priorityOf(preemptor),
			own,
		}
	);
};

/** The reason why a Pod without an owner is missing, if the scheduler deleted it. @param key its ledger key */
export const preemptionOf = (ledger: Reader, key: string): Preemption | undefined => {
	const gone = key.startsWith('/registry/pods/') && !ledger.read(key) ? lastKnown(ledger, key) : undefined;
	return gone && preemptionIn(ledger, gone.metadata.namespace, ({uid}) => uid === gone.metadata.uid, priorityOf(gone));
};

const isSuccessor = ({metadata}: Pod, {name = '', uid}: Event['involvedObject']): boolean =>
	uid !== metadata.uid &&
	(name === metadata.name || (metadata.generateName !== undefined && name.startsWith(metadata.generateName)));

/** The Pod that a Pod of the same controller replaces, if the scheduler deleted it. */
export const preemptionBefore = (ledger: Reader, pod: Pod): Preemption | undefined =>
	preemptionIn(ledger, pod.metadata.namespace, (victim) => isSuccessor(pod, victim), priorityOf(pod));

export const preemptedWords =
	({by, priority, own}: Preemption): Saying =>
	({progress}) =>
		progress.preempted(by, priority, own);

/** The finding of a missing Pod. */
export const preempted = (ledger: Reader, key: string): Found => {
	const preemption = preemptionOf(ledger, key);
	return (
		preemption && {
			message: preemptedWords(preemption),
			field: ['metadata', 'name'],
			stage: 'scheduler.postfilter',
			advice: [({pods}) => pods.preemptedAlone],
			candidates: [{node: {capacity: {}, words: ({pods}) => pods.addNode}}],
		}
	);
};
