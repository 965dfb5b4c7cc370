import type {Container, PodSpec} from '../objects/kubernetes.generated.js';
import {asObject, isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import {isRecord} from '../kernel/record.js';
import {nestedMap} from '../objects/unstructured.js';

/** Objects that a dump refers to but does not have, and the remarks about them. */
interface StandIns {
	readonly objects: readonly KubernetesObject[];
	readonly remarks: readonly string[];
}

/** Every control plane has these. */
const usual: Readonly<Record<string, ReadonlySet<string>>> = {
	Namespace: new Set(['default', 'kube-node-lease', 'kube-public', 'kube-system']),
	PriorityClass: new Set(['system-cluster-critical', 'system-node-critical']),
	ServiceAccount: new Set(['default']),
	ConfigMap: new Set(['kube-root-ca.crt']),
};

/** `a, b, c and 4 more`. */
export const listed = (names: readonly string[], most = 5): string =>
	names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', ');

/** A reference: its name, its namespace, and the keys that are read from it. */
interface Reference {
	readonly kind: 'ConfigMap' | 'Secret' | 'ServiceAccount' | 'PriorityClass';
	readonly namespace: string;
	readonly name: string | undefined;
	readonly keys?: readonly string[];
	/** Name of a PriorityClass. */
	readonly value?: number;
}

/** A Pod, or a template of Pods. */
interface Template {
	readonly namespace: string;
	readonly spec: PodSpec;
}

const isPodSpec = (value: unknown): value is PodSpec => isRecord(value) && Array.isArray(value['containers']);

