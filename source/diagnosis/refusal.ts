import {nestedField, nestedSlice} from '../objects/unstructured.js';
import {addQuantities} from '../objects/quantity.js';
import {apiVersionOf, resources} from '../objects/resources.js';
import {resolveSchema, schemaAt, schemaOfKind} from '../objects/schema.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {closest} from '../scenario/mistake.js';
import {all, inNamespace, type Reader} from './look.js';
import type {Candidate, FieldPath} from './symptom.js';

/** What helps against a refusal. */
export interface RefusalAdvice {
	readonly field?: FieldPath;
	/** The field is one of the Pod, or of the template that Pods are made from. */
	readonly ofPod?: boolean;
	readonly advice: readonly string[];
	readonly candidates?: readonly Candidate[];
}

/** What was refused. */
export interface Refused {
	readonly namespace: string;
	/** How many more such objects are wanted. */
	readonly more: number;
	readonly ledger: Reader;
	/** The object, or what the file has for it. */
	readonly object?: unknown;
}

/** A type of Go, or a kind of JSON value, in the words of somebody who writes YAML. */
const goKind = (type: string): string =>
	/^(?:u?int\d*|number)$/.test(type)
		? 'a number'
		: type === 'string'
			? 'text'
			: type.startsWith('bool')
				? 'true or false'
				: type === 'array' || type.startsWith('[]')
					? 'a list'
					: type.startsWith('map') || type === 'object' || /\./.test(type)
						? 'a mapping'
						: type;

/** What the user probably meant by a kind that is not served. */
const kindAdvice = (kind: string, version: string): RefusalAdvice => {
	const versions = [...new Set(resources.filter((resource) => resource.kind === kind).map(apiVersionOf))];
	if (versions.length > 0) {
		return {
			field: ['apiVersion'],
			advice: [`${kind} is served in ${versions.join(' and ')}.`],
			candidates: versions.map((value) => ({field: ['apiVersion'], change: {value}})),
		};
	}

	const near = closest(kind, [...new Set(resources.map((resource) => resource.kind))]);
	const served = resources.filter((resource) => resource.kind === near).map(apiVersionOf);
	return near === undefined
		? {field: ['kind'], advice: [`No kind ${kind} is served in ${version}: kubectl api-resources lists all kinds.`]}
		: {
				field: ['kind'],
				advice: [`Did you mean ${near}? It is served in ${[...new Set(served)].join(' and ')}.`],
				candidates: [{field: ['kind'], change: {value: near}}],
			};
};

/** `a=1,b=2` as pairs. */
const amounts = (text: string): ReadonlyArray<readonly [name: string, amount: string]> =>
	text.split(',').map((pair) => {
		const at = pair.indexOf('=');
		return [pair.slice(0, at), pair.slice(at + 1)] as const;
	});

/** A quota that leaves room for so many more. */
const raisedQuota = (quota: string, requested: string, used: string, {namespace, more}: Refused): Candidate => {
	const before = new Map(amounts(used));
	const hard = Object.fromEntries(
		amounts(requested).map(([name, amount]) => [
			name,
			Array.from({length: Math.min(1000, Math.max(1, more))}).reduce<string>(
				(sum) => addQuantities(sum, amount),
				before.get(name) ?? '0',
			),
		]),
	);
	return {
		command: `kubectl patch resourcequota ${quota}${inNamespace(namespace)} -p '${JSON.stringify({spec: {hard}})}'`,
	};
};

const containersIn = (object: unknown): {readonly path: FieldPath; readonly containers: readonly unknown[]} => {
	for (const path of [['spec', 'template'], ['spec', 'jobTemplate', 'spec', 'template'], []]) {
		const containers = nestedSlice(object, ...path, 'spec', 'containers');
		if (containers.length > 0) {
			return {path, containers};
		}
	}

	return {path: [], containers: []};
};

/** The first container that says so, as a path in the Pod. */
const containerWith = (object: unknown, test: (container: unknown) => boolean): FieldPath => {
	const {containers} = containersIn(object);
	const index = containers.findIndex(test);
	return ['spec', 'containers', Math.max(0, index)];
};

const small: Readonly<Record<string, string>> = {cpu: '100m', memory: '128Mi', 'ephemeral-storage': '1Gi'};

