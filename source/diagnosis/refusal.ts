import {nestedField, nestedSlice, nestedStringMap} from '../objects/unstructured.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {closest} from '../scenario/mistake.js';
import {fullBudget} from './full-budget.js';
import {immutableAdviser} from './immutable-field.js';
import {all, inNamespace, type Reader} from './look.js';
import {valueAdvisers} from './invalid-values.js';
import {podSecurityAdviser} from './pod-security.js';
import {policyAdvisers} from './policy-advice.js';
import {quotaAdvisers} from './quota-advice.js';
import {isQuoted, quotesFor, retyped, type YamlKind, placeAlong} from './retyped.js';
import {secretDataAdviser} from './secret-data.js';
import {typedAdvisers} from './typed-errors.js';
import {unknownFields} from './unknown-field.js';
import {kindAdvice} from './unserved-kind.js';
import {fieldOf, type Adviser, type RefusalAdvice, type Refused} from './refused.js';
import {placeholderIn} from './placeholder.js';
import {rivalAdvisers} from './rival-fields.js';
import type {Candidate} from './symptom.js';
import type {DiagnosisWords, Saying} from './words/words.js';

/** A Go type, or a kind of JSON value, in words for an author of YAML; `undefined` if it has none. */
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

const nearestName = (prefix: string, name: string, ledger: Reader): string | undefined =>
	closest(
		name,
		ledger.keys(prefix).map((key) => key.slice(prefix.length)),
	);

const webhookConfigurations = ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'] as const;

/** The configuration of a webhook, and the change that would make its failure harmless. */
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

/** The command that grants a right: an existing role in a namespace, or a new role for the whole cluster. */
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
	[/unknown field "[^"]+"/, ({input}, refused) => unknownFields(input, refused)],
	...typedAdvisers,
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
