import {stage, type Stage} from './stage.js';

/** Stages of etcd. */
export const etcdStages: readonly Stage[] = [
	stage(
		'etcd.txn',
		'Transaction',
		'Compare and swap: the write happens if the key is still at the revision that the writer saw.',
		'concepts/overview/components/',
		'go.etcd.io/etcd/client/v3 Txn',
		'etcdctl get {key} -w json',
	),
	stage(
		'etcd.watch',
		'Watch',
		'etcd sends every change after a revision, in order.',
		'concepts/overview/components/',
		'go.etcd.io/etcd/client/v3 Watch',
		'etcdctl watch --prefix /registry/',
	),
	stage(
		'etcd.lease',
		'Lease',
		'Keys of a lease go when its time is up: events live for an hour.',
		'concepts/architecture/leases/',
		'go.etcd.io/etcd/client/v3 Lease',
		'etcdctl lease list',
	),
	stage(
		'etcd.compact',
		'Compaction',
		'Old revisions are dropped; who watches from before gets 410 and lists again.',
		'concepts/overview/components/',
		'k8s.io/apiserver/pkg/storage/etcd3 compact',
		'etcdctl endpoint status',
	),
];
