import type {ClusterRole, PolicyRule, Role} from '../../objects/kubernetes.generated.js';
import type {Describer} from './describer.js';
import {goList, writeHead, writeTable} from './text.js';

/** One verb, or several of the same resource. */
interface Rule {
	readonly groups: readonly string[];
	readonly resources: readonly string[];
	readonly names: readonly string[];
	readonly urls: readonly string[];
	readonly verbs: readonly string[];
}

/** A rule for each combination of its rights. @mirrors kubectl/pkg/util/rbac BreakdownRule */
const brokenDown = (rule: PolicyRule): Rule[] => {
	const {verbs = [], resourceNames = []} = rule;
	const names = resourceNames.length > 0 ? resourceNames.map((name) => [name]) : [[]];
	return [
		...(rule.apiGroups ?? []).flatMap((group) =>
			(rule.resources ?? []).flatMap((resource) =>
				verbs.flatMap((verb) =>
					names.map((some) => ({groups: [group], resources: [resource], names: some, urls: [], verbs: [verb]})),
				),
			),
		),
		...(rule.nonResourceURLs ?? []).flatMap((url) =>
			verbs.map((verb) => ({groups: [], resources: [], names: [], urls: [url], verbs: [verb]})),
		),
	];
};

/** Rules, with those of the same resource combined. @mirrors kubectl/pkg/util/rbac CompactRules */
const compacted = (rules: readonly Rule[]): readonly Rule[] => {
	const simple = new Map<string, Rule>();
	for (const rule of rules) {
		if (rule.urls.length === 0) {
			const key = JSON.stringify([rule.groups, rule.resources, rule.names]);
			const known = simple.get(key);
			const added = rule.verbs.filter((verb) => !known?.verbs.includes(verb));
			simple.set(key, {...rule, verbs: [...(known?.verbs ?? []), ...added]});
		}
	}

	return [...rules.filter(({urls}) => urls.length > 0), ...simple.values()];
};

/** A rule as Go prints the struct, the sort key of rules. */
const goText = ({groups, resources, names, urls, verbs}: Rule): string =>
	`&PolicyRule{Verbs:${goList(verbs)},APIGroups:${goList(groups)},Resources:${goList(resources)},ResourceNames:${goList(names)},NonResourceURLs:${goList(urls)},}`;

/** `deployments.apps/scale`. @mirrors kubectl/pkg/describe CombineResourceGroup */
const qualified = ({groups: [group], resources: [resource]}: Rule): string => {
	if (resource === undefined) {
		return '';
	}

	const slash = resource.indexOf('/');
	const [plural, rest] = slash === -1 ? [resource, ''] : [resource.slice(0, slash), resource.slice(slash)];
	return `${plural}${group ? `.${group}` : ''}${rest}`;
};

/**
Rules as people read them: one resource of one group a row, sorted.

@mirrors kubectl/pkg/util/rbac SortableRuleSlice
*/
export const policyRows = (rules: readonly PolicyRule[]): string[][] =>
	compacted(rules.flatMap((rule) => brokenDown(rule)))
		.map((rule) => ({rule, text: goText(rule)}))
		.sort((a, b) => {
			if (a.text < b.text) {
				return -1;
			}

			if (a.text > b.text) {
				return 1;
			}

			return 0;
		})
		.map(({rule}) => [qualified(rule), goList(rule.urls), goList(rule.names), goList(rule.verbs)]);

/** A Role or ClusterRole. @mirrors kubectl/pkg/describe RoleDescriber */
export const describeRole: Describer<Role | ClusterRole> = function* (writer, object) {
	writeHead(writer, object, false);
	writer.write(0, 'PolicyRule:\n');
	writeTable(writer, 1, ['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs'], policyRows(object.rules ?? []));
};
