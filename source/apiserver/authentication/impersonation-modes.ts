import {decide, forbiddenStatus, type Attributes} from '../authorization/authorize.js';
import {RequestFailure} from '../request/failure.js';
import {formatErrors, type FieldError} from '../../objects/field-error.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {checkDomainPath} from '../../registry/validation/domain-path.js';
import type {AuthenticationContext} from './authenticators.js';
import {
	anonymous,
	authenticatedGroup,
	mastersGroup,
	serviceAccountGroups,
	serviceAccountOf,
	unauthenticatedGroup,
	type UserInfo,
} from '../request/user.js';
import {RecentMap} from '../../kernel/memoised.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** The identity in the impersonation headers. */
export interface Wish {
	readonly name: string;
	readonly uid: string;
	readonly groups: readonly string[];
	readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The identity under which the caller acts, and the verb that allowed it: `impersonate`, or `impersonate:user-info` and its like. */
export interface Impersonated {
	readonly user: UserInfo;
	readonly verb: string;
}

/** A refusal of one mode, with the question that no authorizer allowed. */
export class ImpersonationRefusal extends RequestFailure {
	override name = 'ImpersonationRefusal';

	/** @param asked the question that no authorizer allowed. */
	constructor(
		readonly asked: Attributes,
		reason: string,
	) {
		super(forbiddenStatus(asked, {reason}));
	}
}

interface Mode {
	/** The name of the mode; absent for the oldest one, which checks only the impersonated user, not the action. */
	readonly name?: string;
	/** Whether the mode applies to such users at all. */
	applies(wish: Wish, caller: UserInfo): boolean;
	/** Changes the question before the authorizers decide. */
	asked?(question: Attributes): Attributes;
}

const nodePrefix = 'system:node:';
const nodeNameKey = 'authentication.kubernetes.io/node-name';
// With at least this many values of one kind, a single authorization check covers all of them before each is checked.
const many = 4;

const nodeOf = (username: string): string | undefined => {
	const name = username.startsWith(nodePrefix) ? username.slice(nodePrefix.length) : '';
	return name !== '' && dnsSubdomainErrors(name).length === 0 ? name : undefined;
};

const isNameOnly = ({uid, groups, extra}: Wish): boolean =>
	uid === '' && groups.length === 0 && Object.keys(extra).length === 0;

const legacy: Mode = {applies: () => true};

/** The modes, from the narrowest to the widest. */
const modes: readonly Mode[] = [
	{
		name: 'associated-node',
		applies(wish, caller) {
			const node = nodeOf(wish.name);
			const own = caller.extra?.[nodeNameKey] ?? [];
			return (
				node !== undefined &&
				isNameOnly(wish) &&
				serviceAccountOf(caller.username) !== undefined &&
				own.length === 1 &&
				own[0] === node
			);
		},
		// One right covers all nodes: an earlier check confirms that the node is the caller's own.
		asked: (question) =>
			question.verb === 'impersonate:associated-node'
				? {...question, name: '*', user: withKeysOnly(question.user)}
				: {...question, user: withKeysOnly(question.user)},
	},
	{name: 'arbitrary-node', applies: (wish) => isNameOnly(wish) && nodeOf(wish.name) !== undefined},
	{name: 'serviceaccount', applies: (wish) => isNameOnly(wish) && serviceAccountOf(wish.name) !== undefined},
	{
		name: 'user-info',
		applies: ({name}) => nodeOf(name) === undefined && serviceAccountOf(name) === undefined,
	},
	legacy,
];

const withKeysOnly = (user: UserInfo): UserInfo => ({
	...user,
	extra: {'authentication.kubernetes.io/associated-node-keys': Object.keys(user.extra ?? {}).sort()},
});

/** The reason why a constrained mode cannot impersonate a field of the extra. @mirrors impersonation.validateExtra */
const extraProblem = (extra: Wish['extra']): string | undefined => {
	for (const [key, list] of Object.entries(extra)) {
		if (key === '') {
			return 'impersonating the empty string key in extra is not allowed';
		}

		const errors: FieldError[] = [];
		checkDomainPath(errors, 'extra.key', key);
		if (errors.length > 0) {
			return `impersonating an invalid key in extra is not allowed: ${formatErrors(errors)}`;
		}

		if (key !== key.toLowerCase()) {
			return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
		}

		if (list.length === 0) {
			return 'impersonating empty values in extra is not allowed';
		}

		if (list.includes('')) {
			return 'impersonating the empty string value in extra is not allowed';
		}
	}

	return undefined;
};

/**
The user of the request by one mode; `undefined` when the mode does not handle such a request.

Long because it is a table: one case a mode, each a few lines.

@throws {ImpersonationRefusal} when the caller may not.
@mirrors impersonation.impersonationModeState.check
*/
const attempt = (
	mode: Mode,
	wish: Wish,
	request: Attributes,
	context: AuthenticationContext,
): Impersonated | undefined => {
	const {user: caller} = request;
	if (!mode.applies(wish, caller)) {
		return undefined;
	}

	const isAllowed = (question: Attributes): boolean => decide(question, context).allowed;
	const demand = (plain: Attributes): void => {
		const question = mode.asked?.(plain) ?? plain;
		const decision = decide(question, context);
		if (!decision.allowed) {
			throw new ImpersonationRefusal(question, decision.reason);
		}
	};

	if (mode.name !== undefined) {
		demand({...request, verb: `impersonate-on:${mode.name}:${request.verb}`});
	}

	const verb = mode.name === undefined ? 'impersonate' : `impersonate:${mode.name}`;
	const identity = {group: 'authentication.k8s.io', version: 'v1'};
	const named = mode.name === undefined ? {group: '', version: 'v1'} : identity;
	const about = (resource: string, name: string, more: Partial<Attributes>): Attributes => ({
		user: caller,
		verb,
		resource,
		subresource: '',
		namespace: '',
		name,
		path: '',
		isResourceRequest: true,
		group: '',
		version: 'v1',
		...more,
	});

	const account = serviceAccountOf(wish.name);
	const node = mode.name === undefined ? undefined : nodeOf(wish.name);
	if (account) {
		demand(about('serviceaccounts', account.name, {...named, namespace: account.namespace}));
	} else {
		demand(node === undefined ? about('users', wish.name, named) : about('nodes', node, named));
	}

	if (wish.uid !== '') {
		demand(about('uids', wish.uid, identity));
	}

	demandGroups();
	demandExtra();
	const userGroups = account && wish.groups.length === 0 ? serviceAccountGroups(account.namespace) : wish.groups;
	return {
		user: {
			username: wish.name,
			...(wish.uid === '' ? {} : {uid: wish.uid}),
			groups: withFixedGroup(wish.name, node === undefined ? userGroups : ['system:nodes']),
			...(Object.keys(wish.extra).length === 0 ? {} : {extra: wish.extra}),
		},
		verb,
	};

	function demandGroups(): void {
		if (mode.name !== undefined) {
			if (wish.groups.includes('')) {
				throw new ImpersonationRefusal(
					about('groups', '', named),
					'impersonating the empty string group is not allowed',
				);
			}

			if (wish.groups.includes(mastersGroup)) {
				throw new ImpersonationRefusal(
					about('groups', mastersGroup, named),
					`impersonating the ${mastersGroup} group is not allowed`,
				);
			}

			if (wish.groups.length >= many && isAllowed(about('groups', '*', named))) {
				return;
			}
		}

		for (const group of wish.groups) {
			demand(about('groups', group, named));
		}
	}

	function demandExtra(): void {
		const entries = Object.entries(wish.extra);
		if (mode.name !== undefined) {
			const problem = extraProblem(wish.extra);
			if (problem !== undefined) {
				throw new ImpersonationRefusal(about('userextras', '', identity), problem);
			}

			const count = entries.reduce((sum, [, list]) => sum + list.length, 0);
			if (
				(entries.length >= many || count >= many) &&
				isAllowed(about('userextras', '*', {...identity, subresource: '*'}))
			) {
				return;
			}
		}

		for (const [key, list] of entries) {
			for (const value of list) {
				demand(about('userextras', value, {...identity, subresource: key}));
			}
		}
	}
};

/** Every user but the anonymous one is authenticated, unless the requested groups say otherwise. */
const withFixedGroup = (name: string, groups: readonly string[]): readonly string[] => {
	const group = name === anonymous.username ? unauthenticatedGroup : authenticatedGroup;
	return groups.includes(group) || groups.includes(unauthenticatedGroup) ? groups : [...groups, group];
};

/** The last successful mode of each caller: it is tried first. If all fail, the first refusal is reported. */
const lastModes = new WeakMap<object, RecentMap<string, Mode>>();
const mostCallers = 1000;

/**
The identity under which the caller acts, by the first mode that allows it.

Simplified: members of system:masters may use every mode, and count as users of the oldest one. In it, a node's name does not imply the group of nodes.

@param request the request that the other identity makes.
@throws {ImpersonationRefusal} the refusal of the first mode that is for such users.
@mirrors impersonation.impersonationModesTracker.getImpersonatedUser
*/
export const impersonatedBy = (wish: Wish, request: Attributes, context: AuthenticationContext): Impersonated => {
	const known = getOrInsert(lastModes, context.reader, () => new RecentMap(mostCallers));
	const caller = request.user;
	const last = known.get(caller.username) ?? (caller.groups.includes(mastersGroup) ? legacy : undefined);
	let refusal: ImpersonationRefusal | undefined;
	for (const mode of last ? [last, ...modes.filter((other) => other !== last)] : modes) {
		try {
			const found = attempt(mode, wish, request, context);
			if (found) {
				known.set(caller.username, mode);
				return found;
			}
		} catch (error) {
			if (!(error instanceof ImpersonationRefusal)) {
				throw error;
			}

			refusal ??= error;
		}
	}

	throw refusal ?? new RequestFailure(forbiddenStatus(request, {reason: ''}));
};
