import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import type {Process} from '../../kernel/process.js';
import type {Routine} from '../../kernel/routine.js';
import type {UserInfo} from '../../objects/kubernetes.generated.js';

/** How long the apiserver's answers are valid: the defaults of `authentication.webhook` and `authorization.webhook`. */
const tokenMs = 120_000;
const allowedMs = 300_000;
const forbiddenMs = 30_000;

/** Answers that are good until their time is over. */
class Held<T> {
	readonly #byKey = new Map<string, {readonly value: T; readonly untilMs: number}>();

	get(key: string, nowMs: number): {readonly value: T} | undefined {
		const held = this.#byKey.get(key);
		return held && nowMs < held.untilMs ? held : undefined;
	}

	set(key: string, value: T, nowMs: number, lifetimeMs: number): void {
		for (const [other, {untilMs}] of this.#byKey) {
			if (untilMs <= nowMs) {
				this.#byKey.delete(other);
			}
		}

		this.#byKey.set(key, {value, untilMs: nowMs + lifetimeMs});
	}

	clear(): void {
		this.#byKey.clear();
	}
}

/** The answer to a caller that a kubelet does not serve. */
export interface Refusal {
	readonly status: 401 | 403 | 500;
	readonly message: string;
}

const unauthorized: Refusal = {status: 401, message: 'Unauthorized'};

/**
A kubelet's cache of reviews about the callers of its server: a TokenReview for the user of a token, and a SubjectAccessReview for the
rights of that user. Both expire after a time, and are lost when the kubelet ends.

Simplified: a failed review is not repeated.

@see https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/
@mirrors k8s.io/kubernetes/cmd/kubelet/app BuildAuth
*/
export class CallerReviews {
	readonly #users = new Held<UserInfo | undefined>();
	readonly #rights = new Held<boolean>();
	#process: Process | undefined;

	/** @param client of the kubelet. @param node its name. */
	constructor(
		readonly client: Client,
		readonly node: string,
	) {}

	/**
	Decides about a `get` of a part of the node, such as `metrics`.

	@param token of the caller. @returns the reason of a refusal; `undefined` if it is served.
	*/
	*refusal(token: string, subresource: string): Routine<Refusal | undefined> {
		this.#forgetAfterRestart();
		let user: UserInfo | undefined;
		try {
			user = yield* this.#userOf(token);
		} catch (error) {
			return refusalFor(error, unauthorized);
		}

		if (!user) {
			return unauthorized;
		}

		const about = `user=${user.username ?? ''}, verb=get, resource=nodes`;
		try {
			const isAllowed = yield* this.#may(user, subresource);
			return isAllowed ? undefined : {status: 403, message: `Forbidden (${about}, subresource(s)=[${subresource}])`};
		} catch (error) {
			return refusalFor(error, {
				status: 500,
				message: `Authorization error (${about}, subresource=${subresource})`,
			});
		}
	}

	#forgetAfterRestart(): void {
		const process = this.client.kernel.processes.get(`kubelet/${this.node}`);
		if (process !== this.#process) {
			this.#process = process;
			this.#users.clear();
			this.#rights.clear();
		}
	}

	*#userOf(token: string): Routine<UserInfo | undefined> {
		const {kernel} = this.client;
		const held = this.#users.get(token, kernel.now);
		if (held || token === '') {
			return held?.value;
		}

		const {status} = yield* this.client.create('tokenreviews.authentication.k8s.io', undefined, {
			apiVersion: 'authentication.k8s.io/v1',
			kind: 'TokenReview',
			spec: {token},
		});
		const user = status.authenticated ? status.user : undefined;
		this.#users.set(token, user, kernel.now, tokenMs);
		return user;
	}

	*#may({username, uid, groups, extra}: UserInfo, subresource: string): Routine<boolean> {
		const {kernel} = this.client;
		const key = JSON.stringify([username, uid, groups, extra, subresource]);
		const held = this.#rights.get(key, kernel.now);
		if (held) {
			return held.value;
		}

		const {status} = yield* this.client.create('subjectaccessreviews.authorization.k8s.io', undefined, {
			apiVersion: 'authorization.k8s.io/v1',
			kind: 'SubjectAccessReview',
			spec: {
				resourceAttributes: {verb: 'get', version: 'v1', resource: 'nodes', subresource, name: this.node},
				user: username,
				groups,
				uid,
				extra,
			},
		});
		this.#rights.set(key, status.allowed, kernel.now, status.allowed ? allowedMs : forbiddenMs);
		return status.allowed;
	}
}

/** The refusal when the apiserver gives no answer about a caller. @throws any other error. */
const refusalFor = (error: unknown, refusal: Refusal): Refusal => {
	if (error instanceof ApiError) {
		return refusal;
	}

	throw error;
};
