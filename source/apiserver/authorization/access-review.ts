import type {
	LocalSubjectAccessReview,
	NonResourceAttributes,
	ObjectMeta,
	ResourceAttributes,
	SelfSubjectAccessReview,
	SelfSubjectRulesReview,
	SubjectAccessReview,
	SubjectAccessReviewStatus,
} from '../../objects/kubernetes.generated.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {invalid, invalidStatus, type FieldError} from '../../objects/field-error.js';
import type {UserInfo} from '../request/user.js';
import {badRequest, RequestFailure} from '../request/failure.js';
import {decide, type Attributes, type AuthorizationContext} from './authorize.js';
import {nodeOf} from './node.js';
import {grantsIn} from './rbac.js';
import {readFieldSelector, selectorErrors, selectorProblems} from './review-selectors.js';

const group = 'authorization.k8s.io';

interface Question {
	readonly resourceAttributes?: ResourceAttributes;
	readonly nonResourceAttributes?: NonResourceAttributes;
}

/** The attributes that a review passes to the authorizers. */
const attributesOf = (
	{resourceAttributes: resource, nonResourceAttributes: path}: Question,
	user: UserInfo,
): Attributes => ({
	user,
	verb: resource?.verb ?? path?.verb ?? '',
	group: resource?.group ?? '',
	version: resource?.version ?? '*',
	resource: resource?.resource ?? '',
	subresource: resource?.subresource ?? '',
	namespace: resource?.namespace ?? '',
	name: resource?.name ?? '',
	path: path?.path ?? '',
	isResourceRequest: resource !== undefined,
	...(resource?.fieldSelector ? {fieldSelector: readFieldSelector(resource.fieldSelector).requirements} : {}),
});

function* answer(spec: Question, user: UserInfo, context: AuthorizationContext): Routine<SubjectAccessReviewStatus> {
	const attributes = attributesOf(spec, user);
	const decision = decide(attributes, context);
	yield* note('apiserver.authorize', {
		request: attributes,
		verdict: decision.allowed ? 'allowed' : 'forbidden',
		reason: decision.reason,
		opinions: decision.opinions,
	});
	const {fieldSelector, labelSelector} = spec.resourceAttributes ?? {};
	const evaluationError = selectorProblems(fieldSelector, labelSelector);
	return {
		allowed: decision.allowed,
		...(decision.opinions.at(-1)?.verdict === 'deny' ? {denied: true} : {}),
		...(decision.reason === '' ? {} : {reason: decision.reason}),
		...(evaluationError === '' ? {} : {evaluationError}),
	};
}

const goJSON = ({path, verb}: NonResourceAttributes) => ({Path: path ?? '', Verb: verb ?? ''});

const questionErrors = (spec: Question): FieldError[] => {
	if (spec.resourceAttributes && spec.nonResourceAttributes) {
		return [
			invalid(
				'spec.nonResourceAttributes',
				goJSON(spec.nonResourceAttributes),
				'cannot be specified in combination with resourceAttributes',
			),
		];
	}

	if (!spec.resourceAttributes && !spec.nonResourceAttributes) {
		return [
			invalid(
				'spec.resourceAttributes',
				null,
				'exactly one of nonResourceAttributes or resourceAttributes must be specified',
			),
		];
	}

	return [];
};

const subjectErrors = ({user, groups}: {readonly user?: string; readonly groups?: readonly string[]}): FieldError[] =>
	!user && (groups ?? []).length === 0
		? [invalid('spec.user', user ?? '', 'at least one of user or group must be specified')]
		: [];

const attributeErrors = ({resourceAttributes}: Question): FieldError[] => [
	...selectorErrors(resourceAttributes?.fieldSelector, 'fieldSelector'),
	...selectorErrors(resourceAttributes?.labelSelector, 'labelSelector'),
];

/** A review is not about an object, so it has no name or labels; a review in a namespace has only the namespace. */
const metadataErrors = (given: Partial<ObjectMeta> = {}, detail = 'must be empty'): FieldError[] => {
	const {managedFields: _, ...metadata} = given;
	return Object.keys(metadata).length > 0 ? [invalid('metadata', metadata, detail)] : [];
};

const refuseInvalid = (errors: readonly FieldError[]): void => {
	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus(group, '', '', errors));
	}
};

