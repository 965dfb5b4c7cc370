/** The default prefix of kube-apiserver's keys in etcd (`--etcd-prefix`). */
export const defaultEtcdPrefix = '/registry';

/** The value of `--etcd-prefix` as kube-apiserver understands it: `/prod/a` of `prod//a/`. @mirrors k8s.io/apiserver/pkg/storage/etcd3 New */
export const cleanEtcdPrefix = (flag: string): string =>
	flag
		.split('/')
		.filter((part) => part !== '' && part !== '.')
		.map((part) => `/${part}`)
		.join('');

/**
The key that etcd has for an object: `/prod/pods/default/web` for `/registry/pods/default/web` with the prefix `/prod`.

The simulation names objects by their default keys, regardless of the prefix: in the ledger, as `object` of stops, in breakpoints.
*/
export const etcdKey = (key: string, prefix = defaultEtcdPrefix): string =>
	prefix === defaultEtcdPrefix || !key.startsWith(`${defaultEtcdPrefix}/`)
		? key
		: `${prefix}${key.slice(defaultEtcdPrefix.length)}`;
