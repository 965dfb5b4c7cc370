import type {KubernetesObject} from '../../../objects/kubernetes-object.js';
import type {Routine} from '../../../kernel/routine.js';
import {messageOf} from '../../../objects/message-of.js';
import type {AdmissionFindings} from '../../../stages/facts/apiserver/admission.js';
import {forbidden, internalError, RequestFailure} from '../../request/failure.js';
import {changedFields} from '../changes.js';
import {asMatched, isPastWebhooks, match} from '../matching.js';
import {completed, patched} from '../patch.js';
import type {Admitted, AdmissionAttributes, AdmissionContext, AdmissionPlugin} from '../plugin.js';
import {matchConditions, PolicyActivation} from '../policy/activation.js';
import {compiledWebhookConditions} from '../policy/compiled.js';
import {Reinvocation} from '../reinvocation.js';
import type {Resource} from '../../../objects/resources.js';
import {toStorage} from '../../encoding/conversion.js';
import {call, callFailure, checkDryRun, rejection, type Webhook} from './call.js';
import type {WebhookAnswer} from './server.js';

const mutatingStage = 'apiserver.admit.mutate.MutatingAdmissionWebhook';
const validatingStage = 'apiserver.admit.validate.ValidatingAdmissionWebhook';
const mutating = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';
const validating = 'validatingwebhookconfigurations.admissionregistration.k8s.io';

/**
The resource in whose version the request is sent to the webhook; `undefined` when the webhook is not for it.

@throws {RequestFailure} when its conditions cannot be evaluated and its failure policy is Fail.
@mirrors generic.Webhook.ShouldCallHook
*/
const shouldCall = (
	webhook: Webhook,
	attributes: AdmissionAttributes,
	context: AdmissionContext,
): Resource | undefined => {
	const {namespaceSelector, objectSelector, rules, matchPolicy} = webhook;
	if ((rules ?? []).length === 0) {
		return undefined;
	}

	const matched = match(
		{
			...(namespaceSelector ? {namespaceSelector} : {}),
			...(objectSelector ? {objectSelector} : {}),
			rules: rules ?? [],
			...(matchPolicy ? {matchPolicy} : {}),
		},
		attributes,
		context.reader,
	);
	if (!matched || (webhook.matchConditions ?? []).length === 0) {
		return matched;
	}

	const {matches, error} = matchConditions(
		compiledWebhookConditions(webhook),
		new PolicyActivation(attributes, matched, context, undefined),
	);
	if (error !== undefined && webhook.failurePolicy !== 'Ignore') {
		// Upstream names nothing here while the name is still to be generated.
		throw new RequestFailure(forbidden(attributes.resource, attributes.name, error));
	}

	return matches ? matched : undefined;
};

/**
Asks servers outside the apiserver to change the object, one after the other. After a change, the whole chain runs a second time.

@see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
@mirrors mutating.mutatingDispatcher.Dispatch
*/
export const mutatingAdmissionWebhook: AdmissionPlugin<'MutatingAdmissionWebhook'> = {
	name: 'MutatingAdmissionWebhook',
	handles: (attributes, {reader, minor}) => reader.list(mutating).length > 0 && !isPastWebhooks(attributes, minor),
	admit: (attributes, context) => mutateAll(attributes, context),
};

function* mutateAll(
	attributes: AdmissionAttributes,
	context: AdmissionContext,
): Routine<Admitted<'MutatingAdmissionWebhook'>> {
	const {webhooks: callers} = context.reinvocation ?? new Reinvocation();
	callers.begin(attributes.object);

	const called: string[] = [];
	const passed: string[] = [];
	let current = attributes;
	let index = -1;
	for (const configuration of context.reader.list(mutating)) {
		for (const [place, webhook] of (configuration.webhooks ?? []).entries()) {
			index++;
			const key = `${configuration.metadata.name}/${webhook.name}/${place}`;
			const matched = shouldCall(webhook, current, context);
			if (!matched) {
				continue;
			}

			if (!callers.isToCall(key)) {
				passed.push(webhook.name);
				continue;
			}

			checkDryRun(webhook, current);
			const seen = yield* asMatched(matched, current, context);
			const answer = yield* call(webhook, configuration.metadata.name, matched, seen, context, mutatingStage);
			called.push(webhook.name);
			const before = current.object;
			current = {...current, object: yield* afterAnswer(webhook, answer, matched, {current, seen}, context)};
			const isChanged = current.object !== before;
			annotate(context, webhook, configuration.metadata.name, index, isChanged, 'error' in answer);
			callers.called(key, isChanged, webhook.reinvocationPolicy);
		}
	}

	callers.end(current.object);
	return {object: current.object, found: {called, passed}};
}

