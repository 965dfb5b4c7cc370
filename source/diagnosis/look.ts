import type {Ledger} from '../kernel/ledger.js';
import {parseTimestamp} from '../kernel/clock.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {Event, Pod} from '../objects/kubernetes.generated.js';

/** What a diagnosis reads: objects, nodes and addresses as they are now. */
export type Reader = Pick<Ledger, 'read' | 'keys' | 'versions'>;

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

/** When an event was last seen, in milliseconds since 1970. */
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

/** Whether something belongs to the cluster itself. */
export const isSystem = ({metadata}: Pick<KubernetesObject, 'metadata'>): boolean =>
	(metadata.namespace ?? '').startsWith('kube-');
