import type {
	Endpoints,
	EndpointSlice,
	Ingress,
	Job,
	JobSpec,
	NetworkPolicy,
	Node,
	ObjectMeta,
	PersistentVolumeClaim,
	PodTemplate,
	PodTemplateSpec,
	RuntimeClass,
	Secret,
	Service,
	ServiceAccount,
	StatefulSet,
} from '../../objects/kubernetes.generated.js';
import {dnsLabelErrors} from '../../objects/names.js';
import {keyPairWarnings} from '../core/key-pair.js';
import {addressWarnings, networkWarnings} from '../core/ip-warnings.js';
import {claimWarnings, deprecatedLabels, podWarnings} from '../core/pod/warnings.js';
import {
	classAnnotationWarnings,
	storageCapacityWarnings,
	storageClassWarnings,
	volumeObjectWarnings,
} from '../core/storage-warnings.js';
import {semanticEqual} from '../../kernel/equality.js';

/* eslint-disable @typescript-eslint/no-explicit-any */
type Warn = (object: any, old?: any) => string[];

const nameWarning = ({name = ''}: Partial<ObjectMeta>, use: string): string[] => {
	const messages = dnsLabelErrors(name);
	return name === '' || messages.length === 0
		? []
		: [
				`metadata.name: this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${messages.join(' ')}]`,
			];
};

const templateWarnings = (path: string, template: PodTemplateSpec | undefined): string[] =>
	template?.spec ? podWarnings(`${path}.`, template.spec, template.metadata) : [];

/** Updates that leave the specification as it is are not warned of it again. */
const hasOldSpec = (object: {readonly metadata: ObjectMeta}, old?: {readonly metadata: ObjectMeta}): boolean =>
	old !== undefined && object.metadata.generation === old.metadata.generation;

const workload: Warn = (
	object: {readonly metadata: ObjectMeta; readonly spec: {readonly template: PodTemplateSpec}},
	old,
) => [
	...(old ? [] : nameWarning(object.metadata, 'Pod names and hostnames')),
	...(hasOldSpec(object, old) ? [] : templateWarnings('spec.template', object.spec.template)),
];

/** @mirrors k8s.io/kubernetes/pkg/api/service GetWarningsForService */
const service = ({metadata, spec = {}}: Service): string[] => {
	const headless = spec.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None';
	const external = (spec.externalIPs?.length ?? 0) > 0;
	const isName = spec.type === 'ExternalName';
	const warnings: string[] = [];
	const warn = (when: unknown, message: string): void => {
		if (when) {
			warnings.push(message);
		}
	};

	warn(
		metadata.annotations?.['service.kubernetes.io/topology-aware-hints'] !== undefined,
		'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead',
	);
	for (const [index, address] of (headless ? [] : (spec.clusterIPs ?? [])).entries()) {
		warnings.push(...addressWarnings(`spec.clusterIPs[${index}]`, address));
	}

	warn(headless && spec.loadBalancerIP, 'spec.loadBalancerIP is ignored for headless services');
	warn(headless && external, 'spec.externalIPs is ignored for headless services');
	warn(headless && spec.sessionAffinity !== 'None', 'spec.SessionAffinity is ignored for headless services');
	for (const [index, address] of (spec.externalIPs ?? []).entries()) {
		warnings.push(...addressWarnings(`spec.externalIPs[${index}]`, address));
	}

	warn(
		external && !headless && !isName,
		'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
	);
	if (spec.loadBalancerIP) {
		warnings.push(...addressWarnings('spec.loadBalancerIP', spec.loadBalancerIP));
	}

	for (const [index, network] of (spec.loadBalancerSourceRanges ?? []).entries()) {
		warnings.push(...networkWarnings(`spec.loadBalancerSourceRanges[${index}]`, network));
	}

	warn(isName && external, 'spec.externalIPs is ignored when spec.type is "ExternalName"');
	warn(!isName && spec.externalName, 'spec.externalName is ignored when spec.type is not "ExternalName"');
	warn(
		spec.trafficDistribution === 'PreferClose',
		'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
	);
	return warnings;
};

const mountableSecrets = 'kubernetes.io/enforce-mountable-secrets';

const indexWarnings = (path: string, spec: JobSpec | undefined): string[] =>
	spec?.completionMode === 'Indexed' && (spec.completions ?? 0) > 100_000 && (spec.parallelism ?? 0) > 10_000
		? [
				`${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
			]
		: [];

/** @mirrors k8s.io/kubernetes/pkg/api/job WarningsForJobSpec */
const jobWarnings = (path: string, spec: JobSpec | undefined): string[] => [
	...indexWarnings(path, spec),
	...templateWarnings(`${path}.template`, spec?.template),
];

/** Addresses that are no longer to be written like this. @mirrors k8s.io/kubernetes/pkg/registry/core/endpoint endpointsWarnings */
const endpoints = ({subsets}: Endpoints): string[] =>
	(subsets ?? []).flatMap((subset, index) =>
		(['addresses', 'notReadyAddresses'] as const).flatMap((kind) =>
			(subset[kind] ?? []).flatMap(({ip}, position) =>
				addressWarnings(`subsets[${index}].${kind}[${position}].ip`, ip),
			),
		),
	);

/** @mirrors k8s.io/kubernetes/pkg/registry/networking/networkpolicy networkPolicyWarnings */
const networkPolicy = ({spec}: NetworkPolicy): string[] => {
	const peers = [
		...(spec?.ingress ?? []).map(({from}, index) => [`spec.ingress[${index}].from`, from] as const),
		...(spec?.egress ?? []).map(({to}, index) => [`spec.egress[${index}].to`, to] as const),
	];
	return peers.flatMap(([path, list]) =>
		(list ?? []).flatMap(({ipBlock}, index) =>
			ipBlock
				? [
						...networkWarnings(`${path}[${index}].ipBlock.cidr`, ipBlock.cidr),
						...(ipBlock.except ?? []).flatMap((network, position) =>
							networkWarnings(`${path}[${index}].ipBlock.except[${position}]`, network),
						),
					]
				: [],
		),
	);
};

/** @mirrors k8s.io/kubernetes/pkg/registry/core/node fieldIsDeprecatedWarnings */
const node: Warn = ({spec}: Node) => [
	...(spec?.configSource ? ['spec.configSource: the feature is removed'] : []),
	...(spec?.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : []),
];

const classAnnotation = 'kubernetes.io/ingress.class';

const staticSuffix = '.static.k8s.io';

const admissionKinds = [
	'MutatingAdmissionPolicy',
	'MutatingAdmissionPolicyBinding',
	'MutatingWebhookConfiguration',
	'ValidatingAdmissionPolicy',
	'ValidatingAdmissionPolicyBinding',
	'ValidatingWebhookConfiguration',
];

/** The names that manifests on the disk of the server may have; the feature gate ManifestBasedAdmissionControlConfig is off by default in v1.36. */
const staticName: Warn = ({metadata}: {readonly metadata: ObjectMeta}) =>
	metadata.name?.endsWith(staticSuffix)
		? [
				`metadata.name: names ending with "${staticSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`,
			]
		: [];