/** What a quota wants to be written, for the containers that do not. */
const mustSpecify = (what: string, {object}: Refused): RefusalAdvice => {
	const names = what.split(';').flatMap((part) => part.trim().split(' for: ')[0]?.split(',') ?? []);
	const resourcesOf = (kind: 'requests' | 'limits') =>
		Object.fromEntries(
			names.flatMap((name) => {
				const of = name.startsWith('limits.') ? 'limits' : 'requests';
				const resource = name.replace(/^(?:limits|requests)\./, '');
				return of === kind ? [[resource, small[resource] ?? '1']] : [];
			}),
		);
	const [requests, limits] = [resourcesOf('requests'), resourcesOf('limits')];
	const field = containerWith(object, (container) => nestedField(container, 'resources') === undefined);
	return {
		field,
		ofPod: true,
		advice: [`It counts ${names.join(', ')}: every container has to say so, or a LimitRange give defaults.`],
		candidates: [
			{
				field: [...field, 'resources'],
				change: {
					value: {
						...(Object.keys(requests).length > 0 ? {requests} : {}),
						...(Object.keys(limits).length > 0 ? {limits} : {}),
					},
				},
			},
		],
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
					advice: [
						`The ${plural.slice(0, -1)} ${object.metadata.name} asks a server that does not answer, and its failurePolicy is Fail: get the server running, or:`,
					],
					candidates: [
						{command: `kubectl patch ${target} --type json -p '${JSON.stringify(patch)}'`},
						{command: `kubectl delete ${target}`},
					],
				};
			}
		}
	}

	return {advice: ['The webhook asks a server that does not answer, and its failurePolicy is Fail.']};
};

const fieldOf = (text: string): FieldPath =>
	[...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = '']) =>
		index === undefined ? name : Number(index),
	);

/** The field that was meant by one that the kind does not have. */
const unknownField = (text: string, {object}: Refused): RefusalAdvice => {
	const path = fieldOf(text);
	const name = String(path.at(-1) ?? '');
	const above = path.slice(0, -1);
	const apiVersion = String(nestedField(object, 'apiVersion') ?? '');
	const kind = String(nestedField(object, 'kind') ?? '');
	const {properties = {}} = resolveSchema(schemaAt(schemaOfKind(apiVersion, kind), above) ?? {});
	const near = closest(name, Object.keys(properties));
	const parent = above.filter((step) => typeof step === 'string').join('.');
	return {
		field: path,
		advice: [
			...(near ? [`Did you mean ${near}?`] : []),
			`kubectl explain ${[kind.toLowerCase() || 'KIND', parent].filter(Boolean).join('.')} lists the fields.`,
		],
		candidates: near ? [{field: path, change: {rename: near}}] : [],
	};
};

/** The value that a file has, as the type that the field wants. */
const retyped = (path: FieldPath, wanted: string, {object}: Refused): readonly Candidate[] => {
	const value = nestedField(object, ...path);
	const kind = goKind(wanted);
	return kind === 'a number' && typeof value === 'string' && /^-?\d+$/.test(value)
		? [{field: path, change: {value: Number(value)}}]
		: kind === 'text' && (typeof value === 'number' || typeof value === 'boolean')
			? [{field: path, change: {value: String(value)}}]
			: kind === 'true or false' && typeof value === 'string' && /^(?:true|false)$/i.test(value)
				? [{field: path, change: {value: /^true$/i.test(value)}}]
				: [];
};

type Adviser = (match: RegExpExecArray, refused: Refused) => RefusalAdvice;

