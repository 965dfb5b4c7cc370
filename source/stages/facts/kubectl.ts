/** A position in the user's files. */
interface Place {
	readonly file: string;
	readonly line?: number;
	readonly column?: number;
	readonly field?: string;
}

/** An object as kubectl names it: `deployment.apps/web`. */
interface Of {
	readonly of: string;
}

/** The credentials in a kubeconfig. */
export type Proof =
	| {readonly case: 'token'}
	/** A client certificate with the subject's common name and organizations. */
	| {readonly case: 'certificate'; readonly commonName: string; readonly organizations: readonly string[]}
	/** Without credentials, requests are anonymous. */
	| {readonly case: 'none'};

/** The output of kubectl, or the step that replaces it. */
type PrintFacts =
	| {readonly case: 'output'; readonly stdout: string; readonly stderr: string}
	| {
			readonly case: 'end';
			readonly command: string;
			readonly code: number;
			readonly stdout: string;
			readonly stderr: string;
	  }
	| ({readonly case: 'wait-gone' | 'gone'} & Of)
	/** It waits until `conditions` hold, as the flags name them. */
	| ({readonly case: 'wait'; readonly conditions: readonly string[]; readonly deadlineMs?: number} & Of)
	| ({readonly case: 'diff'; readonly before: unknown; readonly after: unknown} & Of)
	| ({readonly case: 'describe'; readonly showEvents: boolean; readonly input: unknown} & Of);

/** The objects and patches that kubectl builds before it sends a request. */
type GenerateFacts =
	/** `kubectl create …`: an object from flags. */
	| {
			readonly case: 'create';
			readonly command: string;
			readonly kind: string;
			readonly name: string;
			readonly input: readonly string[];
			readonly output: unknown;
	  }
	| {
			readonly case: 'run';
			readonly pod: string;
			readonly image: string;
			readonly input: readonly string[];
			readonly output: unknown;
	  }
	/** The former `kubectl run`: a generator makes an object of a kind, with the release that removed it. */
	| {
			readonly case: 'generator';
			readonly generator: string;
			readonly kind: string;
			readonly name: string;
			readonly removedIn: string;
			readonly input: readonly string[];
			readonly output: unknown;
	  }
	| {readonly case: 'expose-pod'; readonly service: string | undefined; readonly port: number; readonly output: string}
	| {
			readonly case: 'expose';
			readonly service: string | undefined;
			readonly target: string;
			readonly input: unknown;
			readonly output: unknown;
	  }
	| {readonly case: 'token'; readonly serviceAccount: string; readonly output: unknown}
	| {readonly case: 'autoscaler'; readonly target: string; readonly output: unknown}
	| ({readonly case: 'scale'; readonly before: unknown; readonly after: number} & Of)
	/** `kubectl rollout pause`, `resume`, `restart`: the result, in kubectl's word. */
	| ({readonly case: 'rollout'; readonly becomes: string; readonly before: unknown; readonly patch: unknown} & Of)
	| ({readonly case: 'revision'; readonly revision: number; readonly before: unknown; readonly after: unknown} & Of)
	/** `kubectl set …`: the result, in kubectl's words. */
	| ({readonly case: 'set'; readonly past: string; readonly before: unknown; readonly patch: unknown} & Of)
	| ({readonly case: 'merge-patch'; readonly field: string; readonly before: unknown; readonly patch: unknown} & Of)
	| ({
			readonly case: 'apply-patch';
			readonly patchText: string;
			/** The configuration that was applied last, from the annotation. */
			readonly original: string | undefined;
			readonly modified: unknown;
			readonly current: unknown;
			readonly patch: unknown;
	  } & Of)
	| ({readonly case: 'last-applied'; readonly output: string} & Of)
	| ({readonly case: 'annotation-patch'; readonly before: unknown; readonly patch: unknown} & Of)
	| ({readonly case: 'prune'; readonly before: unknown} & Of)
	/** No editor is available. */
	| ({readonly case: 'edit'; readonly output: string | undefined} & Of)
	/** The editor opens with a text, possibly again after a refusal. */
	| ({readonly case: 'editor'; readonly output: string; readonly isAgain: boolean} & Of)
	| ({readonly case: 'edited'; readonly patchText: string; readonly before: unknown; readonly patch: unknown} & Of)
	| ({
			readonly case: 'reconcile';
			readonly operation: string;
			readonly before: unknown;
			readonly after: unknown;
	  } & Of)
	| ({readonly case: 'ephemeral-container'; readonly container: string; readonly output: unknown} & Of)
	| ({
			readonly case: 'debug-copy';
			readonly copy: string | undefined;
			readonly before: unknown;
			readonly after: unknown;
	  } & Of)
	| {readonly case: 'node-debugger'; readonly pod: string; readonly node: string; readonly output: unknown}
	| {readonly case: 'taints'; readonly node: string; readonly before: unknown; readonly after: unknown}
	| {
			readonly case: 'condition';
			readonly type: string;
			readonly request: string;
			readonly before: unknown;
			readonly after: unknown;
	  }
	| {readonly case: 'cordon'; readonly node: string; readonly unschedulable: boolean; readonly patch: unknown}
	| {
			readonly case: 'drain';
			readonly node: string;
			readonly pods: number;
			readonly verdicts: ReadonlyArray<{
				readonly pod: string;
				readonly evict: boolean;
				readonly warning?: string;
				readonly problem?: string;
			}>;
	  };

