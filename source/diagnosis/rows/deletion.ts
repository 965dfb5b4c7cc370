import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {resourceOfKind} from '../../objects/resources.js';
import {nestedString} from '../../objects/unstructured.js';
import {all, inNamespace, type Entry} from '../look.js';
import {row, type Found, type Row} from '../row.js';
import type {Scene} from '../symptom.js';

const wasDeleted = (object: unknown): boolean => nestedString(object, 'metadata', 'deletionTimestamp') !== undefined;

const nameOf = ({apiVersion, kind, metadata}: KubernetesObject): string => {
	const {singular = kind.toLowerCase()} = resourceOfKind(apiVersion, kind) ?? {};
	return `${singular} ${metadata.name}${inNamespace(metadata.namespace)}`;
};

const letGo = (object: KubernetesObject): string =>
	`kubectl patch ${nameOf(object)} -p '{"metadata":{"finalizers":null}}'${/^[^/]+\.[^/]+\//.test(object.apiVersion) && !resourceOfKind(object.apiVersion, object.kind) ? ' --type merge' : ''}`;

const heldByFinalizers = (object: KubernetesObject): Found => {
	const {deletionTimestamp, finalizers = []} = object.metadata;
	return deletionTimestamp === undefined || finalizers.length === 0
		? undefined
		: {
				message: ({cluster}) => cluster.held(finalizers.join(', ')),
				field: ['metadata', 'finalizers'],
				since: wasDeleted,
				advice: [({cluster}) => cluster.finalizerGoes],
				candidates: [{command: letGo(object)}],
			};
};

/** What is left in a namespace, and held there. */
const heldIn = (namespace: string, {ledger}: Scene): ReadonlyArray<Entry<KubernetesObject>> =>
	all<KubernetesObject>(ledger, '/registry/').filter(
		({object}) =>
			object.metadata?.namespace === namespace &&
			object.kind !== 'Event' &&
			(object.metadata.finalizers ?? []).length > 0 &&
			object.metadata.deletionTimestamp !== undefined,
	);

/** What keeps a deleted object from going away. */
export const deletionRows: readonly Row[] = [
	row('namespace held', 'v1 Namespace', (namespace, scene) => {
		if (namespace.metadata.deletionTimestamp === undefined) {
			return undefined;
		}

		const [first, ...more] = heldIn(namespace.metadata.name, scene).map(({object}) => object);
		const said = namespace.status?.conditions?.findLast(({status}) => status === 'True');
		return {
			message: `Terminating${said ? `: ${said.message}` : ''}`,
			since: wasDeleted,
			advice: [
				({cluster}) =>
					first
						? cluster.heldInNamespace(nameOf(first), (first.metadata.finalizers ?? []).join(', '), more.length)
						: cluster.contentGoes,
			],
			candidates: first ? [{command: letGo(first)}] : [],
		};
	}),
	{symptom: 'held by a finalizer', find: heldByFinalizers},
];
