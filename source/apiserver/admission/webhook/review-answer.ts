import {isRecord, type Fields} from '../../../kernel/record.js';
import type {JSONPatchOperation} from '../../../objects/json-patch.js';
import {nestedField, nestedString} from '../../../objects/unstructured.js';
import type {WebhookAnswer} from './server.js';

/** A server's answer to an AdmissionReview. */
export interface SentReview {
	/** The HTTP status. */
	readonly status: number;
	readonly text: string;
}

/** An answer that cannot be used, and why. */
export interface Unusable {
	readonly error: string;
}

const invalid = (why: string): Unusable => ({error: `received invalid webhook response: ${why}`});

const failed = (why: string): Unusable => ({error: `failed to call webhook: ${why}`});

/** The message for an answer that is not an AdmissionReview. @mirrors k8s.io/apimachinery/pkg/api/errors NewGenericServerResponse */
export const refusedBy = ({status, text}: SentReview): string => {
	switch (status) {
		case 401: {
			return 'the server has asked for the client to provide credentials';
		}

		case 404: {
			return 'the server could not find the requested resource';
		}

		default: {
			return status >= 500
				? `an error on the server (${JSON.stringify(text.trim() || 'unknown')}) has prevented the request from succeeding`
				: `the server responded with the status code ${status} but did not return more information`;
		}
	}
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

const isOperation = (value: unknown): value is JSONPatchOperation =>
	isRecord(value) && typeof value['op'] === 'string' && typeof value['path'] === 'string';

/** The operations of a base64-encoded patch, or the reason why the patch cannot be used. */
const patchOf = (response: Fields, mutating: boolean): {readonly patch?: readonly JSONPatchOperation[]} | Unusable => {
	const {patch, patchType} = response;
	const has = typeof patch === 'string' && patch !== '';
	if (!mutating) {
		if (has) {
			return invalid('validating webhook may not return response.patch');
		}

		if (patchType === undefined || patchType === null) {
			return {};
		}

		return invalid('validating webhook may not return response.patchType');
	}

	if (!has) {
		return patchType === undefined || patchType === null
			? {}
			: invalid('webhook returned response.patchType but not response.patch');
	}

	if (patchType !== 'JSONPatch') {
		return invalid(
			patchType === undefined || patchType === null
				? 'webhook returned response.patch but not response.patchType'
				: `webhook returned invalid response.patchType of ${JSON.stringify(patchType)}`,
		);
	}

	const operations = parsed(Buffer.from(patch, 'base64').toString());
	return Array.isArray(operations) && operations.every(isOperation)
		? {patch: operations}
		: failed('the patch that was returned is no JSON patch');
};

const texts = (value: unknown): Readonly<Record<string, string>> =>
	isRecord(value)
		? Object.fromEntries(
				Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
			)
		: {};

/**
The verdict in a server's answer to an AdmissionReview.

@param uid of the request.
@param mutating whether it may change the object.
@mirrors k8s.io/apiserver/pkg/admission/plugin/webhook/request VerifyAdmissionResponse
*/
export const reviewAnswer = (sent: SentReview, uid: string, mutating: boolean): WebhookAnswer | Unusable => {
	if (sent.status < 200 || sent.status > 206) {
		return failed(refusedBy(sent));
	}

	const review = parsed(sent.text);
	if (!isRecord(review)) {
		return failed(`couldn't get version/kind; json parse error: the answer is no JSON object`);
	}

	const {response} = review;
	if (!isRecord(response)) {
		return invalid('webhook response was absent');
	}

	if (response['uid'] !== uid) {
		return invalid(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response['uid'] ?? '')}`);
	}

	const [group, version] = (nestedString(review, 'apiVersion') ?? '').split('/');
	if (`${group}/${version}` !== 'admission.k8s.io/v1' || review['kind'] !== 'AdmissionReview') {
		return invalid(
			`expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${group}/${version}, Kind=${nestedString(review, 'kind') ?? ''}`,
		);
	}

	const patch = patchOf(response, mutating);
	if ('error' in patch) {
		return patch;
	}

	const code = nestedField(response, 'status', 'code');
	const {warnings} = response;
	return {
		...patch,
		allowed: response['allowed'] === true,
		...(typeof code === 'number' ? {code} : {}),
		reason: nestedString(response, 'status', 'reason'),
		message: nestedString(response, 'status', 'message'),
		warnings: Array.isArray(warnings) ? warnings.filter((text) => typeof text === 'string') : [],
		auditAnnotations: texts(response['auditAnnotations']),
	};
};
