import type {KubernetesObject} from '../../../objects/kubernetes-object.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {Struct, type Value} from '../../../cel/value.js';
import type {JSONPatchOperation} from '../../../objects/json-patch.js';
import type {MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding} from '../../../objects/kubernetes.generated.js';
import type {Resource} from '../../../objects/resources.js';
import {messageOf} from '../../../objects/message-of.js';
import {failure, internalError, RequestFailure} from '../../request/failure.js';
import {changedFields} from '../changes.js';
import {criteriaOf, isExempt, match} from '../matching.js';
import {completed, patched, PatchError} from '../patch.js';
import {
	refuse,
	type Admitted,
	type AdmissionAttributes,
	type AdmissionContext,
	type AdmissionPlugin,
} from '../plugin.js';
import {Reinvocation} from '../reinvocation.js';
import {
	Budget,
	BudgetExceeded,
	matchConditions,
	PolicyActivation,
	policyBudget,
	type Expression,
} from './activation.js';
import {applyConfiguration, ApplyError} from './apply-configuration.js';
import {compiledMutatingPolicy} from './compiled.js';
import {toJSON} from '../../../cel/json.js';
import {misnamed} from './made-types.js';
import {checkParamKind, collectParams, configured} from './params.js';

const stage = 'apiserver.admit.mutate.MutatingAdmissionPolicy';
const policies = 'mutatingadmissionpolicies.admissionregistration.k8s.io';
const bindings = 'mutatingadmissionpolicybindings.admissionregistration.k8s.io';

/** One policy with one binding and one object of parameters. */
interface Invocation {
	readonly policy: MutatingAdmissionPolicy;
	readonly binding: MutatingAdmissionPolicyBinding;
	readonly matched: Resource;
	readonly params?: KubernetesObject;
}

interface Problem {
	readonly policy: MutatingAdmissionPolicy;
	readonly binding?: MutatingAdmissionPolicyBinding;
	readonly message: string;
	readonly reason: 'Invalid' | 'Forbidden';
}

/** A mutation that cannot be carried out; the message is upstream's. */
class MutationError extends Error {
	override name = 'MutationError';
}

/**
Lets policies written in CEL change the object: each bound policy that matches the request makes a patch or an apply configuration.

@see https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
@mirrors mutating.dispatcher.dispatchInvocations
*/
export const mutatingAdmissionPolicy: AdmissionPlugin<'MutatingAdmissionPolicy'> = {
	name: 'MutatingAdmissionPolicy',

	concerns: ({operation}) => operation !== 'DELETE',

	handles: (attributes, {reader}) => reader.list(policies).length > 0 && !isExempt(attributes),

	admit: (attributes, context) => mutateAll(attributes, context),
};

function* mutateAll(
	attributes: AdmissionAttributes,
	context: AdmissionContext,
): Routine<Admitted<'MutatingAdmissionPolicy'>> {
	const {policies: callers, again} = context.reinvocation ?? new Reinvocation();
	callers.begin(attributes.object);

	const problems: Problem[] = [];
	const changedBy: string[] = [];
	let current = attributes;
	for (const invocation of invocationsFor(attributes, context, problems)) {
		const key = [invocation.policy, invocation.binding, invocation.params]
			.map((object) => `${object?.metadata.namespace ?? ''}/${object?.metadata.name ?? ''}`)
			.join(' ');
		const activation = activationOf(invocation, current, context);
		const {matches, error} = matchConditions(compiledMutatingPolicy(invocation.policy).conditions, activation);
		if (error !== undefined) {
			problems.push({...invocation, message: error, reason: 'Invalid'});
		}

		if (!matches || !callers.isToCall(key)) {
			if (!again) {
				yield* skipped(invocation, error);
			}

			continue;
		}

		const before = current.object;
		current = {...current, object: yield* invoke(invocation, current, context, problems)};
		if (current.object !== before) {
			changedBy.push(invocation.policy.metadata.name);
		}

		callers.called(key, current.object !== before, invocation.policy.spec?.reinvocationPolicy);
	}

	callers.end(current.object);
	const fatal = problems.filter(({policy}) => policy.spec?.failurePolicy !== 'Ignore');
	if (fatal.length > 0) {
		throw denied(attributes, fatal);
	}

	return {object: current.object, found: {changedBy}};
}

/** All matching policies with a binding, in the order in which it runs; misconfigured policies become problems. @mirrors generic.policyDispatcher.Dispatch */
const invocationsFor = (
	attributes: AdmissionAttributes,
	context: AdmissionContext,
	problems: Problem[],
): readonly Invocation[] => {
	const invocations: Invocation[] = [];
	for (const policy of context.reader.list(policies)) {
		const matched = match(criteriaOf(policy.spec?.matchConstraints), attributes, context.reader);
		if (!matched) {
			continue;
		}

		const unusable = configured(() => {
			checkParamKind(policy.spec?.paramKind);
		});
		if (unusable !== undefined) {
			problems.push({policy, message: `failed to configure policy: ${unusable}`, reason: 'Forbidden'});
			continue;
		}

		for (const binding of context.reader.list(bindings)) {
			if (
				binding.spec?.policyName !== policy.metadata.name ||
				!match(criteriaOf(binding.spec.matchResources), attributes, context.reader)
			) {
				continue;
			}

			const message = configured(() => {
				const params = collectParams(policy.spec?.paramKind, binding.spec.paramRef, attributes.namespace, context);
				invocations.push(...params.map((one) => ({policy, binding, matched, ...(one ? {params: one} : {})})));
			});
			if (message !== undefined) {
				problems.push({policy, binding, message: `failed to configure binding: ${message}`, reason: 'Forbidden'});
			}
		}
	}

	return invocations;
};

