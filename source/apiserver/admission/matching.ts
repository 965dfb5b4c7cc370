import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {CustomResourceDefinition, LabelSelector, MatchResources} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';
import {apiVersionOf, resources, type Resource} from '../../objects/resources.js';
import {resourcesOf} from '../../registry/custom-resources/definition.js';
import type {Routine} from '../../kernel/routine.js';
import {toVersion} from '../encoding/conversion.js';
import type {AdmissionRule} from '../../registry/admissionregistration/admission-rules.js';
import {notFound, RequestFailure} from '../request/failure.js';
import type {Reader} from '../storage/reader.js';
import type {AdmissionAttributes, AdmissionContext} from './plugin.js';

export interface Criteria {
	readonly namespaceSelector?: LabelSelector;
	readonly objectSelector?: LabelSelector;
	readonly rules?: readonly AdmissionRule[];
	readonly excludedRules?: readonly AdmissionRule[];
	readonly matchPolicy?: string;
}

/** The match criteria of a policy or a binding. */
export const criteriaOf = ({
	namespaceSelector,
	objectSelector,
	resourceRules,
	excludeResourceRules,
	matchPolicy,
}: Partial<MatchResources> = {}): Criteria => ({
	...(namespaceSelector ? {namespaceSelector} : {}),
	...(objectSelector ? {objectSelector} : {}),
	rules: resourceRules ?? [],
	excludedRules: excludeResourceRules ?? [],
	...(matchPolicy ? {matchPolicy} : {}),
});

const has = (list: readonly string[] | undefined, value: string): boolean =>
	(list ?? []).includes('*') || (list ?? []).includes(value);

/** `pods`, `pods/status`, `pods/*`, `*` (all but subresources), and these forms with a star for the resource. */
const matchesResource = (patterns: readonly string[] = [], resource: string, subresource: string): boolean =>
	patterns.some((pattern) => {
		const [wanted = '', wantedPart = ''] = pattern.split('/', 2);
		return (wanted === '*' || wanted === resource) && (wantedPart === '*' || wantedPart === subresource);
	});

/** @mirrors rules.Matcher.Matches */
const matchesRule = (rule: AdmissionRule, resource: Resource, attributes: AdmissionAttributes): boolean => {
	const {operation, subresource, name} = attributes;
	const isNamespaced = resource.namespaced;
	return (
		(rule.scope === undefined || rule.scope === '*' || (rule.scope === 'Namespaced') === isNamespaced) &&
		has(rule.operations, operation) &&
		has(rule.apiGroups, resource.group) &&
		has(rule.apiVersions, resource.version) &&
		matchesResource(rule.resources, resource.plural, subresource) &&
		((rule.resourceNames ?? []).length === 0 || rule.resourceNames!.includes(name))
	);
};

/** Other groups and versions that serve the same objects. */
const moved: ReadonlyArray<readonly [string, string, string]> = [['events', '', 'events.k8s.io']];

const definitions = 'customresourcedefinitions.apiextensions.k8s.io';
const made = new WeakMap<CustomResourceDefinition, readonly Resource[]>();

/** The other served versions of a custom resource. */
const otherVersions = ({group, version, plural}: Resource, reader: Reader): readonly Resource[] => {
	const definition = reader.get(definitions, undefined, `${plural}.${group}`);
	return definition
		? getOrInsert(made, definition, () => resourcesOf(definition)).filter((other) => other.version !== version)
		: [];
};

const equivalents = (resource: Resource, reader: Reader): readonly Resource[] =>
	resource.custom
		? otherVersions(resource, reader)
		: resources.filter(
				(other) =>
					other !== resource &&
					other.plural === resource.plural &&
					(other.group === resource.group ||
						moved.some(
							([plural, a, b]) =>
								plural === resource.plural &&
								((resource.group === a && other.group === b) || (resource.group === b && other.group === a)),
						)),
			);

/** The resource by which a request matches one of the rules: itself or, where equivalents count, another version of it. */
export const matchRules = (
	rules: readonly AdmissionRule[],
	attributes: AdmissionAttributes,
	reader: Reader,
	matchPolicy?: string,
): Resource | undefined => {
	const {resource} = attributes;
	if (rules.some((rule) => matchesRule(rule, resource, attributes))) {
		return resource;
	}

	return matchPolicy === 'Equivalent'
		? equivalents(resource, reader).find((other) => rules.some((rule) => matchesRule(rule, other, attributes)))
		: undefined;
};

const isEmpty = (selector: LabelSelector | undefined): boolean =>
	!selector || (Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0);

/**
The namespace's labels, or those of the namespace that the request itself is about. Requests of cluster-scoped objects match every selector.

@throws {RequestFailure} when the namespace is missing.
@mirrors namespace.Matcher.MatchNamespaceSelector
*/
const matchesNamespace = (
	selector: LabelSelector | undefined,
	{namespace, resource, operation, subresource, object}: AdmissionAttributes,
	reader: Reader,
): boolean => {
	const isNamespace = resource.plural === 'namespaces' && resource.group === '';
	if ((namespace === '' && !isNamespace) || isEmpty(selector)) {
		return true;
	}

	if (isNamespace && subresource === '' && operation !== 'DELETE' && object) {
		return matchesLabelSelector(selector, object.metadata.labels);
	}

	const found = reader.get('namespaces', undefined, isNamespace ? (object?.metadata.name ?? '') : namespace);
	if (!found) {
		throw new RequestFailure(notFound({group: '', plural: 'namespaces'}, namespace));
	}

	return matchesLabelSelector(selector, found.metadata.labels);
};

