import type {Verdict} from '../../../objects/authorization-modes.js';

/** The user of a request, according to authentication. */
export interface User {
	readonly username: string;
	readonly uid?: string;
	readonly groups: readonly string[];
	readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The question for authorization: may this user do this? */
export interface AccessQuestion {
	/** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, …; for other paths the HTTP method in lower case. */
	readonly verb: string;
	readonly group: string;
	/** The plural name, without the group. */
	readonly resource: string;
	readonly subresource: string;
	/** The namespace; empty for cluster-scoped resources and for all namespaces. */
	readonly namespace: string;
	readonly name: string;
	/** For a path that is not a resource. */
	readonly path: string;
	readonly isResourceRequest: boolean;
}

/** The decision of one authorizer. */
export interface Opinion {
	readonly authorizer: string;
	readonly verdict: Verdict;
	readonly reason: string;
}

/** One line of the audit log. */
export interface AuditLine {
	readonly verb: string;
	readonly user: string;
	readonly requestURI: string;
	readonly objectRef?: {readonly resource: string; readonly name?: string; readonly subresource?: string};
}

/** A handler of paths that are not resources. */
export type PathHandler =
	'core-discovery' | 'group-list' | 'group-discovery' | 'version' | 'health' | 'openapi' | 'metrics' | 'index';

/** The parsed path of a request. */
interface PathInfo {
	readonly path: string;
	readonly group: string;
	readonly version: string;
	/** The plural name. */
	readonly resource: string;
	readonly subresource: string;
}

interface Routed {
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly info: PathInfo;
}

/** Facts of the steps of every request. */
export interface RequestFacts {
	'apiserver.route':
		| (Routed & {readonly route: 'resource'; /** The verb of the handler. */ readonly handler: string})
		| (Routed & {readonly route: 'path' | 'read only'; readonly handler: PathHandler})
		| (Routed & {
				readonly route: 'no custom' | 'no method' | 'no resource' | 'remote' | 'unavailable' | 'none';
				readonly handler?: undefined;
		  })
		/** The apiserver passes a request on to a Pod, an endpoint of a Service, or a kubelet. */
		| {
				readonly route: 'proxy';
				readonly host: string;
				readonly port: string;
				readonly path: string;
				/** Whether it is a separate server that is being called. */
				readonly asks?: true;
				/** The status of the response; absent without a listener. */
				readonly status?: number;
		  };
	'apiserver.authenticate':
		| {
				readonly authenticator: string;
				readonly verdict: 'authenticated';
				readonly user: User;
				/** Whether the Authorization header, which has identified the caller, is dropped. */
				readonly dropsHeader: boolean;
		  }
		| {readonly authenticator: string; readonly verdict: 'not mine'}
		| {
				readonly authenticator: string;
				readonly verdict: 'refused';
				readonly reason: string;
				/** The owner of a service account's token. */
				readonly subject?: string;
				readonly problem?: string;
		  }
		/** All authenticators have been tried. */
		| {
				readonly verdict: 'refused';
				readonly reason: string | undefined;
				readonly message: string | undefined;
				readonly error: string;
		  }
		| {
				readonly verdict: 'impersonated';
				readonly before: User;
				readonly after: User;
				readonly user: User;
				readonly verb: string;
		  }
		| {
				readonly verdict: 'refused';
				readonly user: User;
				/** The user that the caller impersonates. */
				readonly wish: {readonly name: string};
				/** The access that no authorizer allowed. */
				readonly asked: AccessQuestion;
				readonly reason: string | undefined;
				readonly message: string | undefined;
		  }
		/** Headers that ask for groups, but not for a user. */
		| {readonly verdict: 'refused'; readonly wish: {readonly name: ''}; readonly message: string | undefined}
		/** A TokenReview asks for the user of a token. */
		| {
				readonly verdict: 'authenticated' | 'refused';
				readonly output: {readonly user?: {readonly username?: string}; readonly error?: string};
		  };
	'apiserver.audit': {readonly event: AuditLine};
	'apiserver.authorize':
		| {
				readonly user: User;
				readonly request: AccessQuestion;
				readonly verdict: 'allowed' | 'forbidden';
				readonly reason: string;
				readonly authorizer: string;
				readonly rule: unknown;
				readonly binding: string | undefined;
				readonly opinions: readonly Opinion[];
		  }
		/** A SubjectAccessReview asks. */
		| {
				readonly request: AccessQuestion & {readonly user: User};
				readonly verdict: 'allowed' | 'forbidden';
				readonly reason: string;
				readonly opinions: readonly Opinion[];
		  }
		/** A SelfSubjectRulesReview asks for all rules that apply to the caller. */
		| {readonly user: User; readonly namespace: string; readonly output: readonly unknown[]}
		/** A role or a binding would grant permissions that its author does not have. */
		| {
				readonly escalation: {readonly kind: string; readonly name: string};
				readonly user: User;
				readonly verdict: 'forbidden';
				readonly reason: string | undefined;
				readonly message: string | undefined;
				readonly rules: unknown;
		  };
	/** One authorizer answers. */
	'apiserver.authorizer.*': Opinion & {
		readonly user: User;
		readonly request: AccessQuestion;
		/** The authorizer that decides next; absent after a decision, and after the last authorizer. */
		readonly next: string | undefined;
	};
	/** A server converts a custom resource to another of its versions. */
	'apiserver.convert': {
		readonly kind: string;
		readonly name: string | undefined;
		/** Values of `apiVersion`. */
		readonly from: string;
		readonly to: string;
	} & (
		| {readonly case: 'asks'; readonly url: string; readonly request: unknown; readonly timeoutSeconds: number}
		| {
				readonly case: 'answers';
				readonly before: unknown;
				readonly after: unknown;
				/** The program of the webhook is not simulated: the answer changes only the version. */
				readonly isAssumed?: true;
				/** The name of the CustomResourceDefinition, if the answer is assumed. */
				readonly definition?: string;
		  }
		| {
				readonly case: 'failed';
				readonly message: string;
				/** The server is outside the simulation, which calls no server. */
				readonly notCalled?: true;
		  }
	);
	'apiserver.respond':
		| {
				readonly code: number;
				/** The reason of a refusal. */
				readonly reason?: string;
				readonly message?: string;
				readonly warnings?: readonly string[];
				readonly body: unknown;
				readonly audit: AuditLine;
		  }
		/** No server listens there. */
		| {readonly method: string; readonly path: string; readonly message: string | undefined};
	'apiserver.decode':
		| {
				/** The kind that the body should be. */
				readonly target: string;
				readonly input: unknown;
				readonly verdict: 'refused';
				readonly reason: string | undefined;
				readonly message: string | undefined;
		  }
		| {
				readonly target: string;
				/** The apiVersion of the target. */
				readonly targetVersion: string;
				readonly input: unknown;
				readonly output: unknown;
				readonly warnings?: readonly string[];
		  }
		/** A patch makes the new version of a stored object. */
		| {
				readonly patch: string;
				readonly kind: string;
				readonly name: string;
				readonly resourceVersion: string;
				readonly input: unknown;
				readonly before: unknown;
				readonly after: unknown;
		  };
}
