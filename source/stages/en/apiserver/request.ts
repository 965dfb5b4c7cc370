import {askedResource, auditedRequest, authorizersAsked, contentOf, recognised} from '../../digest/request.js';
import type {AccessQuestion, PathHandler, RequestFacts, User} from '../../facts/apiserver/request.js';
import {counted} from '../words.js';
import type {Sentences} from '../../language-table.js';

/** `"bob" in "a", "b"`. */
const userInGroups = ({username, groups}: User): string =>
	groups.length === 0 ? `"${username}"` : `"${username}" in ${groups.map((group) => `"${group}"`).join(', ')}`;

/** `list pods in namespace "default"`. */
const what = (question: AccessQuestion): string => {
	if (!question.isResourceRequest) {
		return `${question.verb} the path "${question.path}"`;
	}

	const {verb, namespace} = question;
	return `${verb} ${askedResource(question, (name) => `"${name}"`)}${namespace === '' ? '' : ` in namespace "${namespace}"`}`;
};

const handlers: Readonly<Record<PathHandler, string>> = {
	'core-discovery': 'discovery of the core group',
	'group-list': 'discovery of groups',
	'group-discovery': 'discovery of a group',
	version: 'version',
	health: 'health',
	openapi: 'OpenAPI',
	metrics: 'metrics',
	index: 'index',
};

const routeSentence: Sentences<RequestFacts>['apiserver.route'] = (facts) => {
	switch (facts.route) {
		case 'proxy': {
			const to = `kube-apiserver itself connects to ${facts.host}:${facts.port}`;
			if (facts.asks) {
				return `kube-apiserver forwards the request to ${facts.host}:${facts.port} and waits for the answer.`;
			}

			return facts.status === undefined
				? `${to}, but nothing listens there.`
				: `${to} and passes on the answer: ${facts.status}.`;
		}

		case 'resource': {
			const {path, group, version, resource, subresource} = facts.info;
			return `${path} is a registered route of ${resource}${subresource === '' ? '' : `/${subresource}`} in ${group === '' ? version : `${group}/${version}`}; its handler is "${facts.handler}".`;
		}

		case 'read only': {
			return `${facts.info.path} is a read-only document: ${handlers[facts.handler]}.`;
		}

		case 'no custom': {
			return `The custom resource ${facts.info.resource} does not support this request at ${facts.info.path}.`;
		}

		case 'no method': {
			return `${facts.info.path} belongs to the resource ${facts.info.resource}, which does not support this method there.`;
		}

		case 'path': {
			return `No resource is registered at ${facts.info.path}; a path handler answers: ${handlers[facts.handler]}.`;
		}

		case 'remote': {
			return `Another server answers ${facts.info.path}: the APIService for this path names it.`;
		}

		case 'unavailable': {
			return `Another server must answer ${facts.info.path}, but its APIService is not available: the answer will be 503.`;
		}

		default: {
			return `Nothing is registered at ${facts.info.path}, and no path handler answers it: the answer will be 404.`;
		}
	}
};

/** The caller's identity, by its proof. The group system:authenticated is not mentioned: every recognised user has it. */
const proof = (authenticator: string, caller: User): string => {
	const user = recognised(caller);
	switch (authenticator) {
		case 'x509': {
			return `The client certificate names the caller: its common name is the user, and its organizations are the groups. The caller is ${userInGroups(user)}.`;
		}

		case 'token file': {
			return `The bearer token is in the static token file: it belongs to ${userInGroups(user)}.`;
		}

		default: {
			return `This cluster signed the service account token, and the object to which the token is bound still exists. The caller is ${userInGroups(user)}.`;
		}
	}
};

const authenticateSentence: Sentences<RequestFacts>['apiserver.authenticate'] = (facts) => {
	if ('output' in facts) {
		return facts.verdict === 'authenticated'
			? `The token belongs to "${facts.output.user?.username}".`
			: `The token belongs to no user: ${facts.output.error ?? 'it is unknown'}.`;
	}

	if ('authenticator' in facts) {
		if (facts.verdict === 'not mine') {
			return 'The bearer token is not in the static token file; the apiserver tries the next authenticator.';
		}

		if (facts.verdict === 'refused') {
			return facts.problem === undefined
				? 'This apiserver did not sign the bearer token.'
				: `The service account token of ${facts.subject} is no longer valid: ${facts.problem}.`;
		}

		return facts.authenticator === 'anonymous'
			? 'The request carries no credentials, so the caller is system:anonymous in system:unauthenticated.'
			: `${proof(facts.authenticator, facts.user)} ${facts.dropsHeader ? 'The Authorization header is dropped; the request carries the user instead.' : 'The request carries this user from here on.'}`;
	}

	if (facts.verdict === 'impersonated') {
		const {before, after} = facts;
		return `"${before.username}" is allowed to impersonate "${after.username}": the request now runs as ${userInGroups(after)}.`;
	}

	if ('asked' in facts) {
		return `"${facts.user.username}" asks to act as "${facts.wish.name}", but has no right to ${what(facts.asked)}.`;
	}

	return 'wish' in facts
		? 'The impersonation headers name groups or extra fields, but no user to act as.'
		: 'No authenticator accepts the credentials, so the answer is 401. The rest of the request is not read.';
};

