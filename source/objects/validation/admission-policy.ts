import {duplicate, forbidden, invalid, notSupported, required} from '../field-error.js';
import type {ParamRef, ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding} from '../kubernetes.generated.js';
import {dnsSubdomainErrors, pathSegmentErrors, qualifiedNameErrors} from '../names.js';
import {checkFailurePolicy, checkMatchResources} from './admission-rules.js';
import {checkSupported, refuseEach, requireValue, type Errors} from './checks.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from './metadata.js';
import {checkLabelSelector} from './selectors.js';

const reserved = new Set(
	'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
		' ',
	),
);

const isIdentifier = (name: string): boolean => /^[_a-zA-Z]\w*$/.test(name) && !reserved.has(name);

// Simplified: expressions are not compiled here, so what is wrong within one shows only when it runs.
const requireExpression = (errors: Errors, field: string, expression: string | undefined): void => {
	if (!expression?.trim()) {
		errors.push(required(field, 'expression is not specified'));
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/admissionregistration/validation validateValidatingAdmissionPolicySpec */
const checkSpec = (errors: Errors, {metadata, spec}: ValidatingAdmissionPolicy): void => {
	checkFailurePolicy(errors, 'spec.failurePolicy', spec?.failurePolicy);
	if (spec?.matchConstraints) {
		checkMatchResources(errors, 'spec.matchConstraints', spec.matchConstraints);
		requireValue(errors, 'spec.matchConstraints.resourceRules', spec.matchConstraints.resourceRules);
	} else {
		errors.push(required('spec.matchConstraints'));
	}

	for (const [index, {name, expression}] of (spec?.variables ?? []).entries()) {
		const at = `spec.variables[${index}]`;
		if (!name?.trim()) {
			errors.push(required(`${at}.name`, 'name is not specified'));
		} else if (!isIdentifier(name)) {
			errors.push(invalid(`${at}.name`, name, 'must be a valid CEL identifier'));
		}

		requireExpression(errors, `${at}.expression`, expression);
	}

	const {validations = [], auditAnnotations = []} = spec ?? {};
	if (validations.length + auditAnnotations.length === 0) {
		const detail = 'validations or auditAnnotations must contain at least one item';
		errors.push(required('spec.validations', detail), required('spec.auditAnnotations', detail));
	}

	for (const [index, validation] of validations.entries()) {
		checkValidation(errors, `spec.validations[${index}]`, validation);
	}

	for (const [index, {key, valueExpression}] of auditAnnotations.entries()) {
		const at = `spec.auditAnnotations[${index}]`;
		const name = `${metadata.name}/${key}`;
		refuseEach(errors, `${at}.key`, name, qualifiedNameErrors(name));
		if (!valueExpression?.trim()) {
			errors.push(required(`${at}.valueExpression`, 'valueExpression is not specified'));
		}

		if (auditAnnotations.slice(0, index).some((other) => other.key === key)) {
			errors.push(duplicate(`${at}.key`, key));
		}
	}
};

interface Validation {
	readonly expression?: string;
	readonly message?: string;
	readonly messageExpression?: string;
	readonly reason?: string;
}

const checkValidation = (
	errors: Errors,
	path: string,
	{expression, message = '', messageExpression = '', reason}: Validation,
): void => {
	requireExpression(errors, `${path}.expression`, expression);
	if (messageExpression !== '' && messageExpression.trim() === '') {
		errors.push(invalid(`${path}.messageExpression`, messageExpression, 'must be non-empty if specified'));
	}

	if (message !== '' && message.trim() === '') {
		errors.push(invalid(`${path}.message`, message, 'must be non-empty if specified'));
	} else if (message.trim().includes('\n')) {
		errors.push(invalid(`${path}.message`, message, 'must not contain line breaks'));
	}

	if (reason !== undefined) {
		checkSupported(errors, `${path}.reason`, reason, ['Forbidden', 'Invalid', 'RequestEntityTooLarge', 'Unauthorized']);
	}
};

export const checkValidatingPolicy = (
	errors: Errors,
	policy: ValidatingAdmissionPolicy,
	old?: ValidatingAdmissionPolicy,
	subresource = '',
): void => {
	if (old) {
		checkAnyMetadataUpdate(errors, policy.metadata, old.metadata);
	}

	if (subresource !== 'status') {
		checkAnyMetadata(errors, policy.metadata, false, nameRules.subdomain);
		checkSpec(errors, policy);
	}
};

const checkParameters = (errors: Errors, path: string, parameters: ParamRef | undefined): void => {
	if (!parameters) {
		return;
	}

	const {name, selector} = parameters;
	if (name) {
		refuseEach(errors, `${path}.name`, name, pathSegmentErrors(name));
		if (selector) {
			errors.push(forbidden(`${path}.name`, 'name and selector are mutually exclusive'));
		}
	}

	if (selector) {
		checkLabelSelector(errors, `${path}.selector`, selector);
		if (name) {
			errors.push(forbidden(`${path}.selector`, 'name and selector are mutually exclusive'));
		}
	} else if (!name) {
		errors.push(required(path, 'one of name or selector must be specified'));
	}

	const action = parameters.parameterNotFoundAction;
	if (!action) {
		errors.push(required(`${path}.parameterNotFoundAction`));
	} else if (action !== 'Deny' && action !== 'Allow') {
		errors.push(notSupported(`${path}.parameterNotFoundAction`, action, ['Deny', 'Allow']));
	}
};

const repeats =
	'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';

/** @mirrors validateValidatingAdmissionPolicyBindingSpec */
export const checkValidatingPolicyBinding = (
	errors: Errors,
	binding: ValidatingAdmissionPolicyBinding,
	old?: ValidatingAdmissionPolicyBinding,
): void => {
	if (old) {
		checkAnyMetadataUpdate(errors, binding.metadata, old.metadata);
	}

	checkAnyMetadata(errors, binding.metadata, false, nameRules.subdomain);
	const {policyName = '', paramRef, matchResources, validationActions = []} = binding.spec ?? {};
	if (requireValue(errors, 'spec.policyName', policyName)) {
		refuseEach(errors, 'spec.policyName', policyName, dnsSubdomainErrors(policyName));
	}

	checkParameters(errors, 'spec.paramRef', paramRef);
	checkMatchResources(errors, 'spec.matchResources', matchResources);
	const actions: readonly string[] = validationActions;
	for (const [index, action] of actions.entries()) {
		checkSupported(errors, `spec.validationActions[${index}]`, action, ['Audit', 'Deny', 'Warn']);
		if (actions.indexOf(action) < index) {
			errors.push(duplicate(`spec.validationActions[${index}]`, action));
		}
	}

	if (actions.includes('Deny') && actions.includes('Warn')) {
		errors.push(invalid('spec.validationActions', actions, repeats));
	}

	requireValue(errors, 'spec.validationActions', actions, 'at least one validation action is required');
};
