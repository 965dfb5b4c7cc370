import type {
	ConfigMap,
	Event,
	Lease,
	LimitRange,
	Namespace,
	Node,
	ObjectMeta,
	PriorityClass,
	ResourceQuota,
	RuntimeClass,
	Secret,
	ServiceAccount,
} from '../../objects/kubernetes.generated.js';
import {age} from './cells.js';
import {ageColumn, nameColumn, register} from './printers.js';

const rolePrefix = 'node-role.kubernetes.io/';

const nodeStatus = ({spec, status}: Node): string => {
	const ready = status?.conditions?.find(({type}) => type === 'Ready');
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

/** When an event was last and first seen, whichever of the two generations of fields it uses. */
const times = (event: Event): readonly [string | undefined, string | undefined] => {
	const micro = event.eventTime ?? undefined;
	return [event.series?.lastObservedTime ?? event.lastTimestamp ?? micro, event.firstTimestamp ?? micro];
};

const source = ({source: from, reportingComponent, reportingInstance}: Event): string => {
	const component = from?.component || reportingComponent || '';
	const host = from?.host || (from?.component ? '' : (reportingInstance ?? ''));
	return host === '' ? component : `${component}, ${host}`;
};

const objectText = ({involvedObject}: Event): string => {
	const {kind = '', name = ''} = involvedObject;
	return name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
};

register<Event>('events', {
	columns: [
		{name: 'Last Seen', cell: (event, nowMs) => age(times(event)[0], nowMs)},
		{name: 'Type', cell: ({type}) => type ?? ''},
		{name: 'Reason', cell: ({reason}) => reason ?? ''},
		{name: 'Object', cell: objectText},
		{name: 'Subobject', priority: 1, cell: ({involvedObject}) => involvedObject.fieldPath ?? ''},
		{name: 'Source', priority: 1, cell: source},
		{name: 'Message', cell: ({message}) => (message ?? '').trim()},
		{name: 'First Seen', priority: 1, cell: (event, nowMs) => age(times(event)[1], nowMs)},
		{name: 'Count', priority: 1, cell: (event) => event.series?.count ?? event.count ?? 1},
		{name: 'Name', priority: 1, cell: ({metadata}) => metadata.name},
	],
});

const size = (value: object | undefined): number => Object.keys(value ?? {}).length;

register<ConfigMap>('configmaps', {
	columns: [nameColumn, {name: 'Data', cell: ({data, binaryData}) => String(size(data) + size(binaryData))}, ageColumn],
});
register<Secret>('secrets', {
	columns: [
		nameColumn,
		{name: 'Type', cell: ({type}) => type ?? ''},
		{name: 'Data', cell: ({data}) => String(size(data))},
		ageColumn,
	],
});
register<ServiceAccount>('serviceaccounts', {
	columns: [nameColumn, {name: 'Secrets', cell: ({secrets}) => String(secrets?.length ?? 0)}, ageColumn],
});
register<Lease>('leases.coordination.k8s.io', {
	columns: [nameColumn, {name: 'Holder', cell: ({spec}) => spec?.holderIdentity ?? ''}, ageColumn],
});
register<PriorityClass>('priorityclasses.scheduling.k8s.io', {
	columns: [
		nameColumn,
		{name: 'Value', type: 'integer', cell: ({value}) => value},
		{name: 'Global-Default', type: 'boolean', cell: ({globalDefault}) => globalDefault ?? false},
		ageColumn,
		{name: 'PreemptionPolicy', cell: ({preemptionPolicy}) => preemptionPolicy ?? ''},
	],
});
register<LimitRange>('limitranges', {
	columns: [nameColumn, {name: 'Created At', cell: ({metadata}) => metadata.creationTimestamp}],
});
register<RuntimeClass>('runtimeclasses.node.k8s.io', {
	columns: [nameColumn, {name: 'Handler', cell: ({handler}) => handler}, ageColumn],
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

interface RoleBinding {
	readonly metadata: ObjectMeta;
	readonly roleRef: {readonly kind: string; readonly name: string};
	readonly subjects?: ReadonlyArray<{readonly kind: string; readonly name: string; readonly namespace?: string}>;
}

const subjects = (binding: RoleBinding, kind: string): string =>
	(binding.subjects ?? [])
		.filter((subject) => subject.kind === kind)
		.map(({namespace, name}) => (kind === 'ServiceAccount' ? `${namespace ?? ''}/${name}` : name))
		.join(', ');

for (const name of ['rolebindings', 'clusterrolebindings']) {
	register<RoleBinding>(`${name}.rbac.authorization.k8s.io`, {
		columns: [
			nameColumn,
			{name: 'Role', cell: ({roleRef}) => `${roleRef.kind}/${roleRef.name}`},
			ageColumn,
			{name: 'Users', priority: 1, cell: (binding) => subjects(binding, 'User')},
			{name: 'Groups', priority: 1, cell: (binding) => subjects(binding, 'Group')},
			{name: 'ServiceAccounts', priority: 1, cell: (binding) => subjects(binding, 'ServiceAccount')},
		],
	});
}

for (const name of ['roles', 'clusterroles']) {
	register<RoleBinding>(`${name}.rbac.authorization.k8s.io`, {
		columns: [nameColumn, {name: 'Created At', cell: ({metadata}) => metadata.creationTimestamp}],
	});
}
