/** The reason of this grace period. */
export type GraceReason = 'no-node' | 'Failed' | 'Succeeded' | 'negative' | 'spec' | 'request';

/** The reason of a deletion's effect. */
export type DeletionReason =
	| {readonly case: 'no-finalizer'}
	/** The finalizers that still hold it. */
	| {readonly case: 'finalizers'; readonly finalizers: readonly string[]}
	| {readonly case: 'namespace-terminates'}
	| {readonly case: 'namespace-not-empty'}
	| {readonly case: 'namespace-empty'}
	| {readonly case: 'no-time-left'}
	/** The deletion is in progress, and only a shorter time is possible. */
	| {readonly case: 'no-less-time'; readonly graceSeconds: number}
	| {readonly case: 'less-time'; readonly beforeSeconds: number; readonly graceSeconds: number}
	| {readonly case: 'no-time'; readonly because: GraceReason}
	| {readonly case: 'pod-finalizer'}
	| {
			readonly case: 'grace';
			readonly graceSeconds: number;
			readonly because: GraceReason;
			readonly node: string | undefined;
	  };

/** A new object, whose name may still have to be generated. */
interface Named {
	readonly kind: string;
	readonly metadata: {readonly name?: string; readonly generateName?: string};
}

/** Facts of the verbs' effects on an object. */
export interface VerbFacts {
	'apiserver.default': {
		readonly before: Named;
		readonly after: unknown;
		readonly changed: boolean;
	};
	'apiserver.validate':
		| {readonly kind: string; readonly object: Named; readonly verdict: 'valid'; readonly warnings?: readonly string[]}
		| {
				readonly kind: string;
				readonly name: string;
				/** The subresource; empty for the resource itself. */
				readonly subresource: string;
				readonly before: unknown;
				readonly after: unknown;
				readonly verdict: 'valid';
		  }
		| (Invalid & {readonly object: Named})
		| (Invalid & {readonly name: string; readonly before: unknown; readonly after: unknown});
	'apiserver.apply': {
		readonly manager: string;
		readonly kind: string;
		readonly name: string;
		readonly input: unknown;
		readonly before: unknown;
	} & (
		| {readonly verdict: 'refused'; readonly reason: string | undefined; readonly message: string | undefined}
		| {
				/** The version with which the applied configuration is merged; `undefined` if the object does not exist yet. */
				readonly liveVersion: string | undefined;
				/** Whether fields of other managers become the manager's own. */
				readonly force: boolean;
				readonly after: unknown;
				readonly managedFields: unknown;
		  }
	);
	'apiserver.delete': {
		readonly kind: string;
		readonly name: string;
		readonly options: unknown;
		readonly before: unknown;
		readonly after: unknown;
		readonly verdict: 'pending' | 'marked' | 'gone';
		readonly because: DeletionReason;
	};
}

interface Invalid {
	readonly kind: string;
	readonly verdict: 'invalid';
	readonly reason: string | undefined;
	readonly message: string | undefined;
	readonly errors: readonly unknown[];
}
