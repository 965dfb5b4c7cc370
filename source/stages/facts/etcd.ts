/** A condition of a transaction on a key: the revision of its last write; 0 if the key must not exist. */
interface Compare {
	readonly key: string;
	readonly modRevision: number;
}

interface Operation {
	readonly type: 'put' | 'delete';
	readonly key: string;
}

/** Facts of the stops in etcd. */
export interface EtcdFacts {
	'etcd.txn':
		| {
				readonly verdict: 'succeeded';
				/** Key of the write, if `--etcd-prefix` makes it differ from the object's name. */
				readonly key?: string;
				readonly compare: readonly Compare[];
				readonly operation: Operation['type'];
				/** The number of further operations, on other keys. */
				readonly more: number;
				readonly revision: number;
				/** The previous value, and the revision of its last write. */
				readonly before: unknown;
				readonly beforeRevision: number | undefined;
				readonly after: unknown;
		  }
		| {
				readonly verdict: 'refused';
				readonly key?: string;
				readonly compare: readonly Compare[];
				readonly operations: readonly Operation[];
				readonly revision: number;
				/** The revision that the caller has seen; 0 if the key must not exist. */
				readonly seen: number;
				/** The current revision; `undefined` if the key does not exist. */
				readonly found: number | undefined;
		  }
		| {
				readonly verdict: 'too large';
				readonly key?: string;
				readonly bytes: number;
				readonly mostBytes: number;
				readonly message: string;
		  };
	'etcd.watch':
		| {
				readonly prefix: string;
				readonly revision: number;
				/** The watchers that receive the changes. */
				readonly to: string;
				readonly missed: number;
				readonly watchers: number;
		  }
		| {readonly prefix: string; readonly revision: number; readonly compactRevision: number};
	'etcd.compact': {
		readonly before: number;
		readonly after: number;
		/** The number of discarded changes. */
		readonly dropped: number;
		readonly revision: number;
	};
	'etcd.lease': {
		readonly lease: number;
		readonly ttlSeconds: number;
		readonly keys: readonly string[];
		readonly revision: number;
	};
}
