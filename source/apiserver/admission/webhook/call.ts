import {sleep, type Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import type {MutatingWebhook, ValidatingWebhook} from '../../../objects/kubernetes.generated.js';
import type {Resource} from '../../../objects/resources.js';
import type {Status} from '../../../objects/kubernetes.generated.js';
import {badRequest, failure, internalError, RequestFailure} from '../../request/failure.js';
import {admissionRequest} from '../matching.js';
import type {AdmissionAttributes, AdmissionContext} from '../plugin.js';
import {isServed, outsideReview, placeOf, unreachable} from './place.js';
import {reviewAnswer} from './review-answer.js';
import type {WebhookAnswer} from './server.js';

export type Webhook = ValidatingWebhook | MutatingWebhook;

/** The place where a webhook is called. */
export type WebhookStage =
	'apiserver.admit.mutate.MutatingAdmissionWebhook' | 'apiserver.admit.validate.ValidatingAdmissionWebhook';

/** The server could not be reached. */
interface Unanswered {
	readonly error: string;
}

const roundTripMs = 1;

/**
Sends an AdmissionReview to the server of a webhook and waits for the answer; two stops. A server of the scenario answers before one outside the simulation.

Long because it is a dialogue: finding the server, the request, three kinds of answers, and the parts of an answer.

@param attributes with the objects in the version of the matched rule.
@mirrors mutating.mutatingDispatcher.callAttrMutatingHook, validating.validatingDispatcher.callHook
*/
export function* call(
	webhook: Webhook,
	configuration: string,
	matched: Resource,
	attributes: AdmissionAttributes,
	context: AdmissionContext,
	stage: WebhookStage,
): Routine<WebhookAnswer | Unanswered> {
	const {clientConfig, timeoutSeconds = 10} = webhook;
	const {key, shown} = placeOf(clientConfig, timeoutSeconds);
	const {object, oldObject} = attributes;
	const request = {
		uid: context.kernel.random('admission-review').uid(),
		...admissionRequest(attributes, matched),
		object: object ?? null,
		oldObject: oldObject ?? null,
	};
	const limitMs = timeoutSeconds * 1000;
	const review = {apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request};
	const planned = context.webhooks?.answer(key, request);
	const outside = planned ? undefined : outsideReview(clientConfig, context.reader, timeoutSeconds, review);
	const waiting = outside && context.outward?.send(outside);
	yield* note(stage, {case: 'asks', webhook, request: review, url: shown, configuration, timeoutSeconds});
	const post = `failed to call webhook: Post ${JSON.stringify(shown)}:`;
	const isAssumed = !planned && !waiting && isServed(clientConfig, context.reader);
	let answer: WebhookAnswer | Unanswered;
	if (waiting) {
		const sent = yield* waiting();
		answer =
			'error' in sent
				? {error: `${post} ${sent.error}`}
				: reviewAnswer(sent, request.uid, stage === 'apiserver.admit.mutate.MutatingAdmissionWebhook');
	} else {
		const takesMs = planned?.takesMs ?? roundTripMs;
		yield* sleep(Math.min(takesMs, limitMs));
		if (takesMs > limitMs) {
			answer = {error: `${post} context deadline exceeded`};
		} else if ((planned && planned.fails === undefined) || isAssumed) {
			answer = planned ?? {allowed: true};
		} else {
			answer = {error: `${post} ${planned?.fails ?? unreachable(clientConfig, context.reader)}`};
		}
	}

	if ('error' in answer) {
		const message = `failed calling webhook ${JSON.stringify(webhook.name)}: ${answer.error}`;
		const ignored = webhook.failurePolicy === 'Ignore';
		yield* note(
			stage,
			{
				case: 'unanswered',
				webhook,
				message,
				verdict: ignored ? 'ignored' : 'failed',
				...(outside && !waiting ? {notCalled: true} : {}),
			},
			{outcome: ignored ? 'warning' : 'failed'},
		);
		return {error: message};
	}

	const allowed = answer.allowed ?? true;
	yield* note(
		stage,
		{
			case: 'answers',
			webhook,
			response: {uid: request.uid, ...answer, allowed},
			verdict: allowed ? 'allowed' : 'denied',
			...(isAssumed ? {isAssumed} : {}),
		},
		allowed ? {} : {outcome: 'warning'},
	);
	for (const [name, value] of Object.entries(answer.auditAnnotations ?? {})) {
		context.annotate?.(`${webhook.name}/${name}`, value);
	}

	for (const warning of answer.warnings ?? []) {
		context.warn?.(warning);
	}

	return answer;
}

/** A webhook with side effects is not called for a dry run. @throws {RequestFailure} 400 */
export const checkDryRun = (webhook: Webhook, {dryRun}: AdmissionAttributes): void => {
	if (dryRun && webhook.sideEffects !== 'None' && webhook.sideEffects !== 'NoneOnDryRun') {
		throw new RequestFailure(badRequest(`admission webhook ${JSON.stringify(webhook.name)} does not support dry run`));
	}
};

/** The refusal when the server could not be reached and the failure policy is Fail. */
export const callFailure = (message: string): RequestFailure => new RequestFailure(internalError(message));

/** The failure that reports a rejection by a webhook. @mirrors webhookerrors.ToStatusErr */
export const rejection = (name: string, {code, reason, message}: WebhookAnswer): Status => {
	const told = `admission webhook ${JSON.stringify(name)} denied the request`;
	const why = message || reason;
	return failure(Math.max(code ?? 0, 400), reason ?? '', why ? `${told}: ${why}` : `${told} without explanation`);
};
