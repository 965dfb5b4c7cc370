import type {Request} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {attributesOf} from '../authorization/authorize.js';
import {badRequest, RequestFailure} from '../request/failure.js';
import {requestInfo} from '../request/request-info.js';
import type {AuthenticationContext} from './authenticators.js';
import {ImpersonationRefusal, impersonatedBy, type Impersonated, type Wish} from './impersonation-modes.js';
import type {UserInfo} from '../request/user.js';

const extraPrefix = 'impersonate-extra-';

/** A header that was sent several times arrives as its values, one after the other. */
const values = (header: string | readonly string[] | undefined): readonly string[] => {
	if (header === undefined) {
		return [];
	}

	if (typeof header === 'string') {
		return header.split(/,\s*/).filter((value) => value !== '');
	}

	return header;
};

/** Whether the request asks to be treated as coming from another user. */
export const impersonates = ({headers}: Request): boolean => {
	for (const name in headers) {
		if (name.startsWith('impersonate-')) {
			return true;
		}
	}

	return false;
};

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

/** Whether the headers request no identity: only an empty name. */
const isNothing = ({headers}: Request, {uid, extra}: Wish): boolean =>
	headers['impersonate-group'] === undefined && uid === '' && Object.keys(extra).length === 0;

const goStrings = (list: readonly string[]): string =>
	list.length === 0 ? '[]string(nil)' : `[]string{${list.map((item) => JSON.stringify(item)).join(', ')}}`;

/** The requested impersonation as Go's `%#v` prints it. */
const printed = ({name, uid, groups, extra}: Wish): string => {
	const entries = Object.entries(extra).map(([key, list]) => `${JSON.stringify(key)}:${goStrings(list)}`);
	return `&user.DefaultInfo{Name:${JSON.stringify(name)}, UID:${JSON.stringify(uid)}, Groups:${goStrings(groups)}, Extra:map[string][]string${
		entries.length === 0 ? '(nil)' : `{${entries.join(', ')}}`
	}}`;
};

/**
Acts as another user, if the caller may: each part of the requested identity is authorized, and in the constrained modes also each action as that user.

@see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
@mirrors impersonation.WithConstrainedImpersonation
*/
export function* impersonate(request: Request, user: UserInfo, context: AuthenticationContext): Routine<UserInfo> {
	const wish = wishOf(request);
	if (wish.name === '' && isNothing(request, wish)) {
		return user;
	}

	if (wish.name === '') {
		const status = badRequest(`requested ${printed(wish)} without impersonating a user name`);
		yield* note(
			'apiserver.authenticate',
			{verdict: 'refused', wish: {...wish, name: ''}, message: status.message},
			{outcome: 'refused'},
		);
		throw new RequestFailure(status);
	}

	let found: Impersonated;
	try {
		const info = requestInfo(request.method, request.path, request.query);
		found = impersonatedBy(wish, attributesOf({info, user, request}), context);
	} catch (error) {
		if (error instanceof ImpersonationRefusal) {
			const {reason, message} = error.status;
			yield* note(
				'apiserver.authenticate',
				{verdict: 'refused', user, wish, asked: error.asked, reason, message},
				{outcome: 'refused'},
			);
		}

		throw error;
	}

	const {user: other, verb} = found;
	yield* note('apiserver.authenticate', {verdict: 'impersonated', before: user, after: other, user: other, verb});
	return other;
}
