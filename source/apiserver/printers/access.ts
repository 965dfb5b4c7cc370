import type {APIService, CertificateSigningRequest, ObjectMeta} from '../../objects/kubernetes.generated.js';
import {humanDuration} from './cells.js';
import {ageColumn, nameColumn, register} from './printers.js';

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

/**
What has become of a certificate signing request.

@mirrors k8s.io/kubernetes/pkg/printers/internalversion extractCSRStatus
*/
const condition = ({status}: CertificateSigningRequest): string => {
	const has = (type: string): boolean => status?.conditions?.some((one) => one.type === type) ?? false;
	return [
		has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending',
		...(has('Failed') ? ['Failed'] : []),
		...(status?.certificate ? ['Issued'] : []),
	].join(',');
};

register<CertificateSigningRequest>('certificatesigningrequests.certificates.k8s.io', {
	columns: [
		nameColumn,
		ageColumn,
		{name: 'SignerName', cell: ({spec}) => spec.signerName || '<none>'},
		{name: 'Requestor', cell: ({spec}) => spec.username ?? ''},
		{
			name: 'RequestedDuration',
			cell: ({spec}) =>
				spec.expirationSeconds === undefined ? '<none>' : humanDuration(spec.expirationSeconds * 1000),
		},
		{name: 'Condition', cell: condition},
	],
});

register<APIService>('apiservices.apiregistration.k8s.io', {
	columns: [
		nameColumn,
		{
			name: 'Service',
			cell: ({spec}) => (spec?.service ? `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}` : 'Local'),
		},
		{
			name: 'Available',
			cell({status}) {
				const available = status?.conditions?.find(({type}) => type === 'Available');
				return available
					? available.status === 'True'
						? 'True'
						: `${available.status} (${available.reason ?? ''})`
					: 'Unknown';
			},
		},
		ageColumn,
	],
});
