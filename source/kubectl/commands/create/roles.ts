import {splitOnce} from '../../word-pairs.js';
import type {Routine} from '../../../kernel/routine.js';
import type {ApiResources} from '../../discovery.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import type {PolicyRule, RbacV1Subject as Subject} from '../../../objects/kubernetes.generated.js';
import type {Generated} from './generated.js';

const verbs = new Set([
	'get',
	'list',
	'watch',
	'create',
	'update',
	'patch',
	'delete',
	'deletecollection',
	'use',
	'bind',
	'escalate',
	'impersonate',
	'*',
	'proxy',
	'approve',
	'sign',
	'attest',
	'redirect',
]);

const group = 'rbac.authorization.k8s.io';

/** A resource as a rule names it. */
interface Named {
	readonly resource: string;
	readonly group: string;
	readonly subresource: string;
}

const namedResources = (words: readonly string[]): readonly Named[] => {
	const found: Named[] = [];
	for (const word of words) {
		const slash = word.indexOf('/');
		const type = slash === -1 ? word : word.slice(0, slash);
		const dot = type.indexOf('.');
		const named = {
			resource: dot === -1 ? type : type.slice(0, dot),
			group: dot === -1 ? '' : type.slice(dot + 1),
			subresource: slash === -1 ? '' : word.slice(slash + 1),
		};
		if (word === '*') {
			return [named];
		}

		found.push(named);
	}

	return found;
};

const accessRoles = [`roles.${group}`, `clusterroles.${group}`];

/** Verbs that make sense for some resources only. */
const specialVerbs: Readonly<Record<string, readonly string[] | undefined>> = {
	use: ['podsecuritypolicies.policy', 'podsecuritypolicies.extensions'],
	bind: accessRoles,
	escalate: accessRoles,
	impersonate: ['users', 'serviceaccounts', 'groups', 'userextras.authentication.k8s.io'],
};

/** The meaning of a word: the resource that the server serves, or the word itself. */
const mapped = (
	all: ApiResources,
	{resource, group: wanted}: Named,
): {name: string; group: string; served: boolean} => {
	const served = all.named(wanted ? `${resource}.${wanted}` : resource);
	return served
		? {name: served.plural, group: served.group, served: true}
		: {name: resource, group: wanted, served: false};
};

/** @throws {CommandFailure} for unknown resources and verbs that do not fit them. @mirrors CreateRoleOptions.validateResource */
const checkResources = (all: ApiResources, resources: readonly Named[], chosen: readonly string[]): void => {
	for (const one of resources) {
		if (one.resource === '') {
			throw new CommandFailure('resource must be specified if apiGroup/subresource specified');
		}

		if (one.resource === '*') {
			return;
		}

		const {name, group: found, served} = mapped(all, one);
		let known = served;
		for (const verb of chosen) {
			const fitting = specialVerbs[verb];
			if (fitting && !fitting.includes(found ? `${name}.${found}` : name)) {
				throw new CommandFailure(`can not perform '${verb}' on '${name}' in group '${found}'`);
			}

			known ||= fitting !== undefined;
		}

		if (!known) {
			throw new CommandFailure(
				one.group
					? `the server doesn't have a resource type "${one.resource}" in group "${one.group}"`
					: `the server doesn't have a resource type "${one.resource}"`,
				{verbatim: true},
			);
		}
	}
};

const urlVerbs = new Set(['get', 'post', 'put', 'delete', 'patch', 'head', 'options', '*']);

/** @throws {CommandFailure} @mirrors CreateClusterRoleOptions.Validate */
const checkURLs = (urls: readonly string[], chosen: readonly string[]): void => {
	for (const verb of chosen) {
		if (!urlVerbs.has(verb)) {
			throw new CommandFailure(`invalid verb: '${verb}' for nonResourceURL`);
		}
	}

	for (const url of urls) {
		if (url !== '*' && !url.startsWith('/')) {
			throw new CommandFailure('nonResourceURL should start with /');
		}

		if (url.slice(0, -1).includes('*')) {
			throw new CommandFailure("nonResourceURL only supports wildcard matches when '*' is at the end");
		}
	}
};

