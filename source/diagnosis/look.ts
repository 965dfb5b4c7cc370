import {getOrInsert} from '../kernel/get-or-insert.js';
import type {Ledger} from '../kernel/ledger.js';
import {parseTimestamp} from '../kernel/clock.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {Event, Pod} from '../objects/kubernetes.generated.js';

/** The data that a diagnosis reads: current objects, nodes and addresses. */
export type Reader = Pick<Ledger, 'read' | 'keys' | 'versions' | 'writes'> &
	Partial<Pick<Ledger, 'changes' | 'keepsHistory'>>;

/** An object and its key in the ledger. */
export interface Entry<T> {
	readonly key: string;
	readonly object: T;
}

/** The last read lists of a ledger, by the beginning of their keys, and its number of writes at that time. */
const lastLists = new WeakMap<Reader, {readonly writes: number; readonly lists: Map<string, readonly unknown[]>}>();

/** All objects of one kind that exist, by the beginning of their keys. Without a write in between, the list is the same object. */
export const all = <T>(ledger: Reader, prefix: string): ReadonlyArray<Entry<T>> => {
	const {writes} = ledger;
	let last = lastLists.get(ledger);
	if (last?.writes !== writes) {
		last = {writes, lists: new Map()};
		lastLists.set(ledger, last);
	}

	return getOrInsert(last.lists, prefix, () =>
		ledger.keys(prefix).flatMap((key) => {
			const object = ledger.read<T>(key);
			return object === undefined ? [] : [{key, object}];
		}),
	) as ReadonlyArray<Entry<T>>;
};

/**
An answer from a list of {@link all}, computed once for each list: many objects need the same answer.

@param answer must depend on the list alone.
*/
export const fromList = <Objects extends readonly unknown[], Answer extends NonNullable<unknown>>(
	answer: (list: Objects) => Answer,
): ((list: Objects) => Answer) => {
	const answers = new WeakMap<Objects, Answer>();
	return (list) => getOrInsert(answers, list, answer);
};

/** The own data of components and the heartbeats of nodes: no verdict on an object depends on them. */
const heartbeat = /^\/(?:components|registry\/leases|registry\/minions)\//;

/** The number of seen writes of a ledger, and how many were not heartbeats. */
const counted = new WeakMap<Reader, {seen: number; number: number}>();

/** The number of writes so far on which a verdict may depend. For a ledger without history, the number of all writes. */
export const writesOfObjects = (ledger: Reader): number => {
	const {changes, keepsHistory = false, writes} = ledger;
	if (!changes || !keepsHistory) {
		return writes;
	}

	const count = getOrInsert(counted, ledger, () => ({seen: 0, number: 0}));
	for (; count.seen < changes.length; count.seen++) {
		if (!heartbeat.test(changes[count.seen]?.key ?? '')) {
			count.number++;
		}
	}

	return count.number;
};

const madeFrom = [
	'/registry/replicasets/',
	'/registry/jobs/',
	'/registry/pods/',
	'/registry/persistentvolumeclaims/',
] as const;

/** Objects that have an owner, by its uid, in the order of {@link madeFrom} and their keys; `at` is the place in that order. */
type Owned = ReadonlyMap<string, ReadonlyArray<Entry<KubernetesObject> & {readonly at: number}>>;

const ownedIn = (ledger: Reader): Owned => {
	const owned = new Map<string, Array<Entry<KubernetesObject> & {readonly at: number}>>();
	const entries = madeFrom.flatMap((prefix) => all<KubernetesObject>(ledger, prefix));
	for (const [at, entry] of entries.entries()) {
		for (const {uid} of entry.object.metadata.ownerReferences ?? []) {
			getOrInsert(owned, uid, () => []).push({...entry, at});
		}
	}

	return owned;
};

/** The last known owners of a ledger, and its number of writes at that time. */
const lastOwned = new WeakMap<Reader, {readonly writes: number; readonly owned: Owned}>();

/** The answer, recomputed only after a write, since callers ask repeatedly. */
const ownedNow = (ledger: Reader): Owned => {
	const last = lastOwned.get(ledger);
	const writes = writesOfObjects(ledger);
	if (last?.writes === writes) {
		return last.owned;
	}

	const owned = ownedIn(ledger);
	lastOwned.set(ledger, {writes, owned});
	return owned;
};

/** An object and everything that it caused to be created, owners before their dependents. */
export const family = (ledger: Reader, key: string): ReadonlyArray<Entry<KubernetesObject>> => {
	const object = ledger.read<KubernetesObject>(key);
	if (!object) {
		return [];
	}

	const owned = ownedNow(ledger);
	const members = new Map<string, Entry<KubernetesObject> & {readonly at: number}>();
	const owners = [object.metadata.uid];
	for (let uid = owners.pop(); uid !== undefined; uid = owners.pop()) {
		for (const member of owned.get(uid) ?? []) {
			if (member.key !== key && !members.has(member.key)) {
				members.set(member.key, member);
				owners.push(member.object.metadata.uid);
			}
		}
	}

	return [{key, object}, ...[...members.values()].sort((one, other) => one.at - other.at)];
};

/** Events by the uid of their object, the latest last. */
const eventsByUid = fromList((entries: ReadonlyArray<Entry<Event>>): ReadonlyMap<string, readonly Event[]> => {
	const events = new Map<string, Event[]>();
	for (const {object} of entries.toSorted(
		(one, other) => Number(one.object.metadata.resourceVersion) - Number(other.object.metadata.resourceVersion),
	)) {
		getOrInsert(events, object.involvedObject.uid ?? '', () => []).push(object);
	}

	return events;
});

/** Events about an object, the latest last. */
export const eventsAbout = (
	ledger: Reader,
	{metadata: {namespace = 'default', uid}}: Pick<KubernetesObject, 'metadata'>,
): readonly Event[] => eventsByUid(all<Event>(ledger, `/registry/events/${namespace}/`)).get(uid) ?? [];

/** The time of an event's last occurrence, in milliseconds since 1970. */
export const eventMs = ({lastTimestamp, eventTime, series, metadata}: Event): number =>
	parseTimestamp(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '') || 0;

/** The last event about an object with one of these reasons. @param container only those about this container. */
export const lastEvent = (
	ledger: Reader,
	object: Pick<KubernetesObject, 'metadata'>,
	reasons: readonly string[],
	container?: string,
): Event | undefined =>
	eventsAbout(ledger, object).findLast(
		({reason = '', involvedObject}) =>
			reasons.includes(reason) && (container === undefined || involvedObject.fieldPath?.endsWith(`{${container}}`)),
	);

/** `web` of namespace `shop` as a command line names it. */
export const named = ({metadata: {name, namespace = 'default'}}: Pick<Pod, 'metadata'>): string =>
	namespace === 'default' ? name : `${name} -n ${namespace}`;

/** The flag that names a namespace; nothing for the default one. */
export const inNamespace = (namespace = 'default'): string => (namespace === 'default' ? '' : ` -n ${namespace}`);

/** Whether an object belongs to the cluster itself. */
export const isSystem = ({metadata}: Pick<KubernetesObject, 'metadata'>): boolean =>
	(metadata.namespace ?? '').startsWith('kube-');
