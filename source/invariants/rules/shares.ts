import {isPodReady} from '../../objects/pod.js';
import type {Rule} from '../rule.js';
import {isAtWork} from '../second-reading.js';

/** The first chain of an iptables table whose endpoints are not equally likely; empty if all are. */
const unevenChain = (text: string): string => {
	const chains = new Map<string, string[]>();
	for (const [, chain = '', rest = ''] of text.matchAll(/^-A (KUBE-SV[CL]-\S+) (.*-j KUBE-SEP-.*)$/gm)) {
		if (!rest.includes('--rcheck')) {
			chains.set(chain, [...(chains.get(chain) ?? []), rest]);
		}
	}

	for (const [chain, rules] of chains) {
		for (const [index, rule] of rules.entries()) {
			const wanted = 1 / (rules.length - index);
			const found = Number(/--probability (\S+)/.exec(rule)?.[1] ?? 1);
			if (Math.abs(found - wanted) > 1e-6) {
				return `${chain} takes endpoint ${index + 1} of ${rules.length} with probability ${found}`;
			}
		}
	}

	return '';
};

/** The first choice of an nftables table that does not draw among all its endpoints; empty if all do. */
const unevenChoice = (text: string): string => {
	for (const [, drawn = '', choices = ''] of text.matchAll(/numgen random mod (\d+) v?map \{([^}]*)\}/g)) {
		const count = choices.split(',').length;
		if (Number(drawn) !== count) {
			return `a number below ${drawn} chooses among ${count} endpoints`;
		}
	}

	return '';
};

const shares: Rule = {
	name: 'at rest, the rules of a kube-proxy give each endpoint of a Service the same share',
	source: 'https://kubernetes.io/docs/reference/networking/virtual-ips/#proxy-mode-iptables',
	watch: (known) => ({
		atRest(broken) {
			for (const name of known.kernel.processes.keys()) {
				const node = /^kube-proxy\/([^/]+)$/.exec(name)?.[1];
				if (node === undefined || !isAtWork(known, name)) {
					continue;
				}

				for (const at of [`/nodes/${node}/iptables`, `/nodes/${node}/nftables`]) {
					const text = known.kernel.ledger.read<{readonly text: string}>(at)?.text ?? '';
					const found = text.startsWith('*') ? unevenChain(text) : unevenChoice(text);
					if (found !== '') {
						broken(at, found);
					}
				}
			}
		},
	}),
};

const loyalty: Rule = {
	name: 'without faults, a Service with the affinity ClientIP answers a client by the same Pod while that is ready',
	source: 'https://kubernetes.io/docs/reference/networking/virtual-ips/#session-affinity',
	watch(known) {
		/** The Pod that has answered a client last. */
		const last = new Map<string, string>();
		return {
			changes: {
				// A new set of endpoints, or a kube-proxy that does not know it yet, may start again.
				endpointslices() {
					last.clear();
				},
				'services/specs'() {
					last.clear();
				},
				pods({before, after}) {
					if (!before || !after || isPodReady(before) !== isPodReady(after)) {
						last.clear();
					}
				},
			},
			stops: {
				'traffic.answered'({facts}, broken) {
					const [client, pod] = [String(facts?.['client']), String(facts?.['pod'])];
					const target = known.at<{readonly target: string}>(`/network/traffic/${client}`)?.target ?? '';
					const key = `/registry/services/specs/default/${/^([a-z][a-z\d-]*)(?::\d+)?$/.exec(target)?.[1]}`;
					if (known.all('services/specs').get(key)?.spec.sessionAffinity !== 'ClientIP' || !known.isCalm) {
						return;
					}

					const before = last.get(client);
					last.set(client, pod);
					if (before !== undefined && before !== pod) {
						broken(key, `${client} got ${before}, and now ${pod}`);
					}
				},
			},
		};
	},
};

/** Rules about how requests are shared among endpoints. */
export const shareRules: readonly Rule[] = [shares, loyalty];
