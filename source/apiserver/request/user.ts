import {getOrInsert} from '../../kernel/get-or-insert.js';

/** The user of a request, according to authentication: `user.Info` of the apiserver. */
export interface UserInfo {
	readonly username: string;
	readonly uid?: string;
	readonly groups: readonly string[];
	readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Its members pass every authorization check. */
export const mastersGroup = 'system:masters';
/** The group of every user that an authenticator recognised. */
export const authenticatedGroup = 'system:authenticated';
/** The group of every caller that no authenticator recognised. */
export const unauthenticatedGroup = 'system:unauthenticated';

/** The user of requests that carry no credentials. */
export const anonymous: UserInfo = {username: 'system:anonymous', groups: [unauthenticatedGroup]};

/** `user` with `system:authenticated` among its groups: added to every recognised user except the anonymous one. */
export const withAuthenticatedGroup = (user: UserInfo): UserInfo => {
	return getOrInsert(authenticated, user, () =>
		user.username === anonymous.username ||
		user.groups.includes(authenticatedGroup) ||
		user.groups.includes(unauthenticatedGroup)
			? user
			: {...user, groups: [...user.groups, authenticatedGroup]},
	);
};

const authenticated = new WeakMap<UserInfo, UserInfo>();

const serviceAccountPrefix = 'system:serviceaccount:';

/** The parts of `system:serviceaccount:default:web`; `undefined` for other users. */
export const serviceAccountOf = (username: string): {readonly namespace: string; readonly name: string} | undefined => {
	if (!username.startsWith(serviceAccountPrefix)) {
		return undefined;
	}

	const [namespace, name, ...rest] = username.slice(serviceAccountPrefix.length).split(':');
	return namespace && name && rest.length === 0 ? {namespace, name} : undefined;
};

/** The groups of every service account in a namespace. */
export const serviceAccountGroups = (namespace: string): readonly string[] => [
	'system:serviceaccounts',
	`system:serviceaccounts:${namespace}`,
];

/** The user name of a service account. */
export const serviceAccountUser = (namespace: string, name: string): string =>
	`${serviceAccountPrefix}${namespace}:${name}`;
