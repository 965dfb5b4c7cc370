import {nestedField, nestedSlice, nestedStringMap} from '../objects/unstructured.js';
import {editDistance} from '../kernel/edit-distance.js';
import {removedKinds} from '../objects/removed-kinds.js';
import {apiVersionOf, groupVersionOf, resources, versionsOf} from '../objects/resources.js';
import {resolveSchema, schemaAt, schemaOfKind} from '../objects/schema.js';
import type {Schema} from '../objects/openapi-schema.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {closest} from '../scenario/mistake.js';
import {fullBudget} from './full-budget.js';
import {all, inNamespace, type Reader} from './look.js';
import {valueAdvisers} from './invalid-values.js';
import {podSecurityAdviser} from './pod-security.js';
import {policyAdvisers} from './policy-advice.js';
import {quotaAdvisers} from './quota-advice.js';
import {isQuoted, quotesFor, retyped, type YamlKind, placeAlong} from './retyped.js';
import {secretDataAdviser} from './secret-data.js';
import {fieldOf, type Adviser, type RefusalAdvice, type Refused} from './refused.js';
import {movesOf} from './misplaced-field.js';
import {placeholderIn} from './placeholder.js';
import {rivalAdvisers} from './rival-fields.js';
import type {Candidate, FieldPath, FileChange} from './symptom.js';
import type {DiagnosisWords, Saying} from './words/words.js';

/** A type of Go, or a kind of JSON value, in the words of an author of YAML; `undefined` if there is no such word. */
const goKind = (type: string): YamlKind | undefined => {
	if (/^(?:u?int\d*|number)$/.test(type)) {
		return 'number';
	}

	if (type === 'string') {
		return 'string';
	}

	if (type.startsWith('bool')) {
		return 'boolean';
	}

	if (type === 'array' || type.startsWith('[]')) {
		return 'list';
	}

	if (type.startsWith('map') || type === 'object' || /\./.test(type)) {
		return 'mapping';
	}

	return undefined;
};

const goKindWords = (type: string, {cluster: {values}}: DiagnosisWords): string => {
	const kind = goKind(type);
	return kind === undefined ? type : values[kind];
};

/** Whether a version belongs to a group that is not Kubernetes' own, such as `serving.knative.dev/v1`: a kind of Kubernetes with that name is another. */
const isForeign = (version: string): boolean => {
	const {group} = groupVersionOf(version);
	const groups = [...new Set(resources.map((resource) => resource.group))];
	return group.includes('.') && groups.every((one) => editDistance(group, one) > 2);
};

/** Advice about a kind that is not served. */
const kindAdvice = (kind: string, version: string): RefusalAdvice => {
	if (isForeign(version)) {
		return {field: ['kind'], advice: [({cluster}) => cluster.noKind(kind, version)]};
	}

	const versions = versionsOf(kind);
	if (versions.length > 0) {
		return {
			field: ['apiVersion'],
			advice: [({cluster}) => cluster.served(kind, versions)],
			candidates: versions.map((value) => ({field: ['apiVersion'], change: {value}})),
		};
	}

	const removed = Object.hasOwn(removedKinds, kind) ? removedKinds[kind] : undefined;
	if (removed) {
		const {release, successor} = removed;
		return {field: ['kind'], advice: [({cluster}) => cluster.removedKind(kind, release, successor)]};
	}

	const near = closest(kind, [...new Set(resources.map((resource) => resource.kind))]);
	const served = resources.filter((resource) => resource.kind === near).map(apiVersionOf);
	return near === undefined
		? {field: ['kind'], advice: [({cluster}) => cluster.noKind(kind, version)]}
		: {
				field: ['kind'],
				advice: [({cluster}) => cluster.nearKind(near, [...new Set(served)])],
				candidates: [{field: ['kind'], change: {value: near}}],
			};
};

const nearestName = (prefix: string, name: string, ledger: Reader): string | undefined =>
	closest(
		name,
		ledger.keys(prefix).map((key) => key.slice(prefix.length)),
	);

