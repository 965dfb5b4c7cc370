import {failurePolicy} from './defaults.js';
import {defaultsOf} from '../defaults/type-defaults.js';
import {staticNameWarnings} from './static-name.js';
import {describeKind} from '../kind.js';
import {PolicyCompiler, resultTypes} from '../../cel/kubernetes/admission-environment.js';
import {invalid, notSupported, required} from '../../objects/field-error.js';
import type {MutatingAdmissionPolicy} from '../../objects/kubernetes.generated.js';
import {
	checkExpression,
	checkMatchConditions,
	checkMatchConstraints,
	checkParamKind,
	checkVariables,
} from './admission-expressions.js';
import {checkFailurePolicy, type AdmissionRule} from './admission-rules.js';
import {checkSupported, requireValue, type Errors} from '../validation/checks.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {paramKind} from './param-kind.js';

interface Mutation {
	readonly patchType?: string;
	readonly applyConfiguration?: {readonly expression?: string};
	readonly jsonPatch?: {readonly expression?: string};
}

const parts = {ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch'} as const;

/** @mirrors validateMutation */
const checkMutation = (errors: Errors, compiler: PolicyCompiler, path: string, mutation: Mutation): void => {
	const {patchType} = mutation;
	if (!patchType) {
		errors.push(required(`${path}.patchType`));
		return;
	}

	if (patchType !== 'ApplyConfiguration' && patchType !== 'JSONPatch') {
		errors.push(notSupported(`${path}.patchType`, patchType, ['ApplyConfiguration', 'JSONPatch']));
		return;
	}

	const own = parts[patchType];
	const other = own === 'jsonPatch' ? 'applyConfiguration' : 'jsonPatch';
	if (mutation[other]) {
		errors.push(invalid(`${path}.${other}`, `{${other}}`, `must not be specified when patchType is ${patchType}`));
	}

	if (!mutation[own]) {
		errors.push(required(`${path}.${own}`, `must be specified when patchType is ${patchType}`));
		return;
	}

	checkExpression(
		errors,
		`${path}.${own}.expression`,
		mutation[own].expression,
		'expression is not specified',
		(text) => compiler.compile(text, resultTypes[own], {patch: true}),
	);
};

const operations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** An object that is being deleted is not mutated. */
export const checkOperations = (errors: Errors, path: string, rules: readonly AdmissionRule[] = []): void => {
	for (const operation of rules.flatMap((rule) => rule.operations ?? [])) {
		checkSupported(errors, `${path}.resourceRules.operations`, operation, operations);
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/admissionregistration/validation validateMutatingAdmissionPolicySpec */
const checkSpec = (errors: Errors, {spec}: MutatingAdmissionPolicy): void => {
	checkFailurePolicy(errors, 'spec.failurePolicy', spec?.failurePolicy);
	checkParamKind(errors, 'spec.paramKind', spec?.paramKind);
	checkMatchConstraints(errors, spec?.matchConstraints);
	checkOperations(errors, 'spec.matchConstraints', spec?.matchConstraints?.resourceRules);
	const params = spec?.paramKind !== undefined;
	checkMatchConditions(errors, 'spec.matchConditions', spec?.matchConditions, params);
	const compiler = new PolicyCompiler({params, authorizer: true}, true);
	checkVariables(errors, compiler, spec?.variables);
	requireValue(errors, 'spec.mutations', spec?.mutations, 'mutations must contain at least one item');
	for (const [index, mutation] of (spec?.mutations ?? []).entries()) {
		checkMutation(errors, compiler, `spec.mutations[${index}]`, mutation);
	}

	if (requireValue(errors, 'spec.reinvocationPolicy', spec?.reinvocationPolicy)) {
		checkSupported(errors, 'spec.reinvocationPolicy', spec?.reinvocationPolicy, ['IfNeeded', 'Never']);
	}
};

export const checkMutatingPolicy = (
	errors: Errors,
	policy: MutatingAdmissionPolicy,
	old?: MutatingAdmissionPolicy,
): void => {
	if (old) {
		checkAnyMetadataUpdate(errors, policy.metadata, old.metadata);
	}

	checkAnyMetadata(errors, policy.metadata, false, nameRules.subdomain);
	checkSpec(errors, policy);
};

/** @see https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/ */
export const mutatingAdmissionPolicy = describeKind('admissionregistration.k8s.io/v1 MutatingAdmissionPolicy', {
	validate: {create: checkMutatingPolicy, update: checkMutatingPolicy},
	generation: 'counts changes',
	warnings: staticNameWarnings,
	store: {needsVersion: true},
	table: {
		columns: [
			nameColumn,
			{name: 'Mutations', type: 'integer', cell: ({spec}) => spec?.mutations?.length ?? 0},
			{name: 'ParamKind', cell: paramKind},
			ageColumn,
		],
	},
	defaults: [defaultsOf('admissionregistration.v1.MutatingAdmissionPolicySpec', failurePolicy)],
});
