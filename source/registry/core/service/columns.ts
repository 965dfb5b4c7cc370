import type {Service} from '../../../objects/kubernetes.generated.js';
import {labelText} from '../../table/cells.js';
import {ageColumn, nameColumn, type Printer} from '../../table/columns.js';

/** Addresses of a load balancer: each one once, sorted. */
export const pointsOf = (
	points: ReadonlyArray<{readonly ip?: string; readonly hostname?: string}> | undefined,
): readonly string[] =>
	[...new Set((points ?? []).map(({ip, hostname}) => ip || hostname || ''))].filter(Boolean).sort();

const externalIP = ({spec, status}: Service): string => {
	const chosen = spec.externalIPs ?? [];
	switch (spec.type) {
		case 'ExternalName': {
			return spec.externalName ?? '';
		}

		case 'LoadBalancer': {
			const all = [...pointsOf(status?.loadBalancer?.ingress), ...chosen];
			return all.length === 0 ? '<pending>' : all.join(',');
		}

		case 'ClusterIP':
		case 'NodePort': {
			return chosen.length === 0 ? '<none>' : chosen.join(',');
		}

		default: {
			return '<unknown>';
		}
	}
};

const servicePorts = ({spec}: Service): string => {
	const ports = (spec.ports ?? []).map(
		({port, nodePort, protocol = 'TCP'}) => `${port}${nodePort ? `:${nodePort}` : ''}/${protocol}`,
	);
	return ports.length === 0 ? '<none>' : ports.join(',');
};

export const serviceTable: Printer<Service> = {
	columns: [
		nameColumn,
		{name: 'Type', cell: ({spec}) => spec.type ?? ''},
		{name: 'Cluster-IP', cell: ({spec}) => spec.clusterIPs?.[0] || spec.clusterIP || '<none>'},
		{name: 'External-IP', cell: externalIP},
		{name: 'Port(s)', cell: servicePorts},
		ageColumn,
		{name: 'Selector', priority: 1, cell: ({spec}) => labelText(spec.selector)},
	],
};