const activationOf = (
	{policy, matched, params}: Invocation,
	attributes: AdmissionAttributes,
	context: AdmissionContext,
): PolicyActivation =>
	new PolicyActivation(attributes, matched, context, params, compiledMutatingPolicy(policy).variables);

function* skipped({policy, binding}: Invocation, error: string | undefined): Routine {
	yield* note(
		stage,
		{case: 'skipped', policy, binding, verdict: 'skipped', message: error},
		error === undefined ? {} : {outcome: 'warning'},
	);
}

/** All mutations of one policy, in order; a stop. */
function* invoke(
	invocation: Invocation,
	attributes: AdmissionAttributes,
	context: AdmissionContext,
	problems: Problem[],
): Routine<KubernetesObject | undefined> {
	const {policy, binding, params} = invocation;
	const before = attributes.object;
	let object = before;
	const failures: string[] = [];
	for (const {patchType, expression} of compiledMutatingPolicy(policy).mutations) {
		if (!object) {
			break;
		}

		try {
			const activation = activationOf(invocation, {...attributes, object}, context);
			object = mutated(object, patchType, expression, activation);
		} catch (error) {
			if (!(error instanceof MutationError)) {
				throw error;
			}

			failures.push(error.message);
			problems.push({policy, binding, message: error.message, reason: 'Invalid'});
		}
	}

	const changed = changedFields(before, object);
	yield* note(
		stage,
		{case: 'applied', policy, binding, ...(params ? {params} : {}), before, after: object, changed, failures},
		failures.length > 0 ? {outcome: 'warning'} : {},
	);
	return changed.length === 0 ? before : object;
}

/** @throws {MutationError} */
const mutated = (
	object: KubernetesObject,
	patchType: string,
	expression: Expression,
	activation: PolicyActivation,
): KubernetesObject => {
	let outcome;
	try {
		outcome = activation.evaluate(expression, new Budget(policyBudget));
	} catch (error) {
		throw error instanceof BudgetExceeded ? new MutationError(error.message) : error;
	}

	if ('error' in outcome) {
		throw new MutationError(outcome.error);
	}

	return patchType === 'JSONPatch'
		? withPatch(object, outcome.value)
		: withConfiguration(object, outcome.value, activation.attributes.resource);
};

/** @mirrors patch.jsonPatcher.Patch */
const withPatch = (object: KubernetesObject, value: Value): KubernetesObject => {
	const operations = (toJSON(value) as readonly JSONPatchOperation[]).map(({op, path, from, ...rest}) => ({
		op,
		path,
		...(from ? {from} : {}),
		...('value' in rest ? {value: rest.value} : {}),
	}));
	for (const operation of (value as {readonly items?: readonly Value[]}).items ?? []) {
		const made = operation instanceof Struct ? operation.fields.get('value') : undefined;
		const problem = made instanceof Struct ? misnamed(made, made.type) : undefined;
		if (problem !== undefined) {
			throw new MutationError(`type mismatch: ${problem}`);
		}
	}

	try {
		return completed(patched(object, operations), 'Strict');
	} catch (error) {
		if (error instanceof PatchError) {
			if (error.testFailed) {
				// A failed test means that the object stays as it is.
				return object;
			}

			throw new MutationError(`JSONPath: ${error.message}`);
		}

		// A value that does not fit its kind ends the request, regardless of the failure policy.
		throw new RequestFailure(internalError(messageOf(error)));
	}
};

/** @mirrors patch.applyConfigPatcher.Patch */
const withConfiguration = (object: KubernetesObject, value: Value, resource: Resource): KubernetesObject => {
	const problem = misnamed(value, 'Object');
	if (problem !== undefined) {
		throw new MutationError(`type mismatch: ${problem}`);
	}

	try {
		const patch = toJSON(value) as Readonly<Record<string, unknown>>;
		return completed(applyConfiguration(object, patch, resource), 'Ignore');
	} catch (error) {
		throw new MutationError(error instanceof ApplyError ? `error applying patch: ${error.message}` : messageOf(error));
	}
};

const denied = (attributes: AdmissionAttributes, problems: readonly Problem[]): RequestFailure => {
	const [first] = problems;
	const messages = problems.map(({policy, binding, message}) =>
		binding
			? `policy '${policy.metadata.name}' with binding '${binding.metadata.name}' denied request: ${message}`
			: `policy "${policy.metadata.name}" denied request: ${message}`,
	);
	const {status} = refuse(attributes, 'admission request denied by policy');
	return new RequestFailure(
		failure(403, first?.reason ?? '', messages[0] ?? '', {
			...status.details,
			causes: messages.map((message) => ({message})),
		}),
	);
};