/** The sentence that none of the authorizers allows a request. */
const refusing = (authorizers: readonly string[]): string => {
	switch (authorizers.length) {
		case 1: {
			return `${authorizers.join('')} does not allow it`;
		}

		case 2: {
			return `neither ${authorizers.join(' nor ')} allows it`;
		}

		default: {
			return `none of ${authorizers.join(', ')} allows it`;
		}
	}
};

const authorizeSentence: Sentences<RequestFacts>['apiserver.authorize'] = (facts) => {
	if ('escalation' in facts) {
		const {user, escalation} = facts;
		return `${escalation.kind} "${escalation.name}" would grant more rights than user "${user.username}" has, so it is not stored: users can grant only their own rights.`;
	}

	if ('output' in facts) {
		return `"${facts.user.username}" has ${counted(facts.output.length, 'rule')} in namespace "${facts.namespace}".`;
	}

	const {request, verdict, reason, opinions} = facts;
	if (!('authorizer' in facts)) {
		return `The review asks whether "${facts.request.user.username}" may ${what(request)}: ${verdict === 'allowed' ? 'yes' : 'no'}${reason === '' ? '' : `, ${reason}`}.`;
	}

	const who = `User "${facts.user.username}"`;
	if (verdict === 'forbidden') {
		const asked = authorizersAsked(opinions);
		return `${who} may not ${what(request)}: ${refusing(asked)}${reason === '' ? '' : ` (${reason})`}.`;
	}

	switch (facts.authorizer) {
		case 'SystemMasters': {
			return `${who} may ${what(request)}: members of system:masters pass before any rule is checked.`;
		}

		case 'Node': {
			return `The Node authorizer lets "${facts.user.username}" ${what(request)}: the object belongs to the kubelet's own node, or to a Pod bound to that node.`;
		}

		default: {
			return `${who} may ${what(request)}: ${reason === '' ? `${facts.authorizer} allows it` : reason}.`;
		}
	}
};

/** The contents of a response. */
const content = (body: unknown): string => {
	const {items, object, resourceVersion} = contentOf(body);
	const what = items === undefined ? object && ` with ${object}` : ` with ${counted(items, 'item')}`;
	return what ? `${what}${resourceVersion === undefined ? '' : ` at resourceVersion ${resourceVersion}`}` : '';
};

/** The steps of every request, in English. */
export const requestSentences: Sentences<RequestFacts> = {
	'apiserver.route': routeSentence,
	'apiserver.authenticate': authenticateSentence,
	'apiserver.audit': ({event}) =>
		`The audit log records at level Metadata: ${auditedRequest(event)}, by ${event.user}.`,
	'apiserver.authorize': authorizeSentence,
	'apiserver.authorizer.*'({authorizer, verdict, reason, user, request, next}) {
		const why = reason === '' ? '' : ` (${reason})`;
		const question = `whether "${user.username}" may ${what(request)}`;
		if (verdict === 'no opinion') {
			return `The ${authorizer} authorizer has no opinion on ${question}${why}: ${next ? `${next} decides next` : 'it is the last, so the answer is no'}.`;
		}

		return `The ${authorizer} authorizer decides ${question}: ${verdict === 'allow' ? 'yes' : 'no'}${why}. No further authorizer is asked.`;
	},
	'apiserver.convert'(facts) {
		const {kind, name = '', from, to} = facts;
		const what = `the ${kind} "${name}" from ${from} to ${to}`;
		switch (facts.case) {
			case 'asks': {
				return `kube-apiserver sends a ConversionReview to ${facts.url} to convert ${what}, and waits for at most ${facts.timeoutSeconds} s.`;
			}

			case 'answers': {
				return `The webhook has converted ${what}${facts.isAssumed ? ': its program is not simulated, so only the version is assumed to change' : ''}.`;
			}

			case 'failed': {
				return `${facts.message}.${facts.notCalled ? ' Only `serve --webhooks` calls servers outside the simulation.' : ''}`;
			}
		}
	},
	'apiserver.respond'(facts) {
		if (!('code' in facts)) {
			return `kube-apiserver is down: ${facts.method} ${facts.path} gets no answer.`;
		}

		const {code, reason, message, body} = facts;
		return code >= 400
			? `kube-apiserver answers ${code}${reason ? ` ${reason}` : ''}: ${message ?? String(body).trim()}`
			: `kube-apiserver answers ${code}${content(body)}.`;
	},
	'apiserver.decode'(facts) {
		if ('patch' in facts) {
			return `The ${facts.patch} is applied to ${facts.kind} ${facts.name} at resourceVersion ${facts.resourceVersion}.`;
		}

		return 'verdict' in facts
			? `The body cannot be decoded as ${facts.target}. The request ends here.`
			: `The body is decoded as ${facts.targetVersion} ${facts.target}: every field is checked against the API's schema.`;
	},
};
