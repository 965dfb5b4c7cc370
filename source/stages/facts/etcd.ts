/** What a transaction demands of a key: the revision of its last write; 0: that it does not exist. */
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
				readonly compare: readonly Compare[];
				readonly operation: Operation['type'];
				/** How many operations come with the first, on other keys. */
				readonly more: number;
				readonly revision: number;
				/** The value that was there, and the revision of its last write. */
				readonly before: unknown;
				readonly beforeRevision: number | undefined;
				readonly after: unknown;
		  }
		| {
				readonly verdict: 'refused';
				readonly compare: readonly Compare[];
				readonly operations: readonly Operation[];
				readonly revision: number;
				/** The revision that the caller has seen; 0: it wants the key not to exist. */
				readonly seen: number;
				/** The revision that is there; `undefined`: the key does not exist. */
				readonly found: number | undefined;
		  };
	'etcd.watch':
		| {
				readonly prefix: string;
				readonly revision: number;
				/** Whom the changes go to. */
				readonly to: string;
				readonly missed: number;
				readonly watchers: number;
		  }
		| {readonly prefix: string; readonly revision: number; readonly compactRevision: number};
	'etcd.compact': {
		readonly before: number;
		readonly after: number;
		/** How many changes are thrown away. */
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
