import {asKind} from '../../objects/kubernetes-object.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import type {Services} from '../services.js';
import {selfSubjectReview, tokenReview} from '../authentication/identity-review.js';
import {
	localSubjectAccessReview,
	selfSubjectAccessReview,
	selfSubjectRulesReview,
	subjectAccessReview,
} from '../authorization/access-review.js';
import {decodeBody} from '../encoding/decode.js';
import type {ResourceExchange} from '../request/exchange.js';
import {fieldValidationOf} from '../request/write-options.js';
import {inNamespace} from '../verbs/create.js';
import {bind} from '../subresources/binding.js';

/** Kinds that are only posted: the answer is the object with its status filled in, and nothing is stored. */
export const isReview = ({resource}: ResourceExchange): boolean => resource.verbs.length === 1;

/** `POST` of a review: of one's own identity or access, or of another user's access. */
export function* review(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {resource, info, user} = exchange;
	if (resource.plural === 'bindings') {
		return yield* bind(services, exchange);
	}

	const question = inNamespace(yield* decodeBody(exchange, resource, fieldValidationOf(exchange)), info.namespace);
	const context = {
		tokens: services.options.tokens ?? [],
		tokenKey: services.options.tokenKey,
		reader: services.cacher,
		nowMs: services.kernel.wallClockMs,
		authorizers: services.authorizers,
	};
	let answer: unknown;
	switch (resource.plural) {
		case 'selfsubjectaccessreviews': {
			answer = yield* selfSubjectAccessReview(
				asKind(question, 'authorization.k8s.io/v1 SelfSubjectAccessReview'),
				user,
				context,
			);
			break;
		}

		case 'subjectaccessreviews': {
			answer = yield* subjectAccessReview(asKind(question, 'authorization.k8s.io/v1 SubjectAccessReview'), context);
			break;
		}

		case 'localsubjectaccessreviews': {
			answer = yield* localSubjectAccessReview(
				asKind(question, 'authorization.k8s.io/v1 LocalSubjectAccessReview'),
				info.namespace,
				context,
			);
			break;
		}

		case 'selfsubjectrulesreviews': {
			answer = yield* selfSubjectRulesReview(
				asKind(question, 'authorization.k8s.io/v1 SelfSubjectRulesReview'),
				user,
				context,
			);
			break;
		}

		case 'selfsubjectreviews': {
			answer = selfSubjectReview(question, user, services.kernel.timestamp());
			break;
		}

		default: {
			answer = yield* tokenReview(asKind(question, 'authentication.k8s.io/v1 TokenReview'), context);
		}
	}

	return {status: 201, headers: {'content-type': 'application/json'}, body: answer};
}
