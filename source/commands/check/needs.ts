import path from 'node:path';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isRecord} from '../../kernel/record.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {groupVersionOf} from '../../objects/resources.js';
import {nestedField, nestedMap, nestedSlice, nestedString, nestedStringMap} from '../../objects/unstructured.js';
import {identityOf, objectsIn, type GivenDocument} from './given-documents.js';

/** Kinds that act on all objects of their namespace, or of the cluster, without naming them. */
const ambient = new Set([
	'ResourceQuota',
	'LimitRange',
	'NetworkPolicy',
	'ValidatingAdmissionPolicy',
	'ValidatingAdmissionPolicyBinding',
	'MutatingAdmissionPolicy',
	'MutatingAdmissionPolicyBinding',
	'ValidatingWebhookConfiguration',
	'MutatingWebhookConfiguration',
]);

/** Longer texts are data, such as a dashboard: names in them mean nothing. */
const longestText = 4000;

/** Names that a value may refer to: entire texts, and the first labels of host names in them. */
const namesIn = (value: unknown, found: Set<string>, depth = 0): void => {
	if (depth > 60) {
		return;
	}

	if (typeof value === 'string') {
		if (value.length <= longestText) {
			found.add(value);
			for (const [word] of value.matchAll(/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/g)) {
				found.add(word);
				const dot = word.indexOf('.');
				if (dot > 0) {
					found.add(word.slice(0, dot));
				}
			}
		}
	} else if (Array.isArray(value)) {
		for (const item of value) {
			namesIn(item, found, depth + 1);
		}
	} else if (isRecord(value)) {
		for (const item of Object.values(value)) {
			namesIn(item, found, depth + 1);
		}
	}
};

/** The part of an object that names others. The schema of a definition is prose and field names, except for its webhook. */
const partWithNames = ({kind, value}: GivenDocument): unknown => {
	if (kind === 'CustomResourceDefinition') {
		return nestedField(value, 'spec', 'conversion');
	}

	const {metadata: _, ...rest} = isRecord(value) ? value : {};
	return rest;
};

const podLabels = ({kind, value}: GivenDocument): Readonly<Record<string, string>> | undefined =>
	kind === 'Pod'
		? nestedStringMap(value, 'metadata', 'labels')
		: nestedStringMap(value, 'spec', 'template', 'metadata', 'labels');

/** Whether one document selects the Pods of another. */
const selects = (from: GivenDocument, to: GivenDocument): boolean => {
	const labels = podLabels(to);
	if (labels === undefined || from.kind === to.kind) {
		return false;
	}

	const plain = from.kind === 'Service' ? nestedStringMap(from.value, 'spec', 'selector') : undefined;
	if (plain) {
		return Object.keys(plain).length > 0 && Object.entries(plain).every(([key, value]) => labels[key] === value);
	}

	const matchLabels = from.kind === 'PodDisruptionBudget' ? nestedMap(from.value, 'spec', 'selector') : undefined;
	return (
		matchLabels !== undefined &&
		matchesLabelSelector({matchLabels: nestedStringMap(matchLabels, 'matchLabels') ?? {}}, labels)
	);
};

/** The classes of the claims that a document has or makes; `undefined` for the default class. */
const claimedClasses = (document: GivenDocument): ReadonlyArray<string | undefined> =>
	objectsIn(document).flatMap(({kind, value}) =>
		kind === 'PersistentVolumeClaim'
			? [nestedString(value, 'spec', 'storageClassName')]
			: nestedSlice(value, 'spec', 'volumeClaimTemplates').map((claim) =>
					nestedString(claim, 'spec', 'storageClassName'),
				),
	);

const isDefaultClass = ({kind, value}: GivenDocument): boolean =>
	kind === 'StorageClass' &&
	nestedStringMap(value, 'metadata', 'annotations')?.['storageclass.kubernetes.io/is-default-class'] === 'true';

/** Whether a claim of this class may be bound to a volume, or gets one from a class, that it does not name. */
const provides = (other: GivenDocument, classes: ReadonlyArray<string | undefined>): boolean =>
	other.kind === 'PersistentVolume'
		? classes.some((name) => (name ?? '') === (nestedString(other.value, 'spec', 'storageClassName') ?? ''))
		: classes.includes(undefined) && isDefaultClass(other);

/** The service account of the Pods that a document has or makes. */
const accountOf = (document: GivenDocument): string | undefined => {
	if (document.kind !== 'Pod' && nestedMap(document.value, 'spec', 'template', 'spec') === undefined) {
		return undefined;
	}

	const path = document.kind === 'Pod' ? ['spec'] : ['spec', 'template', 'spec'];
	return nestedString(document.value, ...path, 'serviceAccountName') ?? 'default';
};