const webhookConfigurations = ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'] as const;

/** The configuration that a webhook belongs to, and what would make its silence harmless. */
const silentWebhook = (name: string, {ledger}: Refused): RefusalAdvice => {
	for (const plural of webhookConfigurations) {
		for (const {object} of all<KubernetesObject>(ledger, `/registry/${plural}/`)) {
			const index = nestedSlice(object, 'webhooks').findIndex((webhook) => nestedField(webhook, 'name') === name);
			if (index !== -1) {
				const target = `${plural.slice(0, -1)} ${object.metadata.name}`;
				const patch = [{op: 'add', path: `/webhooks/${index}/failurePolicy`, value: 'Ignore'}];
				return {
					advice: [({cluster}) => cluster.silentWebhook(target)],
					candidates: [
						{command: `kubectl patch ${target} --type json -p '${JSON.stringify(patch)}'`},
						{command: `kubectl delete ${target}`},
					],
				};
			}
		}
	}

	return {advice: [({cluster}) => cluster.silentWebhook(undefined)]};
};

/** The way to grant a right: an existing role in a namespace, or a new role for the whole cluster. */
const rightFor = (user: string, verb: string, resource: string, message: string): readonly string[] => {
	const [, account] = /^system:serviceaccount:(.+)$/.exec(user) ?? [];
	const subject = account === undefined ? `--user=${user}` : `--serviceaccount=${account}`;
	return /at the cluster scope/.test(message)
		? [
				`kubectl create clusterrole NAME --verb=${verb} --resource=${resource}`,
				`kubectl create clusterrolebinding NAME --clusterrole=NAME ${subject}`,
			]
		: [`kubectl create rolebinding NAME --clusterrole=edit ${subject}`];
};

/** Whether a schema has a field of this name at any depth. */
const hasField = (schema: Schema, name: string, seen = new Set<Schema>()): boolean => {
	const {properties = {}, items, additionalProperties} = resolveSchema(schema);
	const below = [
		...Object.values(properties),
		...(items ? [items] : []),
		...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
	];
	return (
		Object.hasOwn(properties, name) ||
		below.some((one) => {
			const resolved = resolveSchema(one);
			const isNew = !seen.has(resolved);
			seen.add(resolved);
			return isNew && hasField(resolved, name, seen);
		})
	);
};

/** The backend of an Ingress of before `networking.k8s.io/v1`: its Service's name and port are now below `service`. @see https://kubernetes.io/docs/reference/using-api/deprecation-guide/#ingress-v122 */
const newBackend = (path: FieldPath, object: unknown): readonly FileChange[] => {
	const above = path.slice(0, -1);
	const name = nestedField(object, ...above, 'serviceName');
	const port = nestedField(object, ...above, 'servicePort');
	if (nestedField(object, 'kind') !== 'Ingress' || !/^service(?:Name|Port)$/.test(String(path.at(-1)))) {
		return [];
	}

	const service = {
		name,
		...(port === undefined ? {} : {port: typeof port === 'number' ? {number: port} : {name: port}}),
	};
	return [
		{field: above, change: {value: {service}}, ofFile: true},
		...(above.at(-1) === 'backend' && nestedField(object, ...above.slice(0, -1), 'pathType') === undefined
			? [{field: [...above.slice(0, -1), 'pathType'], change: {value: 'Prefix'}, ofFile: true}]
			: []),
	];
};