/** Facts of the stops in kubectl. */
export interface KubectlFacts {
	'kubectl.kubeconfig': {
		readonly file: string;
		readonly context: string;
		readonly cluster: string;
		readonly server: string;
		readonly user: string;
		readonly namespace: string;
		/** The user's credentials in the kubeconfig. */
		readonly proof: Proof;
		readonly impersonate?: Readonly<Record<string, string>>;
	};
	'kubectl.parse':
		| ({
				readonly case: 'document';
				readonly objectKind: string | undefined;
				readonly objectName: string | undefined;
				readonly input: string;
				readonly output: string;
		  } & Place)
		| ({readonly case: 'refused'; readonly message: string; readonly remedy?: string; readonly input: string} & Place)
		| {readonly case: 'patch'; readonly input: string; readonly output: string; readonly type: string};
	'kubectl.validate':
		| {
				readonly case: 'passed';
				readonly verdict: 'passed';
				readonly objectKind: string | undefined;
				readonly objectName: string | undefined;
				readonly apiVersion: unknown;
				readonly kind: unknown;
		  }
		/** The command is refused before it sends a request. */
		| ({
				readonly case: 'refused';
				readonly verdict: 'refused';
				readonly source: string;
				readonly fault: string | undefined;
				readonly message?: string;
				readonly reason?: string | undefined;
				readonly object: unknown;
		  } & Place)
		| ({
				readonly case: 'other-namespace';
				readonly own: string;
				readonly chosen: string;
				readonly message: string;
		  } & Place);
	'kubectl.negotiate':
		| {readonly case: 'unknown-word'; readonly word: string}
		| {
				readonly case: 'word';
				readonly word: string;
				readonly resource: string;
				readonly apiVersion: string;
				readonly kind: string;
				readonly namespaced: boolean;
		  }
		| ({
				readonly case: 'unknown-kind';
				readonly apiVersion: string;
				readonly kind: string;
				readonly message: string;
		  } & Place)
		| {
				readonly case: 'kind';
				readonly apiVersion: string;
				readonly kind: string;
				readonly resource: string;
				readonly group: string;
				readonly version: string;
				readonly namespaced: boolean;
				readonly url: string;
		  }
		| {
				readonly case: 'created-kind';
				readonly apiVersion: string;
				readonly kind: string;
				readonly resource: string;
				readonly url: string;
		  };
	'kubectl.discover':
		/** The answer is from the cache, or was requested and then cached. */
		| {readonly case: 'known'; readonly server: string; readonly resources: number; readonly cached: true}
		| {
				readonly case: 'read';
				readonly server: string;
				readonly resources: number;
				readonly cached: false;
				readonly output: readonly unknown[];
		  }
		| {readonly case: 'openapi'; readonly path: string; readonly status: number; readonly documents: number}
		| {
				readonly case: 'patch-types';
				readonly path: string;
				readonly apiVersion: string;
				readonly kind: string;
				readonly status: number;
		  }
		| {
				readonly case: 'field-validation';
				readonly apiVersion: string;
				readonly path: string;
				readonly hash: string;
				readonly status: number;
		  }
		| {
				readonly case: 'schema';
				readonly word: string;
				readonly apiVersion: string;
				readonly kind: string;
				readonly path: readonly string[];
		  };
	'kubectl.generate': GenerateFacts;
	'kubectl.request':
		| {
				readonly case: 'send';
				readonly url: string;
				readonly request: {
					readonly method: string;
					readonly path: string;
					readonly query?: Readonly<Record<string, string | undefined>>;
					readonly headers?: Readonly<Record<string, string | undefined>>;
					readonly body?: unknown;
				};
				readonly proof: Proof;
		  }
		| ({
				readonly case: 'refused';
				readonly method: string;
				readonly path: string;
				readonly code: number;
				readonly reason: string;
				readonly message: string;
				readonly causes: unknown;
		  } & Partial<Place>)
		/** No server answered; `message` is the connection's error. */
		| {readonly case: 'lost'; readonly method: string; readonly path: string; readonly message: string}
		| ({readonly case: 'patched'; readonly before: unknown; readonly after: unknown} & Of)
		/** A command has run in a container; `failure` is the server's message for an exit code other than 0. */
		| {
				readonly case: 'command-end';
				readonly container: string;
				readonly pod: string;
				readonly command: readonly string[];
				readonly failure: string | undefined;
				readonly input: readonly string[];
				readonly output: unknown;
		  }
		| {readonly case: 'console-end'; readonly container: string; readonly pod: string; readonly output: unknown};
	'kubectl.print': PrintFacts;
}
