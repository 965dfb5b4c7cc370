import type {PolicyRule} from '../../objects/kubernetes.generated.js';
import type {Attributes} from './attributes.js';

const has = (list: readonly string[] | undefined, value: string): boolean =>
	list !== undefined && (list.includes(value) || list.includes('*'));

/** Whether the rule speaks of this resource, whatever the verb and the name. */
export const coversResource = (rule: PolicyRule, group: string, resource: string, subresource: string): boolean => {
	const {resources} = rule;
	if (!resources || !has(rule.apiGroups, group)) {
		return false;
	}

	return subresource === ''
		? has(resources, resource)
		: has(resources, `${resource}/${subresource}`) || resources.includes(`*/${subresource}`);
};

/** Whether the rule, already known to speak of the resource, allows this verb on this name. */
export const allowsVerb = (rule: PolicyRule, verb: string, name: string): boolean =>
	has(rule.verbs, verb) &&
	(rule.resourceNames === undefined || rule.resourceNames.length === 0 || rule.resourceNames.includes(name));

/** Whether the rule allows this verb on a path that is no resource: `/healthz`, `/metrics`; a trailing `*` matches the rest. */
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

/** One group, one resource, one verb, one name each. */
const breakDown = (rule: PolicyRule): PolicyRule[] => {
	const simple: PolicyRule[] = [];
	for (const group of rule.apiGroups ?? []) {
		for (const resource of rule.resources ?? []) {
			for (const verb of rule.verbs) {
				if (rule.resourceNames && rule.resourceNames.length > 0) {
					for (const name of rule.resourceNames) {
						simple.push({apiGroups: [group], resources: [resource], resourceNames: [name], verbs: [verb]});
					}
				} else {
					simple.push({apiGroups: [group], resources: [resource], verbs: [verb]});
				}
			}
		}
	}

	for (const url of rule.nonResourceURLs ?? []) {
		for (const verb of rule.verbs) {
			simple.push({nonResourceURLs: [url], verbs: [verb]});
		}
	}

	return simple;
};

const coversSimple = (
	owner: PolicyRule,
	{apiGroups, resources, resourceNames, nonResourceURLs, verbs}: PolicyRule,
): boolean => {
	if (!has(owner.verbs, verbs[0]!)) {
		return false;
	}

	if (nonResourceURLs) {
		return (owner.nonResourceURLs ?? []).some(
			(url) =>
				url === '*' ||
				url === nonResourceURLs[0] ||
				(url.endsWith('*') && nonResourceURLs[0]!.startsWith(url.slice(0, -1))),
		);
	}

	const [resource, subresource = ''] = resources![0]!.split('/');
	return (
		coversResource(owner, apiGroups![0]!, resource!, subresource) &&
		(!owner.resourceNames?.length || (resourceNames !== undefined && owner.resourceNames.includes(resourceNames[0]!)))
	);
};

/**
What `wanted` grants beyond `held`, verbs of the same resource put together; empty when nothing.

@mirrors validation.Covers, validation.CompactRules
*/
export const rulesBeyond = (held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] => {
	const missing = new Map<string, PolicyRule>();
	for (const simple of wanted.flatMap((rule) => breakDown(rule))) {
		if (held.some((rule) => coversSimple(rule, simple))) {
			continue;
		}

		// Only rules about resources are put together.
		const key = JSON.stringify(simple.nonResourceURLs ? simple : {...simple, verbs: undefined});
		const known = simple.nonResourceURLs ? undefined : missing.get(key);
		missing.set(key, known ? {...known, verbs: [...known.verbs, ...simple.verbs]} : simple);
	}

	return [...missing.values()];
};
