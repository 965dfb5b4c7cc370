import type {Known} from '../known.js';
import {nameOf} from '../known.js';
import type {Broken, Rule} from '../rule.js';
import {isAtWork} from '../second-reading.js';
import {targetsOf} from './network.js';

/** Calls a function with the place and text of the table of each working kube-proxy. */
const eachTable = (known: Known, look: (node: string, at: string, text: string) => void): void => {
	for (const name of known.kernel.processes.keys()) {
		const node = /^kube-proxy\/([^/]+)$/.exec(name)?.[1];
		if (node === undefined || !isAtWork(known, name)) {
			continue;
		}

		for (const at of [`/nodes/${node}/iptables`, `/nodes/${node}/nftables`]) {
			const text = known.kernel.ledger.read<{readonly text: string}>(at)?.text;
			if (text !== undefined) {
				look(node, at, text);
			}
		}
	}
};

const stale: Rule = {
	name: 'at rest, the rules of a kube-proxy name no address of a Service that is gone',
	source: 'https://kubernetes.io/docs/reference/networking/virtual-ips/',
	watch: (known) => ({
		atRest(broken) {
			const present = new Set(
				[...known.all('services/specs').values()].flatMap(({spec}) => spec.clusterIPs ?? spec.clusterIP ?? []),
			);
			eachTable(known, (_node, at, text) => {
				const named = [
					...text.matchAll(/^-A KUBE-SERVICES .*?-d (\d+\.\d+\.\d+\.\d+)/gm),
					...text.matchAll(/(?:service-ips|no-endpoint-services) \{ (\d+\.\d+\.\d+\.\d+) \. /g),
				].map(([, ip = '']) => ip);
				const gone = named.find((ip) => ip.startsWith('10.96.') && !present.has(ip));
				if (gone !== undefined) {
					broken(at, `${gone} belongs to no Service`);
				}
			});
		},
	}),
};

/** Whether a table of a kube-proxy accepts traffic for a node port. */
const hasNodePort = (text: string, port: number): boolean =>
	text.startsWith('*')
		? new RegExp(`^-A KUBE-(?:NODEPORTS|EXTERNAL-SERVICES) .*--dport ${port} `, 'm').test(text)
		: text
				.split('\n')
				.some((line) => /(?:service|no-endpoint)-nodeports? \{ /.test(line) && line.includes(` . ${port} `));

const nodePorts: Rule = {
	name: 'at rest, each node port has its rules on each node, and no two Services share it',
	source: 'https://kubernetes.io/docs/concepts/services-networking/service/#type-nodeport',
	watch: (known) => ({
		atRest(broken) {
			const owners = new Map<string, string>();
			for (const [key, {spec, metadata}] of known.all('services/specs')) {
				for (const {nodePort, protocol = 'TCP'} of spec.ports ?? []) {
					if (!nodePort || metadata.deletionTimestamp) {
						continue;
					}

					const id = `${protocol} ${nodePort}`;
					if (owners.has(id)) {
						broken(key, `${owners.get(id)} has ${id}`);
					}

					owners.set(id, nameOf(key));
					eachTable(known, (_node, at, text) => {
						if (!hasNodePort(text, nodePort)) {
							broken(at, `there is nothing for ${nodePort} of ${nameOf(key)}`);
						}
					});
				}
			}
		},
	}),
};

const locals: Rule = {
	name: 'at rest, a Service with internalTrafficPolicy Local leads to endpoints of the own node only',
	source: 'https://kubernetes.io/docs/concepts/services-networking/service-traffic-policy/',
	watch: (known) => ({
		atRest(broken: Broken) {
			for (const [key, {spec, metadata}] of known.all('services/specs')) {
				if (spec.internalTrafficPolicy !== 'Local' || spec.clusterIP === 'None') {
					continue;
				}

				const endpoints = [...known.all('endpointslices').values()]
					.filter(
						(slice) =>
							slice.metadata.namespace === metadata.namespace &&
							slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name,
					)
					.flatMap((slice) => slice.endpoints ?? []);
				const isExternal = spec.type === 'NodePort' || spec.type === 'LoadBalancer';
				eachTable(known, (node, at, text) => {
					for (const {port, protocol = 'TCP'} of isExternal ? [] : (spec.ports ?? [])) {
						const found = targetsOf(text, spec.clusterIP ?? '', port, protocol.toLowerCase()) ?? [];
						const other = endpoints.find(
							({addresses: [ip = ''], nodeName}) => nodeName !== node && found.some((one) => one.startsWith(`${ip}:`)),
						);
						const own = endpoints.find(
							({addresses: [ip = ''], nodeName, conditions}) =>
								nodeName === node && conditions?.ready !== false && !found.some((one) => one.startsWith(`${ip}:`)),
						);
						if (other ?? own) {
							broken(
								at,
								`${nameOf(key)} ${other ? `leads to ${other.nodeName}` : `does not lead to ${own?.addresses[0]}`}`,
							);
						}
					}
				});
			}
		},
	}),
};

/** The routes of each node to the ranges of the others. */
const routes: Rule = {
	name: 'at rest, each node has a route to the Pods of each other node, and of no other',
	source: 'https://kubernetes.io/docs/concepts/cluster-administration/networking/',
	watch: (known) => ({
		atRest(broken) {
			const {ledger} = known.kernel;
			const nodes = [...known.all('minions').values()];
			for (const {metadata, spec} of nodes) {
				const at = `/nodes/${metadata.name}/routes`;
				const table = ledger.read<{readonly routes: readonly string[]}>(at)?.routes;
				const isWhole = known.isCalm && spec?.podCIDR?.includes('.') && (spec.podCIDRs ?? []).length < 2;
				if (!table || !isWhole) {
					continue;
				}

				const ranges = table.flatMap((line) => /^(\d+\.\d+\.\d+\.\d+\/\d+) via /.exec(line)?.[1] ?? []);
				const wanted = nodes.flatMap((one) => (one.metadata.name === metadata.name ? [] : (one.spec?.podCIDR ?? [])));
				const missing = wanted.find((range) => !ranges.includes(range));
				const surplus = ranges.find((range) => !wanted.includes(range));
				if (missing !== undefined || surplus !== undefined) {
					broken(at, missing === undefined ? `${surplus} belongs to no node` : `there is none to ${missing}`);
				}
			}
		},
	}),
};

/** Rules about the state of nodes for Services and routes. */
export const proxyRules: readonly Rule[] = [stale, nodePorts, locals, routes];
