import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {isRecord} from '../../kernel/record.js';
import {nameOf} from '../known.js';
import type {Rule} from '../rule.js';
import {isAtWork} from '../second-reading.js';

const addressKey = '/registry/ipaddresses/';

const clusterIPs: Rule = {
	name: 'without faults, each cluster IP at rest is kept for a Service that has it',
	source: 'k8s.io/kubernetes/pkg/registry/core/service/ipallocator Allocator.release',
	watch: (known) => ({
		atRest(broken) {
			const given = new Set([...known.all('services/specs').values()].flatMap(({spec}) => spec?.clusterIPs ?? []));
			for (const key of known.isCalm ? known.kernel.ledger.keys(addressKey) : []) {
				const address = known.kernel.ledger.read<KubernetesObject>(key);
				const isOurs = address?.metadata.labels?.['ipaddress.kubernetes.io/managed-by'] === 'ipallocator.k8s.io';
				if (isOurs && !given.has(key.slice(addressKey.length))) {
					broken(key, 'no Service has it');
				}
			}
		},
	}),
};

const dnsKey = '/network/dns/';

const names: Rule = {
	name: 'at rest, CoreDNS answers for no Service that is gone',
	source: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
	watch: (known) => ({
		atRest(broken) {
			for (const key of isAtWork(known, 'coredns') ? known.kernel.ledger.keys(dnsKey) : []) {
				if (!known.all('services/specs').has(`/registry/services/specs/${key.slice(dnsKey.length)}`)) {
					broken(key, `there is no Service ${nameOf(key)}`);
				}
			}
		},
	}),
};

/** The default of `--iptables-min-sync-period`. */
const leastPauseMs = 1000;

const pauses: Rule = {
	name: 'a kube-proxy writes its rules at most once a second',
	source: 'https://kubernetes.io/docs/reference/networking/virtual-ips/#minsyncperiod',
	watch(known) {
		/** Process and family → when it wrote its rules last. */
		const writtenMs = new Map<string, number>();
		return {
			stops: {
				'kube-proxy.sync'({process, facts, object}, broken) {
					const id = `${process} ${String(facts?.['family'])}`;
					const sinceMs = known.timeMs - (writtenMs.get(id) ?? Number.NEGATIVE_INFINITY);
					writtenMs.set(id, known.timeMs);
					// A restarted process has no pause to keep.
					if (sinceMs < leastPauseMs && known.isCalm && isRecord(facts)) {
						broken(object ?? '', `${process} wrote them ${sinceMs} ms ago`);
					}
				},
			},
		};
	},
};

/** Rules about addresses and names of Services. */
export const addressRules: readonly Rule[] = [clusterIPs, names, pauses];