const annotate = (
	{annotate: write, reinvocation}: AdmissionContext,
	webhook: Webhook,
	configuration: string,
	index: number,
	mutated: boolean,
	failed: boolean,
): void => {
	const suffix = `mutation.webhook.admission.k8s.io/round_${reinvocation?.again ? 1 : 0}_index_${index}`;
	write?.(suffix, JSON.stringify({configuration, webhook: webhook.name, mutated}));
	if (failed) {
		write?.(`failed-open.${suffix}`, webhook.name);
	}
};

/** The object in the version that the webhook expects. @throws {RequestFailure} */
function* afterAnswer(
	webhook: Webhook,
	answer: WebhookAnswer | {readonly error: string},
	matched: Resource,
	{current, seen}: {readonly current: AdmissionAttributes; readonly seen: AdmissionAttributes},
	{convert}: AdmissionContext,
): Routine<KubernetesObject | undefined> {
	const {object, resource} = current;
	if (!accepted(webhook, answer) || !answer.patch || answer.patch.length === 0) {
		return object;
	}

	if (!object || !seen.object) {
		throw new RequestFailure(
			internalError(
				`admission webhook ${JSON.stringify(webhook.name)} attempted to modify the object, which is not supported for this operation`,
			),
		);
	}

	try {
		const wanted = completed(patched(seen.object, answer.patch), 'Ignore', matched);
		const after =
			convert && matched !== resource ? yield* convert(resource, wanted) : toStorage(wanted, matched.custom);
		return changedFields(object, after).length === 0 ? object : after;
	} catch (error) {
		throw error instanceof RequestFailure ? error : new RequestFailure(internalError(messageOf(error)));
	}
}

/** Whether there is an answer, which allows the request; without one the failure policy decides. @throws {RequestFailure} */
const accepted = (webhook: Webhook, answer: WebhookAnswer | {readonly error: string}): answer is WebhookAnswer => {
	if ('error' in answer) {
		if (webhook.failurePolicy !== 'Ignore') {
			throw callFailure(answer.error);
		}

		return false;
	}

	if (answer.allowed === false) {
		throw new RequestFailure(rejection(webhook.name, answer));
	}

	return true;
};

/**
Asks servers outside the apiserver whether to allow the object. All are called; the first refusal is the one reported.

Simplified: calls are sequential; the real apiserver calls all at once.

@mirrors validating.validatingDispatcher.Dispatch
*/
export const validatingAdmissionWebhook: AdmissionPlugin<'ValidatingAdmissionWebhook'> = {
	name: 'ValidatingAdmissionWebhook',
	handles: (attributes, {reader, minor}) => reader.list(validating).length > 0 && !isPastWebhooks(attributes, minor),
	validate: (attributes, context) => askAll(attributes, context),
};

function* askAll(
	attributes: AdmissionAttributes,
	context: AdmissionContext,
): Routine<AdmissionFindings['ValidatingAdmissionWebhook']> {
	const relevant = context.reader.list(validating).flatMap(({metadata, webhooks}) =>
		(webhooks ?? []).flatMap((webhook) => {
			const matched = shouldCall(webhook, attributes, context);
			return matched ? [{configuration: metadata.name, webhook, matched}] : [];
		}),
	);
	let refusal: RequestFailure | undefined;
	for (const [index, {configuration, webhook, matched}] of relevant.entries()) {
		try {
			checkDryRun(webhook, attributes);
			const seen = yield* asMatched(matched, attributes, context);
			const answer = yield* call(webhook, configuration, matched, seen, context, validatingStage);
			if (!accepted(webhook, answer)) {
				context.annotate?.(`failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`, webhook.name);
			}
		} catch (error) {
			if (!(error instanceof RequestFailure)) {
				throw error;
			}

			refusal ??= error;
		}
	}

	if (refusal) {
		throw refusal;
	}

	return {allowedBy: relevant.map(({webhook}) => webhook.name)};
}