/** The changes that may correct a field that the kind lacks: alternatives, the likeliest first. */
const waysToMend = (path: FieldPath, near: string | undefined, {object}: Refused): readonly FileChange[][] => {
	const schema = schemaOfKind(String(nestedField(object, 'apiVersion')), String(nestedField(object, 'kind')));
	const name = String(path.at(-1) ?? '');
	const backend = newBackend(path, object);
	if (backend.length > 0) {
		return [[...backend]];
	}

	const moves = movesOf(object, schema, path);
	// A field that the kind has elsewhere is only in the wrong place: its value is intended.
	const isNowhere = near === undefined && moves.length === 0 && schema !== undefined && !hasField(schema, name);
	return [
		...(near === undefined ? [] : [[{field: path, change: {rename: near}}]]),
		...moves,
		...(isNowhere ? [[{field: path, change: {remove: true} as const}]] : []),
	];
};

const asCandidate = (changes: readonly FileChange[]): Candidate => {
	const [only, ...more] = changes;
	return only && more.length === 0 ? only : {changes};
};

/** The intended field, for a field that the kind does not have. @param message of the refusal: it may name several fields */
const unknownField = (text: string, message: string, refused: Refused): RefusalAdvice => {
	const {object} = refused;
	const schema = schemaOfKind(String(nestedField(object, 'apiVersion')), String(nestedField(object, 'kind')));
	const nearOf = (path: FieldPath): string | undefined => {
		const {properties = {}} = resolveSchema(schemaAt(schema, path.slice(0, -1)) ?? {});
		return closest(String(path.at(-1) ?? ''), Object.keys(properties));
	};

	const path = fieldOf(text);
	const near = nearOf(path);
	const kind = String(nestedField(object, 'kind') ?? '');
	const parent = path
		.slice(0, -1)
		.filter((step) => typeof step === 'string')
		.join('.');
	const ways = waysToMend(path, near, refused);
	const all = [...message.matchAll(/unknown field "([^"]+)"/g)].map(([, one = '']) => {
		const [first = []] = waysToMend(fieldOf(one), nearOf(fieldOf(one)), refused);
		// A removal loses the value: each is offered alone.
		return first.length === 1 && first.some(({change}) => 'remove' in change) ? [] : first;
	});
	const isAll = all.length > 1 && all.every((changes) => changes.length > 0);
	const once = [...new Map(all.flat().map((change) => [JSON.stringify(change), change])).values()];
	return {
		field: path,
		advice: [
			...(near ? [({cluster}: DiagnosisWords) => cluster.didYouMean(near)] : []),
			({cluster}) =>
				cluster.listsFields(`kubectl explain ${[kind.toLowerCase() || 'KIND', parent].filter(Boolean).join('.')}`),
		],
		candidates: [...ways.map((changes) => asCandidate(changes)), ...(isAll ? [{changes: once}] : [])],
	};
};

/** Kinds whose objects hold nothing that is lost when they are deleted and created again. */
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

/** A change that a stored object does not allow. A StatefulSet leaves its Pods behind, which the new one adopts. */
const immutableAdviser: Adviser = [
	/field is immutable|cannot change roleRef|updates to statefulset spec for fields other than|may not change once set/,
	({input}, {object, namespace}) => {
		const kind = String(nestedField(object, 'kind') ?? '');
		const name = String(nestedField(object, 'metadata', 'name') ?? '');
		const [, path] = /([\w.[\]]{1,300}): (?:Invalid value|Forbidden)/.exec(input) ?? [];
		const flag = kind === 'StatefulSet' ? ' --cascade=orphan' : '';
		return {
			...(path === undefined || path === 'spec' ? {} : {field: fieldOf(path)}),
			...(input.includes('roleRef') ? {field: ['roleRef']} : {}),
			advice: [({cluster}) => cluster.immutable],
			candidates:
				name !== '' && (replaceable.has(kind) || kind === 'StatefulSet')
					? [{command: `kubectl delete ${kind.toLowerCase()} ${name}${inNamespace(namespace)}${flag}`}]
					: [],
		};
	},
];

/** A workload without a selector: the server compares the labels of its template with nothing, and names these. */
const missingSelector = (object: unknown): RefusalAdvice => ({
	field: ['spec', 'selector'],
	isDeeper: true,
	advice: [({cluster}) => cluster.selectorLabels],
	candidates: [nestedStringMap(object, 'spec', 'template', 'metadata', 'labels') ?? {}]
		.filter((labels) => Object.keys(labels).length > 0)
		.map((matchLabels) => ({field: ['spec', 'selector'], change: {value: {matchLabels}}})),
});

