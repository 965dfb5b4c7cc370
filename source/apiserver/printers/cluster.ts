import type {
	ComponentStatus,
	ConfigMap,
	Event,
	Lease,
	Namespace,
	Node,
	ResourceQuota,
	Secret,
	ServiceAccount,
} from '../../objects/kubernetes.generated.js';
import {age} from './cells.js';
import {ageColumn, nameColumn, register} from './printers.js';

const rolePrefix = 'node-role.kubernetes.io/';

const nodeStatus = ({spec, status}: Node): string => {
	const ready = status?.conditions?.findLast(({type}) => type === 'Ready');
	return [
		ready ? (ready.status === 'True' ? 'Ready' : 'NotReady') : 'Unknown',
		...(spec?.unschedulable ? ['SchedulingDisabled'] : []),
	].join(',');
};

const roles = ({metadata}: Node): string => {
	const found = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) =>
		key.startsWith(rolePrefix) && key.length > rolePrefix.length
			? [key.slice(rolePrefix.length)]
			: key === 'kubernetes.io/role' && value !== ''
				? [value]
				: [],
	);
	return found.length === 0 ? '<none>' : [...new Set(found)].sort().join(',');
};

const address = ({status}: Node, type: string): string =>
	status?.addresses?.find((item) => item.type === type)?.address ?? '<none>';

register<Node>('nodes', {
	columns: [
		nameColumn,
		{name: 'Status', cell: nodeStatus},
		{name: 'Roles', cell: roles},
		ageColumn,
		{name: 'Version', cell: ({status}) => status?.nodeInfo?.kubeletVersion ?? ''},
		{name: 'Internal-IP', priority: 1, cell: (node) => address(node, 'InternalIP')},
		{name: 'External-IP', priority: 1, cell: (node) => address(node, 'ExternalIP')},
		{name: 'OS-Image', priority: 1, cell: ({status}) => status?.nodeInfo?.osImage || '<unknown>'},
		{name: 'Kernel-Version', priority: 1, cell: ({status}) => status?.nodeInfo?.kernelVersion || '<unknown>'},
		{
			name: 'Container-Runtime',
			priority: 1,
			cell: ({status}) => status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
		},
	],
});

register<Namespace>('namespaces', {
	columns: [nameColumn, {name: 'Status', cell: ({status}) => status?.phase ?? ''}, ageColumn],
});

const health = ({conditions}: ComponentStatus) => conditions?.find(({type}) => type === 'Healthy');

register<ComponentStatus>('componentstatuses', {
	columns: [
		nameColumn,
		{
			name: 'Status',
			cell(component) {
				const found = health(component);
				return found ? (found.status === 'True' ? 'Healthy' : 'Unhealthy') : 'Unknown';
			},
		},
		{name: 'Message', cell: (component) => health(component)?.message ?? ''},
		{name: 'Error', cell: (component) => health(component)?.error ?? ''},
	],
});

/** When an event was first seen, whichever of the two generations of fields it uses. */
const firstSeen = ({firstTimestamp, eventTime}: Event): string | undefined => firstTimestamp ?? eventTime ?? undefined;

const lastSeen = (event: Event): string | undefined =>
	event.series ? event.series.lastObservedTime : (event.lastTimestamp ?? firstSeen(event));

const source = ({source: from, reportingComponent, reportingInstance}: Event): string => {
	const component = from?.component || reportingComponent || '';
	const host = from?.host || reportingInstance || '';
	return host === '' ? component : `${component}, ${host}`;
};

const objectText = ({involvedObject}: Event): string => {
	const {kind = '', name = ''} = involvedObject;
	return name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
};

for (const name of ['events', 'events.events.k8s.io']) {
	register<Event>(name, {
		columns: [
			{name: 'Last Seen', cell: (event, nowMs) => age(lastSeen(event), nowMs)},
			{name: 'Type', cell: ({type}) => type ?? ''},
			{name: 'Reason', cell: ({reason}) => reason ?? ''},
			{name: 'Object', cell: objectText},
			{name: 'Subobject', priority: 1, cell: ({involvedObject}) => involvedObject.fieldPath ?? ''},
			{name: 'Source', priority: 1, cell: source},
			{name: 'Message', cell: ({message}) => (message ?? '').trim()},
			{name: 'First Seen', priority: 1, cell: (event, nowMs) => age(firstSeen(event), nowMs)},
			{name: 'Count', priority: 1, cell: (event) => (event.series ? (event.series.count ?? 0) : event.count || 1)},
			{name: 'Name', priority: 1, format: 'name', cell: ({metadata}) => metadata.name},
		],
	});
}

const size = (value: object | undefined): number => Object.keys(value ?? {}).length;

register<ConfigMap>('configmaps', {
	columns: [nameColumn, {name: 'Data', cell: ({data, binaryData}) => size(data) + size(binaryData)}, ageColumn],
});
register<Secret>('secrets', {
	columns: [
		nameColumn,
		{name: 'Type', cell: ({type}) => type ?? ''},
		{name: 'Data', cell: ({data}) => size(data)},
		ageColumn,
	],
});
register<ServiceAccount>('serviceaccounts', {columns: [nameColumn, ageColumn]});
register<Lease>('leases.coordination.k8s.io', {
	columns: [nameColumn, {name: 'Holder', cell: ({spec}) => spec?.holderIdentity ?? ''}, ageColumn],
});

const usage = ({status}: ResourceQuota, limits: boolean): string =>
	Object.keys(status?.hard ?? {})
		.filter((name) => name.startsWith('limits.') === limits)
		.sort()
		.map((name) => `${name}: ${status?.used?.[name] ?? '0'}/${status?.hard?.[name] ?? ''}`)
		.join(', ');

register<ResourceQuota>('resourcequotas', {
	columns: [
		nameColumn,
		{name: 'Request', cell: (quota) => usage(quota, false)},
		{name: 'Limit', cell: (quota) => usage(quota, true)},
		ageColumn,
	],
});
