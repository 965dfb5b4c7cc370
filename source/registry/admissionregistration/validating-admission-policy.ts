import {failurePolicy} from './defaults.js';
import {defaultsOf} from '../defaults/type-defaults.js';
import {partMetadata} from '../kept-fields.js';
import {staticNameWarnings} from './static-name.js';
import {describeKind} from '../kind.js';
import {PolicyCompiler, resultTypes} from '../../cel/kubernetes/admission-environment.js';
import {duplicate, invalid, required} from '../../objects/field-error.js';
import type {ValidatingAdmissionPolicy} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {
	checkExpression,
	checkMatchConditions,
	checkMatchConstraints,
	checkParamKind,
	checkVariables,
} from './admission-expressions.js';
import {checkFailurePolicy} from './admission-rules.js';
import {checkSupported, refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkConditions} from '../validation/conditions.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {paramKind} from './param-kind.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/admissionregistration/validation validateValidatingAdmissionPolicySpec */
const checkSpec = (errors: Errors, {metadata, spec}: ValidatingAdmissionPolicy): void => {
	checkFailurePolicy(errors, 'spec.failurePolicy', spec?.failurePolicy);
	checkParamKind(errors, 'spec.paramKind', spec?.paramKind);
	checkMatchConstraints(errors, spec?.matchConstraints);
	const compiler = new PolicyCompiler(
		{params: spec?.paramKind !== undefined, authorizer: true},
		(spec?.variables ?? []).length > 0,
	);
	checkMatchConditions(errors, 'spec.matchConditions', spec?.matchConditions, spec?.paramKind !== undefined);
	checkVariables(errors, compiler, spec?.variables);
	const {validations = [], auditAnnotations = []} = spec ?? {};
	if (validations.length + auditAnnotations.length === 0) {
		const detail = 'validations or auditAnnotations must contain at least one item';
		errors.push(required('spec.validations', detail), required('spec.auditAnnotations', detail));
	}

	for (const [index, validation] of validations.entries()) {
		checkValidation(errors, compiler, `spec.validations[${index}]`, validation);
	}

	checkAuditAnnotations(errors, compiler, metadata.name ?? '', auditAnnotations);
};

const maxAuditAnnotations = 20;

const maxValueExpressionBytes = 5 * 1024;

const checkAuditAnnotations = (
	errors: Errors,
	compiler: PolicyCompiler,
	policy: string,
	annotations: ReadonlyArray<{readonly key: string; readonly valueExpression: string}>,
): void => {
	if (annotations.length > maxAuditAnnotations) {
		errors.push(
			invalid('spec.auditAnnotations', annotations, `must not have more than ${maxAuditAnnotations} auditAnnotations`),
		);
	}

	for (const [index, {key, valueExpression}] of annotations.entries()) {
		const at = `spec.auditAnnotations[${index}]`;
		if (policy === '') {
			errors.push(invalid(`${at}.key`, key, 'requires metadata.name be non-empty'));
		} else {
			const name = `${policy}/${key}`;
			refuseEach(errors, `${at}.key`, name, qualifiedNameErrors(name));
		}

		const trimmed = valueExpression?.trim() ?? '';
		if (trimmed === '') {
			errors.push(required(`${at}.valueExpression`, 'valueExpression is not specified'));
		} else if (Buffer.byteLength(trimmed) > maxValueExpressionBytes) {
			errors.push(required(`${at}.valueExpression`, `must not exceed ${maxValueExpressionBytes} bytes in length`));
		} else {
			const result = compiler.compile(trimmed, resultTypes.auditAnnotation);
			if ('error' in result) {
				errors.push(invalid(`${at}.valueExpression`, valueExpression, result.error));
			}
		}

		if (annotations.slice(0, index).some((other) => other.key === key)) {
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
	compiler: PolicyCompiler,
	path: string,
	{expression, message = '', messageExpression = '', reason}: Validation,
): void => {
	checkExpression(errors, `${path}.expression`, expression, 'expression is not specified', (text) =>
		compiler.compile(text, resultTypes.condition),
	);
	if (messageExpression !== '' && messageExpression.trim() === '') {
		errors.push(invalid(`${path}.messageExpression`, messageExpression, 'must be non-empty if specified'));
	} else if (messageExpression !== '') {
		checkExpression(errors, `${path}.messageExpression`, messageExpression, '', (text) =>
			compiler.compile(text, resultTypes.message, {authorizer: false}),
		);
	}

	if (message !== '' && message.trim() === '') {
		errors.push(invalid(`${path}.message`, message, 'must be non-empty if specified'));
	} else if (/[\n\r]/.test(message.trim())) {
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

	if (subresource === 'status') {
		checkStatus(errors, policy);
	} else {
		checkAnyMetadata(errors, policy.metadata, false, nameRules.subdomain);
		checkSpec(errors, policy);
	}
};

/** The findings of the check of the expressions' types. @mirrors validateValidatingAdmissionPolicyStatus */
const checkStatus = (errors: Errors, {status}: ValidatingAdmissionPolicy): void => {
	for (const [index, {warning, fieldRef}] of (status?.typeChecking?.expressionWarnings ?? []).entries()) {
		const at = `status.typeChecking.expressionWarnings[${index}]`;
		requireValue(errors, `${at}.warning`, warning);
		requireValue(errors, `${at}.fieldRef`, fieldRef?.trim());
	}

	checkConditions(errors, 'status.conditions', status?.conditions ?? []);
};

/** @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/ */
export const validatingAdmissionPolicy = describeKind('admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy', {
	validate: {create: checkValidatingPolicy, update: checkValidatingPolicy},
	generation: 'counts changes',
	warnings: staticNameWarnings,
	statusEndpoint: {keeps: partMetadata, resets: ['spec', 'metadata']},
	store: {needsVersion: true},
	table: {
		columns: [
			nameColumn,
			{name: 'Validations', type: 'integer', cell: ({spec}) => spec?.validations?.length ?? 0},
			{name: 'ParamKind', cell: paramKind},
			ageColumn,
		],
	},
	defaults: [defaultsOf('admissionregistration.v1.ValidatingAdmissionPolicySpec', failurePolicy)],
});
