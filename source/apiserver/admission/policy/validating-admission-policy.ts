import type {KubernetesObject} from '../../../objects/kubernetes-object.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import type {
	ValidatingAdmissionPolicy,
	ValidatingAdmissionPolicyBinding,
} from '../../../objects/kubernetes.generated.js';
import type {Resource} from '../../../objects/resources.js';
import type {AdmissionFindings} from '../../../stages/facts/apiserver/admission.js';
import {failure, RequestFailure} from '../../request/failure.js';
import {asMatched, criteriaOf, isExempt, match} from '../matching.js';
import {refuse, type AdmissionAttributes, type AdmissionContext, type AdmissionPlugin} from '../plugin.js';
import {PolicyActivation} from './activation.js';
import {compiledValidatingPolicy} from './compiled.js';
import {checkParamKind, collectParams, configured} from './params.js';
import {judge, type Judgement} from './validate.js';

const stage = 'apiserver.admit.validate.ValidatingAdmissionPolicy';
const policies = 'validatingadmissionpolicies.admissionregistration.k8s.io';
const bindings = 'validatingadmissionpolicybindings.admissionregistration.k8s.io';
const codes: Readonly<Record<string, number>> = {Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413};
const maxAnnotationBytes = 10 * 1024;

/** The reason for a refused request: a decision, or a policy that cannot be used. */
interface Denial {
	readonly policy: ValidatingAdmissionPolicy;
	readonly binding?: ValidatingAdmissionPolicyBinding;
	readonly message: string;
	readonly reason: string;
}

/**
Lets policies written in CEL judge the object: each bound policy that matches the request evaluates its validations.

@see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
@mirrors validating.dispatcher.Dispatch
*/
export const validatingAdmissionPolicy: AdmissionPlugin<'ValidatingAdmissionPolicy'> = {
	name: 'ValidatingAdmissionPolicy',

	handles: (attributes, {reader}) => reader.list(policies).length > 0 && !isExempt(attributes),

	validate: (attributes, context) => judgeAll(attributes, context),
};

function* judgeAll(
	attributes: AdmissionAttributes,
	context: AdmissionContext,
): Routine<AdmissionFindings['ValidatingAdmissionPolicy']> {
	const denials: Denial[] = [];
	const judged: string[] = [];
	for (const policy of context.reader.list(policies)) {
		const matched = match(criteriaOf(policy.spec?.matchConstraints), attributes, context.reader);
		if (!matched) {
			continue;
		}

		const configurationError = configured(() => {
			checkParamKind(policy.spec?.paramKind);
		});
		if (configurationError !== undefined) {
			yield* misconfigured(policy, undefined, `failed to configure policy: ${configurationError}`, denials);
			continue;
		}

		const annotations = new Map<string, string[]>();
		for (const binding of context.reader.list(bindings)) {
			if (
				binding.spec?.policyName === policy.metadata.name &&
				match(criteriaOf(binding.spec.matchResources), attributes, context.reader)
			) {
				yield* judgeBound(policy, binding, matched, attributes, context, denials, annotations);
				judged.push(policy.metadata.name);
			}
		}

		for (const [key, values] of annotations) {
			context.annotate?.(`${policy.metadata.name}/${key}`, values.join(', '));
		}
	}

	const [first] = denials;
	if (first) {
		throw denied(attributes, first);
	}

	return {judgedBy: judged};
}

const failsOpen = (policy: ValidatingAdmissionPolicy): boolean => policy.spec?.failurePolicy === 'Ignore';

/** A policy that cannot be used refuses every request that it matches, unless its failure policy is to be ignored. */
function* misconfigured(
	policy: ValidatingAdmissionPolicy,
	binding: ValidatingAdmissionPolicyBinding | undefined,
	message: string,
	denials: Denial[],
): Routine {
	const open = failsOpen(policy);
	if (!open) {
		denials.push({policy, ...(binding ? {binding} : {}), message, reason: ''});
	}

	yield* note(
		stage,
		{case: 'misconfigured', policy, binding, message, verdict: open ? 'ignored' : 'denied'},
		{outcome: 'warning'},
	);
}