/** A selector and a template with other labels. */
const otherLabels = (object: unknown): RefusalAdvice => ({
	advice: [({cluster}) => cluster.selectorLabels],
	candidates: Object.entries(Object(nestedField(object, 'spec', 'selector', 'matchLabels'))).flatMap(
		([key, value]): Candidate[] =>
			nestedField(object, 'spec', 'template', 'metadata', 'labels', key) === value
				? []
				: [{field: ['spec', 'template', 'metadata', 'labels', key], change: {value}}],
	),
});

/** Advice that makes the apiserver accept, by its words. */
const advisers: readonly Adviser[] = [
	[
		/because it is being terminated/,
		(_, {namespace}) => ({
			field: ['metadata', 'namespace'],
			advice: [({cluster}) => cluster.namespaceGoes(namespace)],
		}),
	],
	[
		/^resourceVersion should not be set on objects to be created/,
		() => ({
			field: ['metadata', 'resourceVersion'],
			advice: [],
			candidates: [{field: ['metadata', 'resourceVersion'], change: {remove: true}, ofFile: true}],
		}),
	],
	[
		/namespaces? "([^"]+)" not found/,
		([, name = ''], {ledger}) => {
			const near = nearestName('/registry/namespaces/', name, ledger);
			const field = ['metadata', 'namespace'];
			return {
				field,
				advice: [({cluster}) => (near ? cluster.didYouMean(near) : cluster.namespaceFirst)],
				candidates: [
					...(near ? [{field, change: {value: near}, ofFile: true}] : []),
					{command: `kubectl create namespace ${name}`},
				],
			};
		},
	],
	[
		/serviceaccount "([^"]+)" not found/,
		([, name = ''], {ledger, namespace}) => {
			const near = nearestName(`/registry/serviceaccounts/${namespace}/`, name, ledger);
			const field = ['spec', 'serviceAccountName'];
			const placeholder = placeholderIn(name);
			if (placeholder !== undefined) {
				return {field, ofPod: true, advice: [({cluster}) => cluster.placeholder(placeholder)], candidates: []};
			}

			return {
				field,
				ofPod: true,
				advice: near ? [({cluster}) => cluster.didYouMean(near)] : [],
				candidates: [
					...(near ? [{field, change: {value: near}}] : []),
					{command: `kubectl create serviceaccount ${name}${inNamespace(namespace)}`},
				],
			};
		},
	],
	[
		/no PriorityClass with name (\S+) was found/,
		([, name = ''], {ledger}) => {
			const near = nearestName('/registry/priorityclasses/', name, ledger);
			const field = ['spec', 'priorityClassName'];
			return {
				field,
				ofPod: true,
				advice: [({cluster}) => cluster.listsPriorityClasses],
				candidates: [
					...(near ? [{field, change: {value: near}}] : []),
					{field, change: {remove: true}},
					{command: `kubectl create priorityclass ${name} --value=1000`},
				],
			};
		},
	],
	[
		/RuntimeClass "([^"]+)" not found/,
		([, name = ''], {ledger}) => {
			const near = nearestName('/registry/runtimeclasses/', name, ledger);
			const field = ['spec', 'runtimeClassName'];
			return {
				field,
				ofPod: true,
				advice: [({cluster}) => (near ? cluster.didYouMean(near) : cluster.runtimeClassFirst)],
				candidates: [...(near ? [{field, change: {value: near}}] : []), {field, change: {remove: true}}],
			};
		},
	],
	...quotaAdvisers,
	...policyAdvisers,
	...rivalAdvisers,
	podSecurityAdviser,
	secretDataAdviser,
	[
		/User "([^"]+)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/,
		({input, 1: user = '', 2: verb = '', 3: resource = ''}) => ({
			advice: [
				...rightFor(user, verb, resource, input).map(
					(command): Saying =>
						({cluster}) =>
							cluster.giveRole(command),
				),
				({cluster}) => cluster.showsWhether(`kubectl auth can-i ${verb} ${resource} --as=${user}`),
			],
		}),
	],
	[/Cannot evict pod as it would violate the pod's disruption budget/, (_, refused) => fullBudget(refused)],
	[/failed calling webhook "([^"]+)"/, ([, name = ''], refused) => silentWebhook(name, refused)],
	[
		/admission webhook "([^"]+)" denied the request/,
		([, name]) => ({advice: [({cluster}) => cluster.webhookDenies(name)]}),
	],
	[/unknown field "([^"]+)"/, ({input, 1: field = ''}, refused) => unknownField(field, input, refused)],
	[
		/cannot unmarshal (\w+).* into Go struct field \w+\.(\S+) of type (\S+)/,
		([, found = '', path = '', wanted = ''], refused) => {
			// Go names the structs that a field is embedded in, too: spec.volumes.VolumeSource.fc.lun.
			const field = fieldOf(path).filter((part) => !/^[A-Z]/.test(String(part)));
			const kind = goKind(wanted);
			return {
				field: placeAlong(field, kind, refused.object),
				advice: [
					(words) =>
						words.cluster.wrongType(
							goKindWords(wanted, words),
							goKindWords(found, words),
							quotesFor(kind, found, isQuoted(field, kind, refused.object)),
						),
				],
				candidates: retyped(field, kind, refused.object),
			};
		},
	],
	[
		/`selector` does not match template `labels`/,
		(_, {object}) =>
			nestedField(object, 'spec', 'selector') === undefined ? missingSelector(object) : otherLabels(object),
	],
	[
		/([\w.[\]]+volumeMounts\[\d+\]\.name): Not found: "([^"]+)"/,
		([, path = '', name = ''], {object}) => {
			const volumes =
				nestedSlice(object, 'spec', 'volumes').length > 0 ? object : nestedField(object, 'spec', 'template');
			const names = nestedSlice(volumes, 'spec', 'volumes').map((volume) => String(nestedField(volume, 'name')));
			// The claims of a StatefulSet are volumes, too.
			const claims = nestedSlice(object, 'spec', 'volumeClaimTemplates').map((claim) =>
				String(nestedField(claim, 'metadata', 'name')),
			);
			const near = closest(name, [...names, ...claims]);
			return {
				advice: [({cluster}) => (near ? cluster.didYouMean(near) : cluster.noMountedVolume(names, name))],
				candidates: near === undefined ? [] : [{field: fieldOf(path), change: {value: near}, ofFile: true}],
			};
		},
	],
	immutableAdviser,
	[
		/metadata\.annotations: Too long/,
		() => ({field: ['metadata', 'annotations'], advice: [({cluster}) => cluster.serverSide]}),
	],
	...valueAdvisers,
	[
		/(?:from "(.*?)[/\\]?kustomization\.ya?ml".*)?no matches for kind "Kustomization" in version "kustomize\.config/s,
		([, folder]) => ({
			field: ['kind'],
			advice: [({cluster}) => cluster.kustomization(folder === undefined || folder === '' ? '.' : folder)],
		}),
	],
	[/no matches for kind "([^"]+)" in version "([^"]+)"/, ([, kind = '', version = '']) => kindAdvice(kind, version)],
	[/(?:apiVersion|kind) not set/, () => ({advice: [({cluster}) => cluster.typeMeta]})],
];

/** Advice against a refusal, from its message. */
export const refusalAdvice = (message: string, refused: Refused): RefusalAdvice => {
	for (const [pattern, advise] of advisers) {
		const match = pattern.exec(message);
		if (match) {
			return advise(match, refused);
		}
	}

	return {advice: []};
};
