import {duplicate, invalid, notSupported, required} from '../../objects/field-error.js';
import type {LabelSelector, MatchResources} from '../../objects/kubernetes.generated.js';
import {pathSegmentErrors} from '../../objects/names.js';
import {checkSupported, refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkLabelSelector} from '../validation/selectors.js';

/** A rule that selects requests for a webhook or a policy. */
export interface AdmissionRule {
	readonly operations?: readonly string[];
	readonly apiGroups?: readonly string[];
	readonly apiVersions?: readonly string[];
	readonly resources?: readonly string[];
	readonly resourceNames?: readonly string[];
	readonly scope?: string;
}

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

const checkAlone = (errors: Errors, field: string, values: readonly string[], what: string): void => {
	if (values.length > 1 && values.includes('*')) {
		errors.push(invalid(field, values, `if '*' is present, must not specify other ${what}`));
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/admissionregistration/validation validateRuleWithOperations */
export const checkAdmissionRule = (errors: Errors, path: string, rule: AdmissionRule): void => {
	const verbs = rule.operations ?? [];
	requireValue(errors, `${path}.operations`, verbs);
	checkAlone(errors, `${path}.operations`, verbs, 'operations');
	for (const [index, verb] of verbs.entries()) {
		checkSupported(errors, `${path}.operations[${index}]`, verb, operations);
	}

	requireValue(errors, `${path}.apiGroups`, rule.apiGroups);
	checkAlone(errors, `${path}.apiGroups`, rule.apiGroups ?? [], 'API groups');
	requireValue(errors, `${path}.apiVersions`, rule.apiVersions);
	checkAlone(errors, `${path}.apiVersions`, rule.apiVersions ?? [], 'API versions');
	for (const [index, version] of (rule.apiVersions ?? []).entries()) {
		if (version === '') {
			errors.push(required(`${path}.apiVersions[${index}]`));
		}
	}

	checkResources(errors, `${path}.resources`, rule.resources ?? []);
	if (rule.scope !== undefined) {
		checkSupported(errors, `${path}.scope`, rule.scope, ['*', 'Cluster', 'Namespaced']);
	}
};

const checkResources = (errors: Errors, path: string, resources: readonly string[]): void => {
	requireValue(errors, path, resources);
	const wholes = new Set<string>();
	const everywhere = new Set<string>();
	for (const [index, text] of resources.entries()) {
		const slash = text.indexOf('/');
		if (text === '') {
			errors.push(required(`${path}[${index}]`));
		}

		if (slash < 0) {
			continue;
		}

		const resource = text.slice(0, slash);
		const subresource = text.slice(slash + 1);
		if (wholes.has(resource)) {
			errors.push(invalid(`${path}[${index}]`, text, `if '${resource}/*' is present, must not specify ${text}`));
		}

		if (everywhere.has(subresource)) {
			errors.push(invalid(`${path}[${index}]`, text, `if '*/${subresource}' is present, must not specify ${text}`));
		}

		if (subresource === '*') {
			wholes.add(resource);
		}

		if (resource === '*') {
			everywhere.add(subresource);
		}
	}

	if (resources.length > 1 && resources.includes('*/*')) {
		errors.push(invalid(path, resources, "if '*/*' is present, must not specify other resources"));
	}

	if (resources.includes('*') && resources.some((text) => text !== '*' && text !== '' && !text.includes('/'))) {
		errors.push(invalid(path, resources, "if '*' is present, must not specify other resources without subresources"));
	}
};

/** The match rules of a policy: both kinds of policies and their bindings write them alike. @mirrors validateMatchResources */
export const checkMatchResources = (errors: Errors, path: string, match: MatchResources | undefined): void => {
	if (!match) {
		return;
	}

	checkSupported(errors, `${path}.matchPolicy`, match.matchPolicy, ['Equivalent', 'Exact']);
	for (const name of ['namespaceSelector', 'objectSelector'] as const) {
		checkLabelSelector(errors, `${path}.${name}`, match[name] as LabelSelector | undefined);
	}

	for (const name of ['resourceRules', 'excludeResourceRules'] as const) {
		for (const [index, rule] of ((match[name] ?? []) as readonly AdmissionRule[]).entries()) {
			const at = `${path}.${name}[${index}]`;
			const names = rule.resourceNames ?? [];
			for (const [position, resourceName] of names.entries()) {
				refuseEach(errors, `${at}.resourceNames[${position}]`, resourceName, pathSegmentErrors(resourceName));
				if (names.indexOf(resourceName) < position) {
					errors.push(duplicate(`${at}.resourceNames[${position}]`, resourceName));
				}
			}

			checkAdmissionRule(errors, at, rule);
		}
	}
};

/** The reaction to a failure of a policy or webhook itself. */
export const checkFailurePolicy = (errors: Errors, field: string, policy: string | undefined): void => {
	if (policy !== undefined && policy !== 'Fail' && policy !== 'Ignore') {
		errors.push(notSupported(field, policy, ['Fail', 'Ignore']));
	}
};
