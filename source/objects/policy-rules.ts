import type {PolicyRule} from './kubernetes.generated.js';

const has = (list: readonly string[] | undefined, value: string): boolean =>
	list !== undefined && (list.includes(value) || list.includes('*'));

/** Whether the rule covers this resource, for any verb and name. */
export const coversResource = (rule: PolicyRule, group: string, resource: string, subresource: string): boolean => {
	const {resources} = rule;
	if (!resources || !has(rule.apiGroups, group)) {
		return false;
	}

	return subresource === ''
		? has(resources, resource)
		: has(resources, `${resource}/${subresource}`) || resources.includes(`*/${subresource}`);
};

/** Splits a rule into rules with one group, resource, verb and name each. */
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
	if (!has(owner.verbs, verbs[0] ?? '')) {
		return false;
	}

	if (nonResourceURLs) {
		return (owner.nonResourceURLs ?? []).some(
			(url) =>
				url === '*' ||
				url === nonResourceURLs[0] ||
				(url.endsWith('*') && nonResourceURLs[0]?.startsWith(url.slice(0, -1)) === true),
		);
	}

	const [resource = '', subresource = ''] = (resources?.[0] ?? '').split('/');
	return (
		coversResource(owner, apiGroups?.[0] ?? '', resource, subresource) &&
		(!owner.resourceNames?.length ||
			(resourceNames !== undefined && owner.resourceNames.includes(resourceNames[0] ?? '')))
	);
};

/**
The parts of `wanted` that no rule of `held` allows, in the smallest units: one group, one resource, one verb, one name each.

@mirrors component-helpers/auth/rbac/validation Covers
*/
export const uncoveredRules = (held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] =>
	wanted.flatMap((rule) => breakDown(rule)).filter((simple) => !held.some((rule) => coversSimple(rule, simple)));
