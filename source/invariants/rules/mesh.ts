import {nameOf} from '../known.js';
import type {Rule} from '../rule.js';
import {isAtWork} from '../second-reading.js';
import {slicesOf} from './network.js';

/** The configuration that the sidecar of a Pod has received. */
interface Sidecar {
	readonly endpoints: Readonly<Record<string, readonly string[]>>;
}

const sidecars: Rule = {
	name: 'at rest, each sidecar of the mesh has the ready endpoints of each Service, and belongs to a Pod that there is',
	source: 'https://istio.io/latest/docs/ops/deployment/architecture/#pilot',
	watch: (known) => ({
		atRest(broken) {
			if (!isAtWork(known, 'mesh')) {
				return;
			}

			for (const [at, {endpoints}] of known.kernel.ledger.entries<Sidecar>('/network/mesh/')) {
				if (!known.all('pods').has(`/registry/pods/${nameOf(at)}`)) {
					broken(at, 'its Pod is gone');
				}

				for (const service of known.all('services/specs').values()) {
					const {metadata, spec} = service;
					const slices = slicesOf(known, service);
					for (const {port, name: portName = ''} of spec.type === 'ExternalName' ? [] : (spec.ports ?? [])) {
						const wanted = slices.flatMap(({ports, endpoints: all}) =>
							(ports ?? [])
								.filter(({name = ''}) => name === portName)
								.flatMap((own) =>
									(all ?? []).flatMap(({addresses, conditions}) =>
										conditions?.ready === false ? [] : [`${addresses[0]}:${own.port}`],
									),
								),
						);
						const found = endpoints[`${metadata.name}.${metadata.namespace}.svc.cluster.local:${port}`] ?? [];
						if (wanted.sort().join() !== found.toSorted().join()) {
							broken(
								at,
								`${metadata.name}:${port} leads to ${found.join(', ') || 'nothing'} and not to ${wanted.join(', ') || 'nothing'}`,
							);
						}
					}
				}
			}
		},
	}),
};

/** Rules about the service mesh. */
export const meshRules: readonly Rule[] = [sidecars];
