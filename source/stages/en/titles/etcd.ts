import type {Title} from '../../stage.js';
import type {etcdStages} from '../../etcd.js';

/** Stages of etcd, in English. */
export const etcdTitles: Readonly<Record<keyof typeof etcdStages, Title>> = {
	'etcd.txn': {
		title: 'Transaction',
		about: 'Compare and swap: the write happens only if the key is still at the revision that the writer read.',
	},
	'etcd.watch': {title: 'Watch', about: 'etcd sends every change after a revision, in order.'},
	'etcd.lease': {title: 'Lease', about: 'The keys of a lease are deleted when it expires: Events live for an hour.'},
	'etcd.compact': {
		title: 'Compaction',
		about: 'Old revisions are dropped; a client that watches from one gets 410 and lists again.',
	},
};