const templateOf = (object: KubernetesObject): Template | undefined => {
	const spec = isKind(object, 'v1 Pod')
		? object.spec
		: (nestedMap(object, 'spec', 'template', 'spec') ??
			nestedMap(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec'));
	return isPodSpec(spec) ? {namespace: object.metadata.namespace, spec} : undefined;
};

const ofContainer = ({env = [], envFrom = []}: Container, namespace: string): readonly Reference[] => [
	...envFrom.flatMap(({configMapRef, secretRef}): Reference[] => [
		...(configMapRef ? [{kind: 'ConfigMap' as const, namespace, name: configMapRef.name}] : []),
		...(secretRef ? [{kind: 'Secret' as const, namespace, name: secretRef.name}] : []),
	]),
	...env.flatMap(({valueFrom}): Reference[] => {
		const {configMapKeyRef, secretKeyRef} = valueFrom ?? {};
		return [
			...(configMapKeyRef
				? [{kind: 'ConfigMap' as const, namespace, name: configMapKeyRef.name, keys: [configMapKeyRef.key]}]
				: []),
			...(secretKeyRef
				? [{kind: 'Secret' as const, namespace, name: secretKeyRef.name, keys: [secretKeyRef.key]}]
				: []),
		];
	}),
];

const ofVolume = (
	{configMap, secret, projected}: NonNullable<PodSpec['volumes']>[number],
	namespace: string,
): readonly Reference[] =>
	[
		{configMap, secret: secret && {name: secret.secretName, items: secret.items}},
		...(projected?.sources ?? []),
	].flatMap((source): Reference[] => [
		...(source.configMap
			? [{kind: 'ConfigMap' as const, namespace, name: source.configMap.name, keys: keysOf(source.configMap.items)}]
			: []),
		...(source.secret
			? [{kind: 'Secret' as const, namespace, name: source.secret.name, keys: keysOf(source.secret.items)}]
			: []),
	]);

const keysOf = (items: ReadonlyArray<{readonly key: string}> = []): readonly string[] => items.map(({key}) => key);

const referencesOf = ({namespace, spec}: Template): readonly Reference[] => [
	{kind: 'ServiceAccount', namespace, name: spec.serviceAccountName},
	{kind: 'PriorityClass', namespace: '', name: spec.priorityClassName, value: spec.priority ?? 0},
	...(spec.imagePullSecrets ?? []).map(({name}) => ({kind: 'Secret' as const, namespace, name})),
	...[...(spec.initContainers ?? []), ...spec.containers].flatMap((container) => ofContainer(container, namespace)),
	...(spec.volumes ?? []).flatMap((volume) => ofVolume(volume, namespace)),
];

const standIn = ({kind, namespace, name, value}: Reference, keys: ReadonlySet<string>): KubernetesObject => {
	const metadata = {name, ...(namespace === '' ? {} : {namespace})};
	switch (kind) {
		case 'PriorityClass': {
			return asObject({
				apiVersion: 'scheduling.k8s.io/v1',
				kind,
				metadata,
				value,
				preemptionPolicy: 'PreemptLowerPriority',
			});
		}

		case 'ServiceAccount': {
			return asObject({apiVersion: 'v1', kind, metadata});
		}

		case 'ConfigMap': {
			return asObject({apiVersion: 'v1', kind, metadata, data: Object.fromEntries([...keys].map((key) => [key, '']))});
		}

		case 'Secret': {
			const data = Object.fromEntries([...keys].map((key) => [key, '']));
			return asObject({apiVersion: 'v1', kind, metadata, type: 'Opaque', data});
		}
	}
};

const plurals = {
	ConfigMap: 'ConfigMaps',
	Secret: 'Secrets',
	ServiceAccount: 'ServiceAccounts',
	PriorityClass: 'PriorityClasses',
} as const;

/** Stand-ins for objects that Pods and their templates name, of kinds that the dump lacks entirely: without them, no Pod could start again. */
const referred = (objects: readonly KubernetesObject[]): StandIns => {
	const present = new Set(objects.map(({kind}) => kind));
	const wanted = new Map<string, {readonly reference: Reference; readonly keys: Set<string>}>();
	for (const object of objects) {
		const template = templateOf(object);
		for (const reference of template ? referencesOf(template) : []) {
			const {kind, namespace, name, keys = []} = reference;
			if (name && !present.has(kind) && !usual[kind]?.has(name)) {
				const id = `${kind}/${namespace}/${name}`;
				const known = wanted.get(id) ?? {reference, keys: new Set<string>()};
				wanted.set(id, known);
				keys.forEach((key) => known.keys.add(key));
			}
		}
	}

	const all = [...wanted.values()];
	return {
		objects: all.map(({reference, keys}) => standIn(reference, keys)),
		remarks: (['ServiceAccount', 'PriorityClass', 'ConfigMap', 'Secret'] as const).flatMap((kind) => {
			const names = all.flatMap(({reference: {kind: own, namespace, name}}) =>
				own === kind ? [namespace === '' ? `${name}` : `${namespace}/${name}`] : [],
			);
			const what = kind === 'ConfigMap' || kind === 'Secret' ? 'created with empty values' : 'created';
			return names.length === 0
				? []
				: [`no ${plurals[kind]} in the dump; those that Pods name are ${what}: ${listed(names)}`];
		}),
	};
};

/** The namespaces of objects. */
const namespaces = (objects: readonly KubernetesObject[]): StandIns => {
	const present = new Set(objects.flatMap((object) => (isKind(object, 'v1 Namespace') ? [object.metadata.name] : [])));
	const missing = [...new Set(objects.flatMap(({metadata}) => metadata.namespace || []))]
		.filter((name) => !present.has(name) && !usual['Namespace']?.has(name))
		.sort();
	return {
		objects: missing.map((name) =>
			asObject({
				apiVersion: 'v1',
				kind: 'Namespace',
				metadata: {name, labels: {'kubernetes.io/metadata.name': name}},
				spec: {finalizers: ['kubernetes']},
				status: {phase: 'Active'},
			}),
		),
		remarks: missing.length === 0 ? [] : [`the simulation creates namespaces that the dump lacks: ${listed(missing)}`],
	};
};

/** Objects that the simulation adds so that the objects of a dump can continue. */
export const standIns = (objects: readonly KubernetesObject[]): StandIns => {
	const parts = [namespaces(objects), referred(objects)];
	return {
		objects: parts.flatMap((part) => part.objects),
		remarks: parts.flatMap((part) => part.remarks),
	};
};
