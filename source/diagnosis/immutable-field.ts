import {equal} from '../kernel/equality.js';
import {isRecord} from '../kernel/record.js';
import {registryKey, resourceOfKind} from '../objects/resources.js';
import {nestedField, nestedString} from '../objects/unstructured.js';
import {inNamespace, type Reader} from './look.js';
import {fieldOf, type Adviser} from './refused.js';
import type {Candidate, FieldPath} from './symptom.js';

/** Kinds whose objects lose no data when they are deleted and created again. */
const replaceable = new Set([
	'ConfigMap',
	'DaemonSet',
	'Deployment',
	'Job',
	'Pod',
	'ReplicaSet',
	'Role',
	'RoleBinding',
	'ClusterRoleBinding',
	'Service',
	'StorageClass',
	'PriorityClass',
	'IngressClass',
]);

/** The refused object as the cluster stores it. */
const storedObject = (object: unknown, namespace: string | undefined, ledger: Reader): unknown => {
	const name = nestedString(object, 'metadata', 'name') ?? '';
	const resource = resourceOfKind(nestedString(object, 'apiVersion') ?? '', nestedString(object, 'kind') ?? '');
	return resource && ledger.read(registryKey(resource, resource.namespaced ? namespace : undefined, name));
};

/** A field whose values in the file and in the stored object differ. */
interface Difference {
	readonly field: FieldPath;
	/** The stored value; `undefined` if the object lacks the field. */
	readonly stored: unknown;
}

/** The first value that a file changes below a path. Fields that only the server has set do not differ. */
const firstDifference = (
	written: unknown,
	stored: unknown,
	field: FieldPath,
	isFree: (name: string) => boolean = () => false,
): Difference | undefined => {
	if (written === undefined || equal(written, stored)) {
		return undefined;
	}

	const isDeeper = (isRecord(written) && isRecord(stored)) || (Array.isArray(written) && Array.isArray(stored));
	if (!isDeeper) {
		return {field, stored};
	}

	for (const [name, value] of Object.entries(written)) {
		const part = Array.isArray(written) ? Number(name) : name;
		const found = isFree(name) ? undefined : firstDifference(value, nestedField(stored, part), [...field, part]);
		if (found) {
			return found;
		}
	}

	return undefined;
};

/** The fields that a message excepts: `for fields other than 'replicas', 'template' and …`. */
const exceptions = (message: string): ReadonlySet<string> =>
	new Set(
		message
			.slice(Math.max(0, message.indexOf('other than')))
			.match(/'(\w+)'/g)
			?.map((name) => name.slice(1, -1)) ?? [],
	);

/** The path of a message in a manifest; a Service's addresses are written as one. */
const writtenPath = (message: string): FieldPath => {
	const [, path] = /([\w.[\]]{1,300}): (?:Invalid value|Forbidden)/.exec(message) ?? [];
	if (message.includes('roleRef')) {
		return ['roleRef'];
	}

	return path === 'spec.clusterIPs[0]' ? ['spec', 'clusterIP'] : fieldOf(path ?? 'spec');
};

/** A change that a stored object does not allow. A StatefulSet leaves its Pods behind, which the new one adopts; other objects with data keep their value. */
export const immutableAdviser: Adviser = [
	/is immutable|cannot change roleRef|updates to statefulset spec for fields other than|may not change once set|field can not be less than/,
	({input}, {object, namespace, ledger}) => {
		const kind = String(nestedField(object, 'kind') ?? '');
		const name = String(nestedField(object, 'metadata', 'name') ?? '');
		const path = writtenPath(input);
		const excepted = exceptions(input);
		const stored = storedObject(object, namespace, ledger);
		const changed = firstDifference(nestedField(object, ...path), nestedField(stored, ...path), path, (part) =>
			excepted.has(part),
		);
		const isReplaceable = name !== '' && (replaceable.has(kind) || kind === 'StatefulSet');
		const flag = kind === 'StatefulSet' ? ' --cascade=orphan' : '';
		const candidates: readonly Candidate[] = [
			...(isReplaceable
				? [{command: `kubectl delete ${kind.toLowerCase()} ${name}${inNamespace(namespace)}${flag}`}]
				: []),
			...(changed?.stored === undefined ? [] : [{field: changed.field, change: {value: changed.stored}, ofFile: true}]),
		];
		return {
			field: changed?.field ?? path,
			...(changed ? {isDeeper: true} : {}),
			advice: kind === 'PersistentVolumeClaim' ? [] : [({cluster}) => cluster.immutable],
			candidates,
		};
	},
];
