import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {
	FlowSchema,
	NonResourcePolicyRule,
	PolicyRulesWithSubjects,
	ResourcePolicyRule,
	Subject,
} from '../../objects/kubernetes.generated.js';
import {dnsLabelErrors, dnsSubdomainErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkMetadata, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

// Simplified: that the built-in schemas keep their fixed specs is not checked.

/** @mirrors k8s.io/kubernetes/pkg/apis/flowcontrol/validation ValidateFlowSchema */
export const checkFlowSchema = (errors: Errors, schema: FlowSchema, _old?: FlowSchema, subresource = ''): void => {
	if (subresource === 'status') {
		return;
	}

	checkMetadata(errors, schema.metadata, false, nameRules.subdomain);
	const {matchingPrecedence = 0, distinguisherMethod, priorityLevelConfiguration, rules} = schema.spec ?? {};
	const field = 'spec.matchingPrecedence';
	if (matchingPrecedence <= 0) {
		errors.push(invalid(field, matchingPrecedence, 'must be a positive value'));
	}

	if (matchingPrecedence > 10_000) {
		errors.push(invalid(field, matchingPrecedence, 'must not be greater than 10000'));
	}

	if (matchingPrecedence === 1 && schema.metadata.name !== 'exempt') {
		errors.push(invalid(field, matchingPrecedence, "only the schema named 'exempt' may have matchingPrecedence 1"));
	}

	const method = distinguisherMethod?.type;
	if (method !== undefined && method !== 'ByNamespace' && method !== 'ByUser') {
		errors.push(notSupported('spec.distinguisherMethod.type', {Type: method}, ['ByNamespace', 'ByUser']));
	}

	const level = priorityLevelConfiguration?.name ?? '';
	if (requireValue(errors, 'spec.priorityLevelConfiguration.name', level, 'must reference a priority level')) {
		refuseEach(errors, 'spec.priorityLevelConfiguration.name', level, dnsSubdomainErrors(level));
	}

	for (const [index, rule] of (rules ?? []).entries()) {
		checkRule(errors, `spec.rules[${index}]`, rule);
	}
};

const checkRule = (
	errors: Errors,
	path: string,
	{subjects, resourceRules, nonResourceRules}: PolicyRulesWithSubjects,
): void => {
	requireValue(errors, `${path}.subjects`, subjects, 'subjects must contain at least one value');
	for (const [index, subject] of (subjects ?? []).entries()) {
		checkSubject(errors, `${path}.subjects[${index}]`, subject);
	}

	if ((resourceRules?.length ?? 0) + (nonResourceRules?.length ?? 0) === 0) {
		errors.push(required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty'));
	}

	for (const [index, rule] of (resourceRules ?? []).entries()) {
		checkResourceRule(errors, `${path}.resourceRules[${index}]`, rule);
	}

	for (const [index, rule] of (nonResourceRules ?? []).entries()) {
		checkNonResourceRule(errors, `${path}.nonResourceRules[${index}]`, rule);
	}
};

const subjectFields = {ServiceAccount: 'serviceAccount', User: 'user', Group: 'group'} as const;

const checkSubject = (errors: Errors, path: string, subject: Subject): void => {
	const {kind} = subject;
	if (!(kind in subjectFields)) {
		errors.push(notSupported(`${path}.kind`, kind, ['Group', 'ServiceAccount', 'User']));
		return;
	}

	const own = subjectFields[kind as keyof typeof subjectFields];
	const who = subject[own];
	if (!who) {
		errors.push(required(`${path}.${own}`, `${own} is required when subject kind is '${kind}'`));
	} else if (requireValue(errors, `${path}.${own}.name`, who.name) && own === 'serviceAccount' && who.name !== '*') {
		refuseEach(errors, `${path}.${own}.name`, who.name, dnsSubdomainErrors(who.name));
	}

	if (own === 'serviceAccount' && subject.serviceAccount) {
		const {namespace} = subject.serviceAccount;
		if (requireValue(errors, `${path}.${own}.namespace`, namespace, 'must specify namespace for service account')) {
			refuseEach(errors, `${path}.${own}.namespace`, namespace, dnsLabelErrors(namespace));
		}
	}

	for (const [other, field] of Object.entries(subjectFields)) {
		if (field !== own && subject[field]) {
			errors.push(forbidden(`${path}.${field}`, `${field} is forbidden when subject kind is not '${other}'`));
		}
	}
};

/** Checks a list in which `*` must be the only item. @returns whether the list contains `*` */
const checkWildcard = (errors: Errors, field: string, values: readonly string[], what: string): boolean => {
	if (values.length > 1 && values.includes('*')) {
		errors.push(invalid(field, values, `if '*' is present, must not specify other ${what}`));
	}

	return values.includes('*');
};

const checkVerbs = (errors: Errors, field: string, given: readonly string[]): void => {
	if (!requireValue(errors, field, given, 'verbs must contain at least one value')) {
		return;
	}

	if (!checkWildcard(errors, field, given, 'verbs') && !given.every((verb) => verbs.includes(verb))) {
		errors.push(notSupported(field, given, verbs));
	}
};

const checkResourceRule = (
	errors: Errors,
	path: string,
	{verbs: given, apiGroups, resources, namespaces: inside, clusterScope}: ResourcePolicyRule,
): void => {
	checkVerbs(errors, `${path}.verbs`, given ?? []);
	if (requireValue(errors, `${path}.apiGroups`, apiGroups, 'resource rules must supply at least one api group')) {
		checkWildcard(errors, `${path}.apiGroups`, apiGroups, 'api groups');
	}

	if (requireValue(errors, `${path}.resources`, resources, 'resource rules must supply at least one resource')) {
		checkWildcard(errors, `${path}.resources`, resources, 'resources');
	}

	const field = `${path}.namespaces`;
	const namespaces = inside ?? [];
	if (namespaces.length === 0 && !clusterScope) {
		errors.push(required(field, 'resource rules that are not cluster scoped must supply at least one namespace'));
	} else if (!checkWildcard(errors, field, namespaces, 'namespaces')) {
		for (const [index, namespace] of namespaces.entries()) {
			const messages = dnsLabelErrors(namespace).map(
				(message) => `each member of this list must be '*' or a DNS-1123 label; ${message}`,
			);
			refuseEach(errors, `${field}[${index}]`, namespace, messages);
		}
	}
};

const pathError = (path: string): string | undefined => {
	if (path === '') {
		return 'must not be empty';
	}

	if (path === '/') {
		return undefined;
	}

	if (!path.startsWith('/')) {
		return 'must start with slash';
	}

	if (path.includes(' ')) {
		return 'must not contain white-space';
	}

	if (path.includes('//')) {
		return 'must not contain double slash';
	}

	const wildcards = path.split('*').length - 1;
	return wildcards > 1 || (wildcards === 1 && !path.endsWith('/*'))
		? 'wildcard can only do suffix matching'
		: undefined;
};

const checkNonResourceRule = (
	errors: Errors,
	path: string,
	{verbs: given, nonResourceURLs}: NonResourcePolicyRule,
): void => {
	checkVerbs(errors, `${path}.verbs`, given ?? []);
	const field = `${path}.nonResourceURLs`;
	if (
		requireValue(errors, field, nonResourceURLs, 'nonResourceURLs must contain at least one value') &&
		!checkWildcard(errors, field, nonResourceURLs, 'non-resource URLs')
	) {
		for (const [index, url] of nonResourceURLs.entries()) {
			const error = pathError(url);
			if (error) {
				errors.push(invalid(`${field}[${index}]`, url, error));
			}
		}
	}
};

/** @see https://kubernetes.io/docs/concepts/cluster-administration/flow-control/ */
export const flowSchema = describeKind('flowcontrol.apiserver.k8s.io/v1 FlowSchema', {
	validate: {create: checkFlowSchema, update: checkFlowSchema},
	generation: 'counts changes',
	statusEndpoint: {keeps: 'all', resets: ['spec', 'metadata']},
	table: {
		columns: [
			nameColumn,
			{name: 'PriorityLevel', cell: ({spec}) => spec?.priorityLevelConfiguration.name ?? ''},
			{name: 'MatchingPrecedence', cell: ({spec}) => spec?.matchingPrecedence ?? 0},
			{name: 'DistinguisherMethod', cell: ({spec}) => spec?.distinguisherMethod?.type ?? '<none>'},
			ageColumn,
			{name: 'MissingPL', cell: ({status}) => status?.conditions?.find(({type}) => type === 'Dangling')?.status ?? '?'},
		],
		// The first one that matches decides, so they are shown in that order.
		order: (a, b) =>
			(a.spec?.matchingPrecedence ?? 0) - (b.spec?.matchingPrecedence ?? 0) ||
			(a.metadata.name < b.metadata.name ? -1 : 1),
	},
	defaults: [
		defaultsOf('flowcontrol.v1.FlowSchemaSpec', (draft) => {
			draft.matchingPrecedence ||= 1000;
		}),
	],
});