/** What would make the apiserver accept, by its words. */
const advisers: ReadonlyArray<readonly [RegExp, Adviser]> = [
	[
		/because it is being terminated/,
		(_, {namespace}) => ({
			field: ['metadata', 'namespace'],
			advice: [
				`The namespace ${namespace} is being deleted: wait until it is gone and create it anew, or use another. kubectl get namespace ${namespace} -o yaml says what holds it.`,
			],
		}),
	],
	[
		/namespaces? "([^"]+)" not found/,
		([, name = ''], {ledger}) => {
			const near = nearestName('/registry/namespaces/', name, ledger);
			const field = ['metadata', 'namespace'];
			return {
				field,
				advice: near ? [`Did you mean ${near}?`] : ['In one file, it has to stand before what is in it.'],
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
			return {
				field,
				ofPod: true,
				advice: near ? [`Did you mean ${near}?`] : [],
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
				advice: ['kubectl get priorityclasses lists them.'],
				candidates: [
					...(near ? [{field, change: {value: near}}] : []),
					{field, change: {remove: true}},
					{command: `kubectl create priorityclass ${name} --value=1000`},
				],
			};
		},
	],
	[
		/exceeded quota: ([^,]+), requested: (.+?), used: (.+?), limited: (.+?)$/,
		([, quota = '', requested = '', used = '', limited], refused) => ({
			advice: [`The quota ${quota} allows ${limited}; ${used} is in use, and ${requested} more does not fit.`],
			candidates: [raisedQuota(quota, requested, used, refused)],
		}),
	],
	[/failed quota: [^:]+: must specify (.+?)$/, ([, what = ''], refused) => mustSpecify(what, refused)],
	[
		/(maximum|minimum) (\S+) usage per (Container|Pod) is ([^,]+), but (limit|request) is ([^.\]]+)/,
		([, bound, resource = '', scope, allowed = '', what, asked], {object}) => {
			const list = `${what}s`;
			const field = [
				...containerWith(object, (container) => nestedField(container, 'resources', list, resource) !== undefined),
				'resources',
				list,
				resource,
			];
			return {
				field,
				ofPod: true,
				advice: [
					`A LimitRange of the namespace sets the ${bound} of ${resource} per ${scope} to ${allowed}; this is ${asked}.`,
				],
				candidates: scope === 'Container' ? [{field, change: {value: allowed}}] : [],
			};
		},
	],
	[
		/violates PodSecurity "([^:"]+)[^"]*": (.+)$/,
		([, level, why = ''], {namespace, object}) => {
			const isPrivileged = /privileged/.test(why);
			const field = [
				...containerWith(object, (container) => nestedField(container, 'securityContext', 'privileged') === true),
				...(isPrivileged ? ['securityContext', 'privileged'] : ['securityContext']),
			];
			return {
				field,
				ofPod: true,
				advice: [`The namespace ${namespace} enforces ${level}.`],
				candidates: [
					...(isPrivileged ? [{field, change: {value: false}}] : []),
					{
						command: `kubectl label namespace ${namespace} --overwrite pod-security.kubernetes.io/enforce=${level === 'restricted' ? 'baseline' : 'privileged'}`,
					},
				],
			};
		},
	],
	[
		/User "([^"]+)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/,
		([, user, verb, resource]) => ({
			advice: [
				`Give the user a role: kubectl create rolebinding NAME --clusterrole=edit --user=${user}`,
				`kubectl auth can-i ${verb} ${resource} --as=${user} shows whether it worked.`,
			],
		}),
	],
	[/failed calling webhook "([^"]+)"/, ([, name = ''], refused) => silentWebhook(name, refused)],
	[
		/admission webhook "([^"]+)" denied the request/,
		([, name]) => ({advice: [`The webhook ${name} decides so: what it says after "denied the request" is its own.`]}),
	],
	[/unknown field "([^"]+)"/, ([, field = ''], refused) => unknownField(field, refused)],
	[
		/cannot unmarshal (\w+).* into Go struct field \w+\.(\S+) of type (\S+)/,
		([, found = '', path = '', wanted = ''], refused) => ({
			field: fieldOf(path),
			advice: [
				`The field takes ${goKind(wanted)}; the file has ${goKind(found)}${goKind(wanted) === 'text' ? ': put it in quotes' : found === 'string' ? ': remove the quotes' : ''}.`,
			],
			candidates: retyped(fieldOf(path), wanted, refused),
		}),
	],
	[
		/`selector` does not match template `labels`/,
		(_, {object}) => ({
			advice: ['Every label of spec.selector.matchLabels must also be in spec.template.metadata.labels.'],
			candidates: Object.entries(Object(nestedField(object, 'spec', 'selector', 'matchLabels'))).flatMap(
				([key, value]): Candidate[] =>
					nestedField(object, 'spec', 'template', 'metadata', 'labels', key) === value
						? []
						: [{field: ['spec', 'template', 'metadata', 'labels', key], change: {value}}],
			),
		}),
	],
	[
		/volumeMounts\[\d+\]\.name: Not found: "([^"]+)"/,
		([, name = ''], {object}) => {
			const volumes =
				nestedSlice(object, 'spec', 'volumes').length > 0 ? object : nestedField(object, 'spec', 'template');
			const names = nestedSlice(volumes, 'spec', 'volumes').map((volume) => String(nestedField(volume, 'name')));
			const near = closest(name, names);
			return {
				advice: [
					near ? `Did you mean ${near}?` : `spec.volumes has ${names.join(', ') || 'no volume'}; ${name} is not there.`,
				],
			};
		},
	],
	[/field is immutable/, () => ({advice: ['The field cannot be changed: delete the object and create it again.']})],
	[/no matches for kind "([^"]+)" in version "([^"]+)"/, ([, kind = '', version = '']) => kindAdvice(kind, version)],
	[
		/(?:apiVersion|kind) not set/,
		() => ({advice: ['A manifest begins with apiVersion and kind, both text: apiVersion: apps/v1, kind: Deployment.']}),
	],
];

/** What helps against a refusal, from its message. */
export const refusalAdvice = (message: string, refused: Refused): RefusalAdvice => {
	for (const [pattern, advise] of advisers) {
		const match = pattern.exec(message);
		if (match) {
			return advise(match, refused);
		}
	}

	return {advice: []};
};