const matchesLabelsOf = (selector: LabelSelector, object: KubernetesObject | undefined): boolean =>
	object !== undefined && matchesLabelSelector(selector, object.metadata.labels);

/** Whether the new or the old object has the labels. @mirrors object.Matcher.MatchObjectSelector */
const matchesObject = (selector: LabelSelector | undefined, {object, oldObject}: AdmissionAttributes): boolean =>
	isEmpty(selector) || matchesLabelsOf(selector!, object) || matchesLabelsOf(selector!, oldObject);

/**
The resource that the request counts as in this rule, or `undefined` if it does not match.

@throws {RequestFailure} when the namespace of a request that matches otherwise is missing.
@mirrors matching.Matcher.Matches
*/
export const match = (criteria: Criteria, attributes: AdmissionAttributes, reader: Reader): Resource | undefined => {
	const {rules = [], excludedRules = [], matchPolicy} = criteria;
	if (!matchesObject(criteria.objectSelector, attributes)) {
		return undefined;
	}

	if (excludedRules.length > 0 && matchRules(excludedRules, attributes, reader, matchPolicy)) {
		return undefined;
	}

	const resource = rules.length === 0 ? attributes.resource : matchRules(rules, attributes, reader, matchPolicy);
	return resource && matchesNamespace(criteria.namespaceSelector, attributes, reader) ? resource : undefined;
};

function* inVersionOf(
	matched: Resource,
	object: KubernetesObject | undefined,
	{resource}: AdmissionAttributes,
	{convert}: AdmissionContext,
): Routine<KubernetesObject | undefined> {
	return object && (convert && matched !== resource ? yield* convert(matched, object) : toVersion(matched, object));
}

/**
The request with its objects in the version that matches, such as the rule's; a server may have to convert them.

@mirrors k8s.io/apiserver/pkg/admission/plugin/webhook/generic NewVersionedAttributes
*/
export function* asMatched(
	matched: Resource,
	attributes: AdmissionAttributes,
	context: AdmissionContext,
): Routine<AdmissionAttributes> {
	const object = yield* inVersionOf(matched, attributes.object, attributes, context);
	const oldObject = yield* inVersionOf(matched, attributes.oldObject, attributes, context);
	return object === attributes.object && oldObject === attributes.oldObject
		? attributes
		: {...attributes, object, oldObject};
}

const exempt = new Set([
	'validatingwebhookconfigurations',
	'mutatingwebhookconfigurations',
	'validatingadmissionpolicies',
	'validatingadmissionpolicybindings',
	'mutatingadmissionpolicies',
	'mutatingadmissionpolicybindings',
]);

/** The resource of a request. */
interface Requested {
	readonly resource: Pick<Resource, 'group' | 'plural'>;
}

/** Webhooks and policies do not judge webhooks and policies: otherwise a broken one could not be repaired. @mirrors rules.IsExemptAdmissionConfigurationResource */
export const isExempt = ({resource}: Requested): boolean =>
	resource.group === 'admissionregistration.k8s.io' && exempt.has(resource.plural);

const reviews = new Set([
	'authentication.k8s.io tokenreviews',
	'authentication.k8s.io selfsubjectreviews',
	'authorization.k8s.io localsubjectaccessreviews',
	'authorization.k8s.io selfsubjectaccessreviews',
	'authorization.k8s.io selfsubjectrulesreviews',
	'authorization.k8s.io subjectaccessreviews',
]);

/** Whether webhooks are not asked about a request. From v1.37 on, a broken webhook cannot keep users from logging in. @mirrors Webhook.isExcludedFromAllHooks */
export const isPastWebhooks = (attributes: Requested, minor: number | undefined): boolean =>
	isExempt(attributes) ||
	(behaves(minor, 'reviewsPastWebhooks') && reviews.has(`${attributes.resource.group} ${attributes.resource.plural}`));

const subresourceKinds: Readonly<Record<string, readonly [string, string]>> = {
	binding: ['v1', 'Binding'],
	eviction: ['policy/v1', 'Eviction'],
	scale: ['autoscaling/v1', 'Scale'],
	token: ['authentication.k8s.io/v1', 'TokenRequest'],
	exec: ['v1', 'PodExecOptions'],
	attach: ['v1', 'PodAttachOptions'],
	portforward: ['v1', 'PodPortForwardOptions'],
	proxy: ['v1', 'PodProxyOptions'],
};

/** A request as a webhook or a policy sees it: an AdmissionRequest without the objects. */
export const admissionRequest = (
	attributes: AdmissionAttributes,
	matched: Resource,
): Readonly<Record<string, unknown>> => {
	const {resource, subresource, namespace, name, operation, user, dryRun} = attributes;
	const kindOf = (one: Resource) => {
		const [apiVersion, kind] = subresourceKinds[subresource] ?? [apiVersionOf(one), one.kind];
		const [version = '', group = ''] = apiVersion.split('/').reverse();
		return {group, version, kind};
	};
	const nameOf = ({group, version, plural}: Resource) => ({group, version, resource: plural});
	return {
		kind: kindOf(matched),
		resource: nameOf(matched),
		...(subresource === '' ? {} : {subResource: subresource}),
		requestKind: kindOf(resource),
		requestResource: nameOf(resource),
		...(subresource === '' ? {} : {requestSubResource: subresource}),
		...(name === '' ? {} : {name}),
		...(namespace === '' ? {} : {namespace}),
		operation,
		userInfo: {
			username: user.username,
			...(user.uid ? {uid: user.uid} : {}),
			groups: user.groups,
			...(user.extra ? {extra: user.extra} : {}),
		},
		dryRun,
	};
};
