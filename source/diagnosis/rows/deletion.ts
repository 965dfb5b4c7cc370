import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {PersistentVolume, PersistentVolumeClaim, Pod} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../../objects/owner.js';
import {isTerminal} from '../../objects/pod.js';
import {registryKey, resourceOfKind} from '../../objects/resources.js';
import {nestedString} from '../../objects/unstructured.js';
import {all, inNamespace, named, type Entry} from '../look.js';
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

/** The object that creates the Pods of a claim: unless it is deleted, they are created again. */
const makerOf = (object: KubernetesObject, {ledger}: Scene): KubernetesObject => {
	const owner = controllerOf(object);
	const resource = owner && resourceOfKind(owner.apiVersion, owner.kind);
	const found = resource && ledger.read<KubernetesObject>(registryKey(resource, object.metadata.namespace, owner.name));
	return found ? makerOf(found, {ledger, wallMs: 0}) : object;
};

/** A claim that Pods use stays until they are deleted. @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#storage-object-in-use-protection */
const claimInUse = (claim: PersistentVolumeClaim, scene: Scene): Found => {
	const {deletionTimestamp, finalizers = [], name, namespace} = claim.metadata;
	const users = all<Pod>(scene.ledger, `/registry/pods/${namespace}/`).flatMap(({object}) =>
		!isTerminal(object) && object.spec.volumes?.some(({persistentVolumeClaim: used}) => used?.claimName === name)
			? [object]
			: [],
	);
	return deletionTimestamp === undefined ||
		!finalizers.includes('kubernetes.io/pvc-protection') ||
		finalizers.length > 1 ||
		users.length === 0
		? undefined
		: {
				message: ({cluster}) => cluster.held(finalizers.join(', ')),
				field: ['metadata', 'name'],
				since: wasDeleted,
				advice: [({cluster}) => cluster.claimUsed(users.map(({metadata}) => metadata.name))],
				candidates: [...new Set(users.map((user) => `kubectl delete ${nameOf(makerOf(user, scene))}`))].map(
					(command) => ({command}),
				),
			};
};

/** The volume of a claim stays until the claim is deleted. */
const volumeInUse = ({metadata, spec}: PersistentVolume, {ledger}: Scene): Found => {
	const {deletionTimestamp, finalizers = []} = metadata;
	const {name, namespace} = spec.claimRef ?? {};
	const claim = ledger.read<PersistentVolumeClaim>(`/registry/persistentvolumeclaims/${namespace}/${name}`);
	return deletionTimestamp === undefined || !finalizers.includes('kubernetes.io/pv-protection') || !claim
		? undefined
		: {
				message: ({cluster}) => cluster.held(finalizers.join(', ')),
				field: ['metadata', 'name'],
				since: wasDeleted,
				advice: [({cluster}) => cluster.volumeUsed(named(claim))],
				candidates: [{command: `kubectl delete ${nameOf(claim)}`}],
			};
};

/** The objects that hold up the deletion of a namespace. */
const heldIn = (namespace: string, {ledger}: Scene): ReadonlyArray<Entry<KubernetesObject>> =>
	all<KubernetesObject>(ledger, '/registry/').filter(
		({object}) =>
			object.metadata?.namespace === namespace &&
			object.kind !== 'Event' &&
			(object.metadata.finalizers ?? []).length > 0 &&
			object.metadata.deletionTimestamp !== undefined,
	);

/** Reasons why a deleted object stays. */
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
	row('claim in use', 'v1 PersistentVolumeClaim', claimInUse),
	row('volume in use', 'v1 PersistentVolume', volumeInUse),
	{symptom: 'held by a finalizer', find: heldByFinalizers},
];