/** The policy with each object of parameters that the binding gives it; one stop each. */
function* judgeBound(
	policy: ValidatingAdmissionPolicy,
	binding: ValidatingAdmissionPolicyBinding,
	matched: Resource,
	attributes: AdmissionAttributes,
	context: AdmissionContext,
	denials: Denial[],
	annotations: Map<string, string[]>,
): Routine {
	let params: ReadonlyArray<KubernetesObject | undefined> = [];
	const error = configured(() => {
		params = collectParams(policy.spec?.paramKind, binding.spec?.paramRef, attributes.namespace, context);
	});
	if (error !== undefined) {
		yield* misconfigured(policy, binding, `failed to configure binding: ${error}`, denials);
		return;
	}

	const compiled = compiledValidatingPolicy(policy);
	const seen = yield* asMatched(matched, attributes, context);
	for (const param of params) {
		const activation = new PolicyActivation(seen, matched, context, param, compiled.variables);
		const judgement = judge(compiled, activation, failsOpen(policy));
		carryOut(policy, binding, judgement, context, denials, annotations);
		const denying = judgement.decisions.filter((decision) => decision.denied);
		yield* note(
			stage,
			{
				case: 'judged',
				policy,
				binding,
				...(param ? {params: param} : {}),
				decisions: judgement.decisions,
				verdict: denying.length === 0 ? 'admitted' : (binding.spec?.validationActions ?? []),
				applies: judgement.applies,
			},
			denying.length === 0 ? {} : {outcome: 'warning'},
		);
	}
}

/** Deny refuses, Warn sends the client a warning, Audit writes to the audit log. */
const carryOut = (
	policy: ValidatingAdmissionPolicy,
	binding: ValidatingAdmissionPolicyBinding,
	{decisions, annotations: published}: Judgement,
	context: AdmissionContext,
	denials: Denial[],
	annotations: Map<string, string[]>,
): void => {
	const actions: readonly string[] = binding.spec?.validationActions ?? [];
	for (const {denied: isDenied, message, reason, index} of decisions) {
		if (!isDenied) {
			continue;
		}

		if (actions.includes('Deny')) {
			denials.push({policy, binding, message, reason});
		}

		if (actions.includes('Audit')) {
			context.annotate?.(
				'validation.policy.admission.k8s.io/validation_failure',
				JSON.stringify([
					{
						message,
						policy: policy.metadata.name,
						binding: binding.metadata.name,
						expressionIndex: Math.max(index, 0),
						validationActions: actions,
					},
				]),
			);
		}

		if (actions.includes('Warn')) {
			context.warn?.(
				`Validation failed for ValidatingAdmissionPolicy '${policy.metadata.name}' with binding '${binding.metadata.name}': ${message}`,
			);
		}
	}

	for (const annotation of published) {
		if ('error' in annotation) {
			denials.push({policy, binding, message: annotation.error, reason: ''});
			continue;
		}

		const values = annotations.get(annotation.key) ?? [];
		const value = annotation.value.slice(0, maxAnnotationBytes);
		if (!values.includes(value)) {
			annotations.set(annotation.key, [...values, value]);
		}
	}
};

const denied = (attributes: AdmissionAttributes, {policy, binding, message, reason}: Denial): RequestFailure => {
	const who = `ValidatingAdmissionPolicy '${policy.metadata.name}'${binding ? ` with binding '${binding.metadata.name}'` : ''}`;
	const text = `${who} denied request: ${message}`;
	const {status} = refuse(attributes, text);
	return new RequestFailure(
		failure(codes[reason] ?? 422, reason || 'Invalid', status.message ?? '', {
			...status.details,
			causes: [{message: text}],
		}),
	);
};
