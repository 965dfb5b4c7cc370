import type {Services} from '../services.js';

/** The answer of `/metrics`, in the text format of Prometheus. Simplified: only the metrics that the simulation has. */
export const metrics = ({etcd, cacher}: Services): string => {
	const lines = [
		'# HELP apiserver_storage_objects [STABLE] Number of stored objects at the time of last check split by kind.',
		'# TYPE apiserver_storage_objects gauge',
	];
	for (const [name, cache] of cacher.all()) {
		if (cache.size > 0) {
			lines.push(`apiserver_storage_objects{resource="${name}"} ${cache.size}`);
		}
	}

	lines.push(
		'# HELP etcd_debugging_mvcc_current_revision The current revision of store.',
		'# TYPE etcd_debugging_mvcc_current_revision gauge',
		`etcd_debugging_mvcc_current_revision ${etcd.revision}`,
	);
	return `${lines.join('\n')}\n`;
};
