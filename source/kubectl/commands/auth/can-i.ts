import type {Routine} from '../../../kernel/routine.js';
import {policyRows} from '../../describe/roles.js';
import type {ApiResource} from '../../discovery.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {alignRows} from '../../../go/tab-writer.js';
import type {ResourceAttributes, SelfSubjectAccessReviewSpec} from '../../../objects/kubernetes.generated.js';
import {isObjectOf, nestedField, nestedString, unstructuredOf} from '../../../objects/unstructured.js';

/** Verbs of resources and of paths. */
const knownVerbs = new Set(
	'get list watch create update patch delete deletecollection use bind impersonate * approve sign escalate attest proxy redirect put post head options'.split(
		' ',
	),
);

/** Names that can be allowed although the server has no such resource. */
const withoutResource = new Set(['users', 'groups', 'uids', 'userextras']);

/**
`kubectl auth can-i`: asks the authorizers about the user's rights. Exit code 1 means no.

Long because it handles the command from its words to its exit code, with each mistake at its place.
*/
export function* canI(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	if (flags.on('list')) {
		if (words.length > 0) {
			throw new CommandFailure('list option must be specified with no arguments');
		}

		if (flags.on('quiet') || flags.on('all-namespaces') || flags.text('subresource')) {
			throw new CommandFailure(
				"list option can't be specified with neither quiet, all-namespaces nor subresource options",
			);
		}

		yield* listRules(invocation);
		return;
	}

	const [verb, what, ...others] = words;
	if (verb === undefined || what === undefined || others.length > 0) {
		throw new CommandFailure(
			`you must specify two arguments: verb resource or verb resource/resourceName.\nSee '${invocation.commandPath} -h' for help and examples.`,
		);
	}

	if (flags.on('no-headers')) {
		throw new CommandFailure('--no-headers cannot be set without --list specified');
	}

	const spec = yield* attributesOf(invocation, verb, what);
	const {body} = yield* invocation.request('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
		body: {
			apiVersion: 'authorization.k8s.io/v1',
			kind: 'SelfSubjectAccessReview',
			metadata: {},
			spec,
			status: {allowed: false},
		},
	});
	const allowed = nestedField(body, 'status', 'allowed') === true;
	const reason = nestedString(body, 'status', 'reason');
	const evaluationError = nestedString(body, 'status', 'evaluationError');
	if (!flags.on('quiet')) {
		invocation.out(
			`${allowed ? 'yes' : 'no'}${!allowed && reason ? ` - ${reason}` : ''}${evaluationError ? ` - ${evaluationError}` : ''}\n`,
		);
	}

	return allowed ? 0 : 1;
}

/** The user's question: a verb and a path, or a verb and a resource. @throws {CommandFailure} */
function* attributesOf(invocation: Invocation, verb: string, what: string): Routine<SelfSubjectAccessReviewSpec> {
	const {flags} = invocation;
	const namespace = flags.on('all-namespaces') ? '' : yield* invocation.namespace();
	if (!knownVerbs.has(verb)) {
		invocation.err(`Warning: verb '${verb}' is not a known verb\n\n`);
	}

	if (what.startsWith('/')) {
		if (flags.text('subresource')) {
			throw new CommandFailure('--subresource can not be used with NonResourceURL');
		}

		return {nonResourceAttributes: {path: what, verb}};
	}

	const [type = '', name = ''] = what.split('/');
	const resource = type === '*' ? undefined : yield* invocation.named(type);
	if (!resource && type !== '*' && !withoutResource.has(type)) {
		const [plural, ...rest] = type.split('.');
		const group = rest.length > 0 ? ` in group '${rest.join('.')}'` : '';
		invocation.err(`Warning: the server doesn't have a resource type '${plural}'${group}\n\n`);
	}

	if (resource && !resource.namespaced && !flags.on('all-namespaces')) {
		const group = resource.group ? ` in group '${resource.group}'` : '';
		invocation.err(`Warning: resource '${resource.plural}' is not namespace scoped${group}\n\n`);
	}

	const subresource = flags.text('subresource');
	return {resourceAttributes: reviewed(resource, {type, verb, name, namespace, subresource})};
}

const reviewed = (
	resource: ApiResource | undefined,
	asked: {type: string; verb: string; name: string; namespace: string; subresource: string},
): ResourceAttributes => ({
	...(asked.namespace && resource?.namespaced !== false ? {namespace: asked.namespace} : {}),
	verb: asked.verb,
	...(resource
		? {...(resource.group ? {group: resource.group} : {}), resource: resource.plural}
		: {resource: asked.type}),
	...(asked.type === '*' ? {group: '*'} : {}),
	...(asked.name ? {name: asked.name} : {}),
	...(asked.subresource ? {subresource: asked.subresource} : {}),
});

function* listRules(invocation: Invocation): Routine {
	const namespace = yield* invocation.namespace();
	const {body} = yield* invocation.request('POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', {
		body: {
			apiVersion: 'authorization.k8s.io/v1',
			kind: 'SelfSubjectRulesReview',
			metadata: {},
			spec: {namespace},
			status: {incomplete: false, nonResourceRules: null, resourceRules: null},
		},
	});
	const review = unstructuredOf(body);
	if (!isObjectOf(review, 'selfsubjectrulesreviews.authorization.k8s.io')) {
		throw new TypeError(`the server answers a review of rules with a ${review.kind}`);
	}

	const {resourceRules, nonResourceRules, incomplete, evaluationError} = review.status;
	if (incomplete) {
		invocation.err(`warning: the list may be incomplete: ${evaluationError ?? ''}\n`);
	}

	const rows = policyRows([...(resourceRules ?? []), ...(nonResourceRules ?? [])]);
	invocation.out(
		alignRows(
			invocation.flags.on('no-headers')
				? rows
				: [['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs'], ...rows],
		),
	);
}