/** Rules of `--verb`, `--resource` and `--non-resource-url`: one for each API group. */
function* rulesOf(
	invocation: Invocation,
): Routine<{readonly rules: readonly PolicyRule[]; readonly warnings: readonly string[]}> {
	const {flags} = invocation;
	const asked = [...new Set(flags.list('verb'))];
	const chosen = asked.includes('*') ? ['*'] : asked;
	if (chosen.length === 0) {
		throw new CommandFailure('at least one verb must be specified');
	}

	const urls = [...new Set(flags.list('non-resource-url'))];
	const resources = namedResources(flags.list('resource'));
	if (resources.length === 0 && urls.length === 0) {
		throw new CommandFailure(
			invocation.line.path.includes('role')
				? 'at least one resource must be specified'
				: 'one of resource or nonResourceURL must be specified',
		);
	}

	const warnings =
		resources.length === 0
			? []
			: chosen.filter((verb) => !verbs.has(verb)).map((verb) => `'${verb}' is not a standard resource verb`);
	const groups = new Map<string, string[]>();
	if (resources.length > 0) {
		const isKnown = (served: ApiResources, one: Named): boolean => one.resource === '*' || mapped(served, one).served;
		const found = yield* invocation.lookUp((served) =>
			resources.every((one) => isKnown(served, one)) ? served : undefined,
		);
		const all = found ?? (yield* invocation.resources());
		checkResources(all, resources, chosen);
		for (const one of resources) {
			const {name, group: apiGroup} = mapped(all, one);
			const full = one.subresource ? `${name}/${one.subresource}` : name;
			const names = groups.get(apiGroup) ?? [];
			groups.set(apiGroup, names.includes(full) ? names : [...names, full]);
		}
	}

	if (urls.length > 0) {
		checkURLs(urls, chosen);
	}

	const resourceNames = [...new Set(flags.list('resource-name'))];
	const rules = [...groups]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([apiGroup, names]) => ({
			apiGroups: [apiGroup],
			...(resourceNames.length > 0 ? {resourceNames} : {}),
			resources: names,
			verbs: chosen,
		}));
	return {rules: [...rules, ...(urls.length > 0 ? [{nonResourceURLs: urls, verbs: chosen}] : [])], warnings};
}

/** @mirrors kubectl/pkg/cmd/create CreateRoleOptions */
export function* role(invocation: Invocation, name: string): Routine<Generated> {
	const {rules, warnings} = yield* rulesOf(invocation);
	return {object: {apiVersion: `${group}/v1`, kind: 'Role', metadata: {name}, rules}, warnings};
}

/** @mirrors kubectl/pkg/cmd/create CreateClusterRoleOptions */
export function* clusterRole(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const aggregation = flags.text('aggregation-rule');
	if (aggregation) {
		if (['non-resource-url', 'verb', 'resource', 'resource-name'].some((flag) => flags.list(flag).length > 0)) {
			throw new CommandFailure(
				'aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames',
			);
		}

		const matchLabels = Object.fromEntries(aggregation.split(',').map((pair) => splitOnce(pair, '=')));
		return {
			object: {
				apiVersion: `${group}/v1`,
				kind: 'ClusterRole',
				metadata: {name},
				aggregationRule: {clusterRoleSelectors: [{matchLabels}]},
				rules: null,
			},
		};
	}

	const {rules, warnings} = yield* rulesOf(invocation);
	return {object: {apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: {name}, rules}, warnings};
}

const subjectsOf = ({flags}: Invocation): readonly Subject[] => [
	...flags.list('user').map((name) => ({apiGroup: group, kind: 'User', name})),
	...flags.list('group').map((name) => ({apiGroup: group, kind: 'Group', name})),
	...flags.list('serviceaccount').map((text) => {
		const [namespace, name, ...others] = text.split(':');
		if (!namespace || !name || others.length > 0) {
			throw new CommandFailure('serviceaccount must be <namespace>:<name>');
		}

		return {kind: 'ServiceAccount', name, namespace};
	}),
];

/** @mirrors kubectl/pkg/cmd/create RoleBindingOptions */
export function* roleBinding(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const [roleName, clusterRoleName] = [flags.text('role'), flags.text('clusterrole')];
	if ((roleName === '') === (clusterRoleName === '')) {
		throw new CommandFailure('exactly one of clusterrole or role must be specified');
	}

	const roleRef = {apiGroup: group, kind: roleName ? 'Role' : 'ClusterRole', name: roleName || clusterRoleName};
	return {
		object: {apiVersion: `${group}/v1`, kind: 'RoleBinding', metadata: {name}, roleRef, ...subjectsField(invocation)},
		failing: 'rolebinding:',
	};
}

/** @mirrors kubectl/pkg/cmd/create ClusterRoleBindingOptions */
export function* clusterRoleBinding(invocation: Invocation, name: string): Routine<Generated> {
	const clusterRoleName = invocation.flags.text('clusterrole');
	const roleRef = {apiGroup: group, kind: 'ClusterRole', name: clusterRoleName};
	return {
		object: {
			apiVersion: `${group}/v1`,
			kind: 'ClusterRoleBinding',
			metadata: {name},
			roleRef,
			...subjectsField(invocation),
		},
		failing: 'clusterrolebinding:',
	};
}

const subjectsField = (invocation: Invocation) => {
	const subjects = subjectsOf(invocation);
	return subjects.length > 0 ? {subjects} : {};
};