const byKind: Readonly<Record<string, Warn>> = {
	...Object.fromEntries(admissionKinds.map((kind) => [`admissionregistration.k8s.io/v1 ${kind}`, staticName])),
	'v1 Pod': (pod, old) =>
		old ? [] : [...nameWarning(pod.metadata, "the Pod's hostname"), ...podWarnings('', pod.spec, pod.metadata)],
	'v1 Service': service,
	'v1 Node': node,
	'v1 Secret': (secret: Secret) => keyPairWarnings(secret),
	'v1 ReplicationController': workload,
	'apps/v1 Deployment': workload,
	'apps/v1 ReplicaSet': workload,
	'apps/v1 DaemonSet': (object, old) =>
		old && semanticEqual(object.spec.template, old.spec.template)
			? []
			: templateWarnings('spec.template', object.spec.template),
	'apps/v1 StatefulSet': (set: StatefulSet, old) => [
		...(hasOldSpec(set, old) ? [] : templateWarnings('spec.template', set.spec!.template)),
		...(set.spec!.volumeClaimTemplates ?? []).flatMap((claim, index) =>
			claimWarnings(`spec.volumeClaimTemplates[${index}].spec`, claim.spec),
		),
		...((set.spec!.revisionHistoryLimit ?? 0) < 0
			? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
			: []),
	],
	'v1 PersistentVolumeClaim': ({metadata, spec}: PersistentVolumeClaim) => [
		...classAnnotationWarnings(metadata),
		...claimWarnings('spec', spec),
	],
	'v1 PersistentVolume': volumeObjectWarnings,
	'storage.k8s.io/v1 StorageClass': storageClassWarnings,
	'storage.k8s.io/v1 CSIStorageCapacity': storageCapacityWarnings,
	'v1 ServiceAccount': ({metadata}: ServiceAccount, old) =>
		metadata.annotations?.[mountableSecrets] !== undefined &&
		old?.metadata.annotations?.[mountableSecrets] === undefined
			? [
					`metadata.annotations[${mountableSecrets}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
				]
			: [],
	'v1 PodTemplate': (object: PodTemplate, old) =>
		hasOldSpec(object, old) ? [] : templateWarnings('template', object.template),
	'v1 Endpoints': endpoints,
	'networking.k8s.io/v1 NetworkPolicy': networkPolicy,
	'node.k8s.io/v1 RuntimeClass': ({scheduling}: RuntimeClass) =>
		Object.keys(scheduling?.nodeSelector ?? {})
			.filter((key) => deprecatedLabels[key])
			.map((key) => `scheduling.nodeSelector: ${deprecatedLabels[key]}`),
	'batch/v1 Job': (job: Job, old) => [
		...(old ? [] : nameWarning(job.metadata, 'Pod names and hostnames')),
		...(old ? [] : indexWarnings('spec', job.spec)),
		...(hasOldSpec(job, old) ? [] : templateWarnings('spec.template', job.spec?.template)),
	],
	'batch/v1 CronJob': (object, old) => [
		...(old ? [] : nameWarning(object.metadata, 'Pod names and hostnames')),
		...(hasOldSpec(object, old) ? [] : jobWarnings('spec.jobTemplate.spec', object.spec.jobTemplate?.spec)),
	],
	'networking.k8s.io/v1 Ingress': ({metadata, spec}: Ingress, old) =>
		!old && metadata.annotations?.[classAnnotation] !== undefined && spec?.ingressClassName === undefined
			? [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
			: [],
	'discovery.k8s.io/v1 EndpointSlice': ({addressType, endpoints}: EndpointSlice) => {
		if (addressType === 'FQDN') {
			return ['spec.addressType: FQDN endpoints are deprecated'];
		}

		return (endpoints ?? []).flatMap(({addresses}, index) =>
			(addresses ?? []).flatMap((address, position) =>
				addressWarnings(`spec.endpoints[${index}].addresses[${position}]`, address),
			),
		);
	},
};

/** Warnings that the answer to a create or update carries in `Warning` headers, in upstream's words and order. */
export const warningsFor = (object: unknown, old?: unknown): string[] => {
	const {apiVersion, kind} = object as {readonly apiVersion: string; readonly kind: string};
	return byKind[`${apiVersion} ${kind}`]?.(object, old) ?? [];
};
