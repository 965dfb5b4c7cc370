import type {Stage} from './stage.js';

/** Stages of etcd. */
export const etcdStages = {
	'etcd.txn': {
		documentation: 'concepts/overview/components/',
		upstream: 'go.etcd.io/etcd/client/v3 Txn',
		real: 'etcdctl get {key} -w json',
	},
	'etcd.watch': {
		documentation: 'concepts/overview/components/',
		upstream: 'go.etcd.io/etcd/client/v3 Watch',
		real: 'etcdctl watch --prefix {keys}',
	},
	'etcd.lease': {
		documentation: 'concepts/architecture/leases/',
		upstream: 'go.etcd.io/etcd/client/v3 Lease',
		real: 'etcdctl lease list',
	},
	'etcd.compact': {
		documentation: 'concepts/overview/components/',
		upstream: 'k8s.io/apiserver/pkg/storage/etcd3 compact',
		real: 'etcdctl endpoint status',
	},
} satisfies Readonly<Record<string, Stage>>;
