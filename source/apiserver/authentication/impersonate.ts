import type {Request} from '../../client/request.js';
import {note, type Routine} from '../../kernel/routine.js';
import {decide, describeRequest, forbiddenStatus, type Attributes} from '../authorization/authorize.js';
import {badRequest, RequestFailure} from '../failure.js';
import type {AuthenticationContext} from './authenticators.js';
import {
	anonymous,
	authenticatedGroup,
	describeUser,
	mastersGroup,
	serviceAccountGroups,
	serviceAccountOf,
	unauthenticatedGroup,
	type UserInfo,
} from './user.js';

const extraPrefix = 'impersonate-extra-';

/** A header that was sent several times arrives as its values, one after the other. */
const values = (header: string | readonly string[] | undefined): readonly string[] =>
	header === undefined
		? []
		: typeof header === 'string'
			? header.split(/,\s*/).filter((value) => value !== '')
			: header;

/** Whether the request asks to be treated as another user's. */
export const impersonates = ({headers}: Request): boolean => {
	for (const name in headers) {
		if (name.startsWith('impersonate-')) {
			return true;
		}
	}

	return false;
};

interface Wish {
	readonly name: string;
	readonly uid: string;
	readonly groups: readonly string[];
	readonly extra: Readonly<Record<string, readonly string[]>>;
}

const wishOf = ({headers}: Request): Wish => {
	const extra: Record<string, readonly string[]> = {};
	for (const [header, value] of Object.entries(headers)) {
		if (header.startsWith(extraPrefix)) {
			extra[decodeURIComponent(header.slice(extraPrefix.length)).toLowerCase()] = values(value);
		}
	}

	return {
		name: headers['impersonate-user'] ?? '',
		uid: headers['impersonate-uid'] ?? '',
		groups: values(headers['impersonate-group']),
		extra,
	};
};

const goStrings = (list: readonly string[]): string =>
	list.length === 0 ? '[]string(nil)' : `[]string{${list.map((item) => JSON.stringify(item)).join(', ')}}`;

/** The wish as Go's `%#v` prints it. */
const printed = ({name, uid, groups, extra}: Wish): string => {
	const entries = Object.entries(extra).map(([key, list]) => `${JSON.stringify(key)}:${goStrings(list)}`);
	return `&user.DefaultInfo{Name:${JSON.stringify(name)}, UID:${JSON.stringify(uid)}, Groups:${goStrings(groups)}, Extra:map[string][]string${
		entries.length === 0 ? '(nil)' : `{${entries.join(', ')}}`
	}}`;
};

/** What the caller must be allowed to impersonate, one question each. */
const questions = (user: UserInfo, wish: Wish): Attributes[] => {
	const ask = (resource: string, name: string, more: Partial<Attributes> = {}): Attributes => ({
		user,
		verb: 'impersonate',
		group: '',
		version: 'v1',
		resource,
		subresource: '',
		namespace: '',
		name,
		path: '',
		isResourceRequest: true,
		...more,
	});
	const identity = {group: 'authentication.k8s.io'};
	const account = serviceAccountOf(wish.name);
	return [
		account ? ask('serviceaccounts', account.name, {namespace: account.namespace}) : ask('users', wish.name),
		...wish.groups.map((name) => ask('groups', name)),
		...Object.entries(wish.extra).flatMap(([key, list]) =>
			list.map((value) => ask('userextras', value, {...identity, subresource: key})),
		),
		...(wish.uid === '' ? [] : [ask('uids', wish.uid, identity)]),
	];
};

/** The groups of the impersonated user: those asked for; a service account has its own when none are. */
const groupsOf = (wish: Wish): readonly string[] => {
	const account = serviceAccountOf(wish.name);
	const groups = account && wish.groups.length === 0 ? serviceAccountGroups(account.namespace) : wish.groups;
	if (wish.name === anonymous.username) {
		return groups.includes(unauthenticatedGroup) ? groups : [...groups, unauthenticatedGroup];
	}

	return groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup)
		? groups
		: [...groups, authenticatedGroup];
};

/**
Acts as another user, if the caller may: each part of the wished-for identity is authorized with the verb `impersonate`.

@see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
@mirrors filters.WithImpersonation
*/
export function* impersonate(request: Request, user: UserInfo, context: AuthenticationContext): Routine<UserInfo> {
	const wish = wishOf(request);
	if (wish.name === '') {
		const status = badRequest(`requested ${printed(wish)} without impersonating a user name`);
		yield* note(
			'apiserver.authenticate',
			'The impersonation headers name groups or extra fields, but no user to act as.',
			{verdict: 'refused', message: status.message},
			{outcome: 'refused'},
		);
		throw new RequestFailure(status);
	}

	for (const question of questions(user, wish)) {
		const decision = user.groups.includes(mastersGroup) ? undefined : decide(question, context);
		if (decision && !decision.allowed) {
			const status = forbiddenStatus(question, decision);
			yield* note(
				'apiserver.authenticate',
				`${describeUser({...user, groups: []})} wants to act as "${wish.name}", but is not allowed to ${describeRequest(question)}.`,
				{verdict: 'refused', user, wish, reason: status.reason, message: status.message},
				{outcome: 'refused'},
			);
			throw new RequestFailure(status);
		}
	}

	const other: UserInfo = {
		username: wish.name,
		...(wish.uid === '' ? {} : {uid: wish.uid}),
		groups: groupsOf(wish),
		...(Object.keys(wish.extra).length === 0 ? {} : {extra: wish.extra}),
	};
	yield* note(
		'apiserver.authenticate',
		`${describeUser({...user, groups: []})} is allowed to impersonate "${wish.name}": from here on the request is that of ${describeUser(other)}.`,
		{verdict: 'impersonated', before: user, after: other, user: other},
	);
	return other;
}
