import type {
	LocalSubjectAccessReview,
	NonResourceAttributes,
	ResourceAttributes,
	SelfSubjectAccessReview,
	SelfSubjectRulesReview,
	SubjectAccessReview,
	SubjectAccessReviewStatus,
} from '../../objects/kubernetes.generated.js';
import {note, type Routine} from '../../kernel/routine.js';
import {invalid, invalidStatus, type FieldError} from '../../objects/field-error.js';
import type {UserInfo} from '../authentication/user.js';
import {RequestFailure} from '../failure.js';
import {decide, describeRequest, type Attributes, type AuthorizationContext} from './authorize.js';
import {nodeOf} from './node.js';
import {grantsIn} from './rbac.js';

const group = 'authorization.k8s.io';

interface Question {
	readonly resourceAttributes?: ResourceAttributes;
	readonly nonResourceAttributes?: NonResourceAttributes;
}

/** What the question asks of the authorizers. */
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
	...(resource?.fieldSelector?.rawSelector === undefined ? {} : {fieldSelector: resource.fieldSelector.rawSelector}),
});

function* answer(spec: Question, user: UserInfo, context: AuthorizationContext): Routine<SubjectAccessReviewStatus> {
	const attributes = attributesOf(spec, user);
	const decision = decide(attributes, context);
	yield* note(
		'apiserver.authorize',
		`The review asks whether "${user.username}" may ${describeRequest(attributes)}: ${decision.allowed ? 'yes' : 'no'}${decision.reason === '' ? '' : `, ${decision.reason}`}.`,
		{
			request: attributes,
			verdict: decision.allowed ? 'allowed' : 'forbidden',
			reason: decision.reason,
			opinions: decision.opinions,
		},
	);
	return {allowed: decision.allowed, ...(decision.reason === '' ? {} : {reason: decision.reason})};
}

const goJSON = ({path, verb}: NonResourceAttributes) => ({Path: path ?? '', Verb: verb ?? ''});

const questionErrors = (spec: Question): FieldError[] =>
	spec.resourceAttributes && spec.nonResourceAttributes
		? [
				invalid(
					'spec.nonResourceAttributes',
					goJSON(spec.nonResourceAttributes),
					'cannot be specified in combination with resourceAttributes',
				),
			]
		: !spec.resourceAttributes && !spec.nonResourceAttributes
			? [
					invalid(
						'spec.resourceAttributes',
						null,
						'exactly one of nonResourceAttributes or resourceAttributes must be specified',
					),
				]
			: [];

const subjectErrors = ({user, groups}: {readonly user?: string; readonly groups?: readonly string[]}): FieldError[] =>
	!user && (groups ?? []).length === 0
		? [invalid('spec.user', user ?? '', 'at least one of user or group must be specified')]
		: [];

const refuseInvalid = (errors: readonly FieldError[]): void => {
	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus(group, '', '', errors));
	}
};

/** "May I do this?" of the caller. @throws {RequestFailure} 422 when the question is not one. */
export function* selfSubjectAccessReview(
	review: SelfSubjectAccessReview,
	user: UserInfo,
	context: AuthorizationContext,
): Routine<SelfSubjectAccessReview> {
	refuseInvalid(questionErrors(review.spec ?? {}));
	return {...review, status: yield* answer(review.spec, user, context)};
}

const subjectOf = ({spec}: SubjectAccessReview | LocalSubjectAccessReview): UserInfo => ({
	username: spec.user ?? '',
	...(spec.uid ? {uid: spec.uid} : {}),
	groups: spec.groups ?? [],
	...(spec.extra ? {extra: spec.extra} : {}),
});

/** "May they do this?" of anybody. @throws {RequestFailure} 422 when the question is not one. */
export function* subjectAccessReview(
	review: SubjectAccessReview,
	context: AuthorizationContext,
): Routine<SubjectAccessReview> {
	refuseInvalid([...questionErrors(review.spec ?? {}), ...subjectErrors(review.spec ?? {})]);
	return {...review, status: yield* answer(review.spec, subjectOf(review), context)};
}

/** The same within one namespace. @throws {RequestFailure} 422 when the question leaves it. */
export function* localSubjectAccessReview(
	review: LocalSubjectAccessReview,
	namespace: string,
	context: AuthorizationContext,
): Routine<LocalSubjectAccessReview> {
	const spec = review.spec ?? {};
	const asked = spec.resourceAttributes?.namespace;
	refuseInvalid([
		...(spec.resourceAttributes || !spec.nonResourceAttributes ? questionErrors(spec) : []),
		...(asked !== undefined && asked !== namespace
			? [invalid('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace')]
			: []),
		...(spec.nonResourceAttributes && !spec.resourceAttributes
			? [
					invalid(
						'spec.nonResourceAttributes',
						goJSON(spec.nonResourceAttributes),
						'disallowed on this kind of request',
					),
				]
			: []),
		...subjectErrors(spec),
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
	const {grants, errors} = grantsIn(reader, user, namespace);
	const problems = [
		...(nodeOf(user) === undefined ? [] : ['node authorizer does not support user rule resolution']),
		...errors,
	];
	const rules = grants.map(({rule}) => rule);
	yield* note('apiserver.authorize', `"${user.username}" has ${rules.length} rules in the namespace "${namespace}".`, {
		user,
		namespace,
		output: grants,
	});
	return {
		...review,
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
			incomplete: problems.length > 0,
			...(problems.length > 0 ? {evaluationError: problems.join(', ')} : {}),
		},
	};
}
