import type {Routine} from '../../kernel/routine.js';
import {CommandFailure, noResourceType} from '../failure.js';
import {parseLabelSelector} from '../../objects/labels.js';
import type {Session} from '../session.js';
import type {Value} from '../unstructured.js';
import type {Generated} from './create.js';

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

/** Rules of `--verb` and `--resource`: one for each API group, in the order in which groups come. */
function* rulesOf(session: Session): Routine<{rules: Value[]; warnings: string[]}> {
	const {flags} = session;
	const asked = [...new Set(flags.list('verb'))];
	const chosen = asked.includes('*') ? ['*'] : asked;
	if (chosen.length === 0) {
		throw new CommandFailure('at least one verb must be specified');
	}

	const warnings = chosen.filter((verb) => !verbs.has(verb)).map((verb) => `'${verb}' is not a standard resource verb`);
	const urls = flags.list('non-resource-url');
	const words = flags.list('resource');
	if (words.length === 0 && urls.length === 0) {
		throw new CommandFailure(
			session.line.path.includes('role')
				? 'at least one resource must be specified'
				: 'one of --resource, --non-resource-url or --aggregation-rule must be specified',
		);
	}

	const groups = new Map<string, string[]>();
	if (words.length > 0) {
		const resources = yield* session.resources();
		for (const word of words) {
			const [type, subresource] = word.split('/');
			const resource = type === '*' ? undefined : resources.named(type);
			if (type !== '*' && !resource) {
				throw new CommandFailure(noResourceType(type).message, {verbatim: true});
			}

			const key = resource?.group ?? '*';
			const names = groups.get(key) ?? [];
			const name = `${resource?.plural ?? '*'}${subresource ? `/${subresource}` : ''}`;
			groups.set(key, names.includes(name) ? names : [...names, name]);
		}
	}

	const resourceNames = flags.list('resource-name');
	const rules: Value[] = [...groups].map(([apiGroup, names]) => ({
		apiGroups: [apiGroup],
		...(resourceNames.length > 0 ? {resourceNames} : {}),
		resources: names,
		verbs: chosen,
	}));
	if (urls.length > 0) {
		rules.push({nonResourceURLs: urls, verbs: chosen});
	}

	return {rules, warnings};
}

/** @mirrors kubectl/pkg/cmd/create CreateRoleOptions */
export function* role(session: Session, name: string): Routine<Generated> {
	const {rules, warnings} = yield* rulesOf(session);
	return {object: {apiVersion: `${group}/v1`, kind: 'Role', metadata: {name}, rules}, warnings};
}

/** @mirrors kubectl/pkg/cmd/create CreateClusterRoleOptions */
export function* clusterRole(session: Session, name: string): Routine<Generated> {
	const aggregation = session.flags.text('aggregation-rule');
	if (aggregation) {
		parseLabelSelector(aggregation);
		const matchLabels = Object.fromEntries(aggregation.split(',').map((pair) => pair.split('=')));
		return {
			object: {
				apiVersion: `${group}/v1`,
				kind: 'ClusterRole',
				metadata: {name},
				aggregationRule: {clusterRoleSelectors: [{matchLabels}]},
				rules: [],
			},
		};
	}

	const {rules, warnings} = yield* rulesOf(session);
	return {object: {apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: {name}, rules}, warnings};
}

const subjectsOf = ({flags}: Session): Value[] => [
	...flags.list('user').map((name) => ({apiGroup: group, kind: 'User', name})),
	...flags.list('group').map((name) => ({apiGroup: group, kind: 'Group', name})),
	...flags.list('serviceaccount').map((text) => {
		const parts = text.split(':');
		if (parts.length !== 2 || parts[0] === '' || parts[1] === '') {
			throw new CommandFailure('serviceaccount must be <namespace>:<name>');
		}

		return {kind: 'ServiceAccount', name: parts[1], namespace: parts[0]};
	}),
];

/** @mirrors kubectl/pkg/cmd/create RoleBindingOptions */
export function* roleBinding(session: Session, name: string): Routine<Generated> {
	const {flags} = session;
	const [roleName, clusterRoleName] = [flags.text('role'), flags.text('clusterrole')];
	if ((roleName === '') === (clusterRoleName === '')) {
		throw new CommandFailure('exactly one of clusterrole or role must be specified');
	}

	const roleRef = {apiGroup: group, kind: roleName ? 'Role' : 'ClusterRole', name: roleName || clusterRoleName};
	return {
		object: {apiVersion: `${group}/v1`, kind: 'RoleBinding', metadata: {name}, roleRef, ...subjectsField(session)},
		failing: 'rolebinding',
	};
}

/** @mirrors kubectl/pkg/cmd/create ClusterRoleBindingOptions */
export function* clusterRoleBinding(session: Session, name: string): Routine<Generated> {
	const clusterRoleName = session.flags.text('clusterrole');
	if (!clusterRoleName) {
		throw new CommandFailure('required flag(s) "clusterrole" not set');
	}

	const roleRef = {apiGroup: group, kind: 'ClusterRole', name: clusterRoleName};
	return {
		object: {
			apiVersion: `${group}/v1`,
			kind: 'ClusterRoleBinding',
			metadata: {name},
			roleRef,
			...subjectsField(session),
		},
		failing: 'clusterrolebinding',
	};
}

const subjectsField = (session: Session) => {
	const subjects = subjectsOf(session);
	return subjects.length > 0 ? {subjects} : {};
};
