import type {
	CSIStorageCapacity,
	FlowSchema,
	MutatingAdmissionPolicy,
	MutatingWebhookConfiguration,
	PriorityClass,
	PriorityLevelConfiguration,
	ResourceV1ResourceClaim,
	ResourceSlice,
	RuntimeClass,
	ValidatingAdmissionPolicy,
	ValidatingAdmissionPolicyBinding,
	VolumeAttributesClass,
} from '../../objects/kubernetes.generated.js';
import {goLabelSelector} from '../../objects/labels.js';
import {ageColumn, nameColumn, register} from './printers.js';

for (const name of ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations']) {
	register<MutatingWebhookConfiguration>(`${name}.admissionregistration.k8s.io`, {
		columns: [nameColumn, {name: 'Webhooks', type: 'integer', cell: ({webhooks}) => webhooks?.length ?? 0}, ageColumn],
	});
}

const paramKind = ({spec}: ValidatingAdmissionPolicy | MutatingAdmissionPolicy): string =>
	spec?.paramKind ? `${spec.paramKind.apiVersion ?? ''}/${spec.paramKind.kind ?? ''}` : '<unset>';

register<ValidatingAdmissionPolicy>('validatingadmissionpolicies.admissionregistration.k8s.io', {
	columns: [
		nameColumn,
		{name: 'Validations', type: 'integer', cell: ({spec}) => spec?.validations?.length ?? 0},
		{name: 'ParamKind', cell: paramKind},
		ageColumn,
	],
});
register<MutatingAdmissionPolicy>('mutatingadmissionpolicies.admissionregistration.k8s.io', {
	columns: [
		nameColumn,
		{name: 'Mutations', type: 'integer', cell: ({spec}) => spec?.mutations?.length ?? 0},
		{name: 'ParamKind', cell: paramKind},
		ageColumn,
	],
});

const paramRef = ({spec}: ValidatingAdmissionPolicyBinding): string => {
	const {name, namespace, selector} = spec?.paramRef ?? {};
	return name ? `${namespace || '*'}/${name}` : selector ? goLabelSelector(selector) : '<unset>';
};

for (const name of ['validatingadmissionpolicybindings', 'mutatingadmissionpolicybindings']) {
	register<ValidatingAdmissionPolicyBinding>(`${name}.admissionregistration.k8s.io`, {
		columns: [
			nameColumn,
			{name: 'PolicyName', cell: ({spec}) => spec?.policyName ?? ''},
			{name: 'ParamRef', cell: paramRef},
			ageColumn,
		],
	});
}

register<FlowSchema>('flowschemas.flowcontrol.apiserver.k8s.io', {
	columns: [
		nameColumn,
		{name: 'PriorityLevel', cell: ({spec}) => spec?.priorityLevelConfiguration.name ?? ''},
		{name: 'MatchingPrecedence', cell: ({spec}) => spec?.matchingPrecedence ?? 0},
		{name: 'DistinguisherMethod', cell: ({spec}) => spec?.distinguisherMethod?.type ?? '<none>'},
		ageColumn,
		{name: 'MissingPL', cell: ({status}) => status?.conditions?.find(({type}) => type === 'Dangling')?.status ?? '?'},
	],
	// The first that matches decides: so they are shown in that order.
	order: (a, b) =>
		(a.spec?.matchingPrecedence ?? 0) - (b.spec?.matchingPrecedence ?? 0) ||
		(a.metadata.name < b.metadata.name ? -1 : 1),
});

const queuing = ({spec}: PriorityLevelConfiguration) => spec?.limited?.limitResponse?.queuing;

register<PriorityLevelConfiguration>('prioritylevelconfigurations.flowcontrol.apiserver.k8s.io', {
	columns: [
		nameColumn,
		{name: 'Type', cell: ({spec}) => spec?.type ?? ''},
		{
			name: 'NominalConcurrencyShares',
			cell: ({spec}) => (spec?.limited ? (spec.limited.nominalConcurrencyShares ?? 0) : '<none>'),
		},
		{name: 'Queues', cell: (level) => queuing(level)?.queues ?? '<none>'},
		{name: 'HandSize', cell: (level) => queuing(level)?.handSize ?? '<none>'},
		{name: 'QueueLengthLimit', cell: (level) => queuing(level)?.queueLengthLimit ?? '<none>'},
		ageColumn,
	],
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
register<RuntimeClass>('runtimeclasses.node.k8s.io', {
	columns: [nameColumn, {name: 'Handler', cell: ({handler}) => handler}, ageColumn],
});

const claimState = ({metadata, status}: ResourceV1ResourceClaim): string =>
	[
		...(metadata.deletionTimestamp === undefined ? [] : ['deleted']),
		...(status?.allocation ? ['allocated'] : metadata.deletionTimestamp === undefined ? ['pending'] : []),
		...(status?.allocation && (status.reservedFor?.length ?? 0) > 0 ? ['reserved'] : []),
	].join(',');

register<ResourceV1ResourceClaim>('resourceclaims.resource.k8s.io', {
	columns: [nameColumn, {name: 'State', cell: claimState}, ageColumn],
});
for (const name of ['deviceclasses', 'resourceclaimtemplates']) {
	register(`${name}.resource.k8s.io`, {columns: [nameColumn, ageColumn]});
}

register<ResourceSlice>('resourceslices.resource.k8s.io', {
	columns: [
		nameColumn,
		{name: 'Node', cell: ({spec}) => spec.nodeName ?? ''},
		{name: 'Driver', cell: ({spec}) => spec.driver},
		{name: 'Pool', cell: ({spec}) => spec.pool.name},
		ageColumn,
	],
});
register<CSIStorageCapacity>('csistoragecapacities.storage.k8s.io', {
	columns: [
		nameColumn,
		{name: 'StorageClassName', cell: ({storageClassName}) => storageClassName},
		{name: 'Capacity', cell: ({capacity}) => capacity ?? '<unset>'},
	],
});
register<VolumeAttributesClass>('volumeattributesclasses.storage.k8s.io', {
	columns: [nameColumn, {name: 'DriverName', cell: ({driverName}) => driverName}, ageColumn],
});
