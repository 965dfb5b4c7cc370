import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {Event, Pod} from '../objects/kubernetes.generated.js';
import type {Ledger} from '../kernel/ledger.js';

/** Steps to a field: names of fields, and indexes of list items. */
export type FieldPath = ReadonlyArray<string | number>;

/** What keeps an object from being done: Kubernetes' words, the field of the manifest they are about, and what would help. */
export interface Blockage {
	/** Ledger key of the object that is stuck: the one applied, or one made because of it. */
	readonly key: string;
	/** In Kubernetes' words, if it has any. */
	readonly message: string;
	/** Path of the field in the stuck object; of a Pod's, from its `spec` on. */
	readonly field?: FieldPath;
	/** The stage of the stops that decide, if the message alone does not identify them. */
	readonly stage?: string;
	/** What the object looks like from the deciding moment on, if no message identifies that moment. */
	readonly since?: (object: unknown) => boolean;
	/** One sentence each; any of them helps. */
	readonly remedies: readonly string[];
}

type Reader = Pick<Ledger, 'read' | 'keys'>;

/** An object and its key in the ledger. */
export interface Entry<T> {
	readonly key: string;
	readonly object: T;
}

/** All objects of one kind that exist, by the beginning of their keys. */
export const all = <T>(ledger: Reader, prefix: string): ReadonlyArray<Entry<T>> =>
	ledger.keys(prefix).flatMap((key) => {
		const object = ledger.read<T>(key);
		return object === undefined ? [] : [{key, object}];
	});

const madeFrom = [
	'/registry/replicasets/',
	'/registry/jobs/',
	'/registry/pods/',
	'/registry/persistentvolumeclaims/',
] as const;

/** An object and everything made because of it, owners before what they own. */
export const family = (ledger: Reader, key: string): ReadonlyArray<Entry<KubernetesObject>> => {
	const object = ledger.read<KubernetesObject>(key);
	if (!object) {
		return [];
	}

	const members: Array<Entry<KubernetesObject>> = [{key, object}];
	const uids = new Set([object.metadata.uid]);
	for (const prefix of madeFrom) {
		for (const entry of all<KubernetesObject>(ledger, prefix)) {
			if (entry.object.metadata.ownerReferences?.some(({uid}) => uids.has(uid))) {
				members.push(entry);
				uids.add(entry.object.metadata.uid);
			}
		}
	}

	return members;
};

/** Events about an object, the latest last. */
export const eventsAbout = (
	ledger: Reader,
	{metadata: {namespace = 'default', uid}}: Pick<KubernetesObject, 'metadata'>,
): readonly Event[] =>
	all<Event>(ledger, `/registry/events/${namespace}/`)
		.map(({object}) => object)
		.filter(({involvedObject}) => involvedObject.uid === uid)
		.sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion));

/** The last warning about an object, of these reasons; of any without them. */
export const lastWarning = (
	ledger: Reader,
	object: Pick<KubernetesObject, 'metadata'>,
	reasons?: readonly string[],
): Event | undefined =>
	eventsAbout(ledger, object).findLast(
		({type, reason}) => type === 'Warning' && (!reasons || reasons.includes(reason ?? '')),
	);

/** `web` of namespace `shop` as a command line names it. */
export const named = ({metadata: {name, namespace = 'default'}}: Pick<Pod, 'metadata'>): string =>
	namespace === 'default' ? name : `${name} -n ${namespace}`;