/** Whether a binding gives a service account its rights. */
const binds = ({kind, namespace: own, value}: GivenDocument, account: string, namespace: string): boolean =>
	(kind === 'RoleBinding' || kind === 'ClusterRoleBinding') &&
	nestedSlice(value, 'subjects').some(
		(subject) =>
			nestedString(subject, 'kind') === 'ServiceAccount' &&
			nestedString(subject, 'name') === account &&
			(nestedString(subject, 'namespace') ?? own) === namespace,
	);

const groupOf = (apiVersion: string): string => groupVersionOf(apiVersion).group;

/** Finds the documents that a document refers to or that apply to it. */
export class Needs {
	readonly #byName = new Map<string, GivenDocument[]>();
	readonly #withPods: readonly GivenDocument[];
	readonly #ambient: readonly GivenDocument[];
	/** Volumes and classes that claims get without naming them. */
	readonly #storage: readonly GivenDocument[];
	readonly #bindings: readonly GivenDocument[];
	readonly #definitions = new Map<string, GivenDocument[]>();

	/** @param defaultNamespace that of documents which name none */
	constructor(
		documents: readonly GivenDocument[],
		readonly defaultNamespace: string,
	) {
		for (const document of documents) {
			for (const {name, kind, value} of objectsIn(document)) {
				getOrInsert(this.#byName, name, () => []).push(document);
				if (kind === 'CustomResourceDefinition') {
					const group = nestedString(value, 'spec', 'group') ?? '';
					const defined = nestedString(value, 'spec', 'names', 'kind') ?? '';
					getOrInsert(this.#definitions, `${group} ${defined}`, () => []).push(document);
				}
			}
		}

		this.#withPods = documents.filter((document) => podLabels(document));
		this.#ambient = documents.filter(({kind}) => ambient.has(kind));
		this.#storage = documents.filter((one) => one.kind === 'PersistentVolume' || isDefaultClass(one));
		this.#bindings = documents.filter(({kind}) => kind === 'RoleBinding' || kind === 'ClusterRoleBinding');
	}

	#namespaceOf({namespace}: GivenDocument): string {
		return namespace || this.defaultNamespace;
	}

	/** The definitions of the kinds in a document. */
	definitionsOf(document: GivenDocument): readonly GivenDocument[] {
		return objectsIn(document).flatMap(
			({apiVersion, kind}) => this.#definitions.get(`${groupOf(apiVersion)} ${kind}`) ?? [],
		);
	}

	/**
	All objects that a document may need: the objects that it names, its namespace, the definition of its kind, objects that apply to its
	whole namespace, volumes for its claims, and the rights of its Pods.
	*/
	of(document: GivenDocument): readonly GivenDocument[] {
		const namespace = this.#namespaceOf(document);
		const names = new Set<string>();
		for (const one of objectsIn(document)) {
			namesIn(partWithNames(one), names);
			namesIn(nestedField(one.value, 'metadata', 'annotations'), names);
		}

		const named = [...names]
			.flatMap((name) => this.#byName.get(name) ?? [])
			.filter(
				(other) =>
					other.namespace === '' ||
					this.#namespaceOf(other) === namespace ||
					names.has(other.namespace) ||
					[...names].some((name) => name.startsWith(`${other.name}.${other.namespace}`)),
			);
		const spaces = (this.#byName.get(namespace) ?? []).filter(({kind}) => kind === 'Namespace');
		const selected = ['Service', 'PodDisruptionBudget'].includes(document.kind)
			? this.#withPods.filter((other) => this.#namespaceOf(other) === namespace && selects(document, other))
			: [];
		const governed = this.#ambient.filter(
			(other) =>
				!['ResourceQuota', 'LimitRange', 'NetworkPolicy'].includes(other.kind) ||
				this.#namespaceOf(other) === namespace,
		);
		const classes = this.#storage.length > 0 ? claimedClasses(document) : [];
		const stored = classes.length > 0 ? this.#storage.filter((other) => provides(other, classes)) : [];
		const account = this.#bindings.length > 0 ? accountOf(document) : undefined;
		const bound = account === undefined ? [] : this.#bindings.filter((other) => binds(other, account, namespace));
		return [
			...new Set([...named, ...spaces, ...selected, ...governed, ...stored, ...bound, ...this.definitionsOf(document)]),
		].filter((other) => other !== document);
	}
}

/** The number of folders between two files. */
const distance = (one: string, other: string): number =>
	path
		.relative(path.dirname(path.resolve(one)), path.dirname(path.resolve(other)))
		.split(path.sep)
		.filter(Boolean).length;

/** The nearest to a file of several documents with the same object. */
export const nearest = (documents: readonly GivenDocument[], file: string): readonly GivenDocument[] => {
	const found = new Map<string, GivenDocument>();
	for (const document of documents) {
		const identity = identityOf(document);
		const known = found.get(identity);
		if (!known || distance(file, document.file) < distance(file, known.file)) {
			found.set(identity, document);
		}
	}

	return [...found.values()];
};
