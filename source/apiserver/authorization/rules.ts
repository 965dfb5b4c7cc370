import type {PolicyRule} from '../../objects/kubernetes.generated.js';
import {coversResource, uncoveredRules} from '../../objects/policy-rules.js';
import type {Attributes} from './attributes.js';

const has = (list: readonly string[] | undefined, value: string): boolean =>
	list !== undefined && (list.includes(value) || list.includes('*'));

/** Whether the rule, already known to mention the resource, allows this verb on this name. */
export const allowsVerb = (rule: PolicyRule, verb: string, name: string): boolean =>
	has(rule.verbs, verb) &&
	(rule.resourceNames === undefined || rule.resourceNames.length === 0 || rule.resourceNames.includes(name));

/** Whether the rule allows this verb on a path that is not a resource: `/healthz`, `/metrics`; a trailing `*` matches the rest. */
export const allowsPath = (rule: PolicyRule, verb: string, path: string): boolean =>
	has(rule.verbs, verb) &&
	(rule.nonResourceURLs ?? []).some(
		(url) =>
			url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1).replace(/\*+$/, ''))),
	);

/** Whether the rule allows the request. */
export const allows = (rule: PolicyRule, attributes: Attributes): boolean =>
	attributes.isResourceRequest
		? coversResource(rule, attributes.group, attributes.resource, attributes.subresource) &&
			allowsVerb(rule, attributes.verb, attributes.name)
		: allowsPath(rule, attributes.verb, attributes.path);

/** The rule as refusals print it: `{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}`. */
export const formatRule = (rule: PolicyRule): string => {
	const part = (name: string, values: readonly string[] | undefined) =>
		values && values.length > 0 ? [`${name}:[${values.map((value) => JSON.stringify(value)).join(' ')}]`] : [];
	return `{${[
		...part('APIGroups', rule.apiGroups),
		...part('Resources', rule.resources),
		...part('NonResourceURLs', rule.nonResourceURLs),
		...part('ResourceNames', rule.resourceNames),
		...part('Verbs', rule.verbs),
	].join(', ')}}`;
};

/**
The rights that `wanted` grants beyond `held`, verbs of the same resource combined; empty if there are none.

@mirrors validation.CompactRules
*/
export const rulesBeyond = (held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] => {
	const missing = new Map<string, PolicyRule>();
	for (const simple of uncoveredRules(held, wanted)) {
		// Only rules about resources are combined.
		const key = JSON.stringify(simple.nonResourceURLs ? simple : {...simple, verbs: undefined});
		const known = simple.nonResourceURLs ? undefined : missing.get(key);
		missing.set(key, known ? {...known, verbs: [...known.verbs, ...simple.verbs]} : simple);
	}

	return [...missing.values()];
};
