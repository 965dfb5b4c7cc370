/** Facts of the storage of objects, and of their watchers. */
export interface StorageFacts {
	'apiserver.store':
		| {
				readonly case: 'create';
				readonly key: string;
				/** The plural name. */ readonly resource: string;
				readonly request: unknown;
		  }
		/** The registry reads the stored object back from etcd and passes it to its hooks and decorators. */
		| {
				readonly case: 'read-back';
				readonly key: string;
				readonly resource: string;
				readonly resourceVersion: string;
				readonly after: unknown;
				readonly hooks: readonly 'beginCreate'[];
				readonly decorators: ReadonlyArray<'defaultOnRead' | 'defaultOnReadPvc'>;
		  }
		| {
				readonly case: 'update';
				readonly key: string;
				readonly resource: string;
				readonly before: unknown;
				readonly after: unknown;
				/** The revision that etcd must find. */
				readonly compare: number;
		  }
		/** The last finalizer of an object that is being deleted is removed. */
		| {
				readonly case: 'release';
				readonly key: string;
				readonly before: unknown;
				readonly after: unknown;
				readonly compare: number;
		  }
		| {readonly case: 'delete'; readonly key: string; readonly before: unknown; readonly compare: number}
		| {
				readonly case: 'unchanged';
				readonly key: string;
				readonly resourceVersion: string;
				readonly before: unknown;
				readonly after: unknown;
		  }
		| {readonly case: 'create'; readonly verdict: 'dry run'; readonly key: string; readonly object: unknown}
		| {
				readonly case: 'update';
				readonly verdict: 'dry run';
				readonly key: string;
				readonly before: unknown;
				readonly after: unknown;
		  };
	'apiserver.watch':
		| {
				readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
				readonly revision: number;
				/** The plural name. */
				readonly resource: string;
				readonly namespace: string | undefined;
				readonly name: string;
				/** The watchers that are notified. */
				readonly watchers: readonly string[];
				readonly before: unknown;
				readonly after: unknown;
		  }
		| {
				readonly type: 'BOOKMARK';
				readonly revision: number;
				readonly resource: string;
				readonly watchers: readonly string[];
		  }
		/** A client starts a watch. */
		| {
				readonly watcher: string;
				readonly resource: string;
				/** The namespace; empty for all namespaces. */
				readonly namespace: string;
				readonly request: Readonly<Record<string, string>>;
				readonly revision: number;
				/** Whether the existing objects are sent first. */
				readonly initial: boolean;
				/** The number of events sent at once. */
				readonly first: number;
				/** The number of the resource's watchers. */
				readonly watchers: number;
				/** The earliest revision that a watch can still begin at, if the requested one is earlier. */
				readonly oldest?: number;
		  };
}