/** "May I do this?" of the caller. @throws {RequestFailure} 422 for a question that is not valid. */
export function* selfSubjectAccessReview(
	review: SelfSubjectAccessReview,
	user: UserInfo,
	context: AuthorizationContext,
): Routine<SelfSubjectAccessReview> {
	const spec = review.spec ?? {};
	refuseInvalid([...questionErrors(spec), ...attributeErrors(spec), ...metadataErrors(review.metadata)]);
	return {...review, status: yield* answer(review.spec, user, context)};
}

const subjectOf = ({spec}: SubjectAccessReview | LocalSubjectAccessReview): UserInfo => ({
	username: spec.user ?? '',
	...(spec.uid ? {uid: spec.uid} : {}),
	groups: spec.groups ?? [],
	...(spec.extra ? {extra: spec.extra} : {}),
});

/** A review of any user's access. @throws {RequestFailure} 422 for a question that is not valid. */
export function* subjectAccessReview(
	review: SubjectAccessReview,
	context: AuthorizationContext,
): Routine<SubjectAccessReview> {
	const spec = review.spec ?? {};
	refuseInvalid([
		...questionErrors(spec),
		...subjectErrors(spec),
		...attributeErrors(spec),
		...metadataErrors(review.metadata),
	]);
	return {...review, status: yield* answer(review.spec, subjectOf(review), context)};
}

/** "May they do this?" within one namespace. @throws {RequestFailure} 422 if the question is about another namespace. */
export function* localSubjectAccessReview(
	review: LocalSubjectAccessReview,
	namespace: string,
	context: AuthorizationContext,
): Routine<LocalSubjectAccessReview> {
	const spec = review.spec ?? {};
	const {namespace: _, ...metadata} = review.metadata ?? {};
	const asked = spec.resourceAttributes?.namespace ?? '';
	refuseInvalid([
		...questionErrors(spec),
		...subjectErrors(spec),
		...attributeErrors(spec),
		...metadataErrors(metadata, 'must be empty except for namespace'),
		...(spec.resourceAttributes && asked !== namespace
			? [invalid('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace')]
			: []),
		...(spec.nonResourceAttributes
			? [
					invalid(
						'spec.nonResourceAttributes',
						goJSON(spec.nonResourceAttributes),
						'disallowed on this kind of request',
					),
				]
			: []),
	]);
	return {
		...review,
		metadata: {...review.metadata, namespace},
		status: yield* answer(review.spec, subjectOf(review as SubjectAccessReview), context),
	};
}

/** Every rule that the caller has in a namespace: `kubectl auth can-i --list`. */
export function* selfSubjectRulesReview(
	review: SelfSubjectRulesReview,
	user: UserInfo,
	{reader}: AuthorizationContext,
): Routine<SelfSubjectRulesReview> {
	const namespace = review.spec?.namespace ?? '';
	if (namespace === '') {
		throw new RequestFailure(badRequest('no namespace on request'));
	}

	const {grants, errors} = grantsIn(reader, user, namespace);
	const incomplete = nodeOf(user) !== undefined;
	const problems = [
		...new Set([...(incomplete ? ['node authorizer does not support user rule resolution'] : []), ...errors]),
	];
	const rules = grants.map(({rule}) => rule);
	yield* note('apiserver.authorize', {user, namespace, output: grants});
	// The answer does not repeat the question.
	return {
		apiVersion: review.apiVersion,
		kind: review.kind,
		metadata: {} as ObjectMeta,
		spec: {},
		status: {
			resourceRules: rules
				.filter(({resources}) => (resources ?? []).length > 0)
				.map(({apiGroups, resources, resourceNames, verbs}) => ({
					verbs,
					...(apiGroups ? {apiGroups} : {}),
					...(resources ? {resources} : {}),
					...(resourceNames ? {resourceNames} : {}),
				})),
			nonResourceRules: rules
				.filter(({nonResourceURLs}) => (nonResourceURLs ?? []).length > 0)
				.map(({nonResourceURLs, verbs}) => ({verbs, nonResourceURLs})),
			incomplete,
			...(problems.length === 0
				? {}
				: {evaluationError: problems.length === 1 ? problems[0]! : `[${problems.join(', ')}]`}),
		},
	};
}
