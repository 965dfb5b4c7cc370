import {copyOf} from '../objects/copy.js';
import {complete} from './defaults/complete.js';
import {
	prepareClaimSpec,
	preparePod,
	preparePodStatus,
	prepareService,
	resizedSpec,
	withEphemeral,
	type Prepared,
} from './strategy-by-kind.js';
import {prepareDefinition, prepareDefinitionUpdate} from './custom-resources/definition.js';
import {dropDisabledFields} from './disabled-fields.js';
import {resourceOfKind} from '../objects/resources.js';
import {semanticEqual} from '../kernel/equality.js';

/** Kinds whose `generation` counts how often the wish changed. */
const counted = new Set([
	'v1 Pod',
	'v1 ReplicationController',
	'v1 PodTemplate',
	'apps/v1 Deployment',
	'apps/v1 ReplicaSet',
	'apps/v1 StatefulSet',
	'apps/v1 DaemonSet',
	'batch/v1 Job',
	'batch/v1 CronJob',
	'discovery.k8s.io/v1 EndpointSlice',
	'networking.k8s.io/v1 Ingress',
	'networking.k8s.io/v1 IngressClass',
	'networking.k8s.io/v1 NetworkPolicy',
	'policy/v1 PodDisruptionBudget',
	'scheduling.k8s.io/v1 PriorityClass',
	'flowcontrol.apiserver.k8s.io/v1 FlowSchema',
	'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration',
	'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy',
	'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding',
	'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy',
	'admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding',
	'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration',
	'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration',
	'resource.k8s.io/v1 ResourceSlice',
	'resource.k8s.io/v1 DeviceClass',
	'apiextensions.k8s.io/v1 CustomResourceDefinition',
]);

/** Kinds that keep a status they come with. */
const keepsStatus = new Set(['v1 Node', 'certificates.k8s.io/v1 CertificateSigningRequest']);

/** Kinds that grow a generation by more than their spec. */
const countsAnnotations = new Set(['apps/v1 Deployment']);

const kindOf = (object: Prepared): string => `${object.apiVersion} ${object.kind}`;

const emptyStatuses = new Map<string, unknown>();

/** The status of an object that nobody has looked at yet, as the API shows it. */
const emptyStatus = (object: Prepared): unknown => {
	const kind = kindOf(object);
	if (!emptyStatuses.has(kind)) {
		emptyStatuses.set(
			kind,
			complete({apiVersion: object.apiVersion, kind: object.kind, metadata: {}, spec: {}}).status,
		);
	}

	return emptyStatuses.get(kind);
};

/**
Makes an object fit for storing: status reset, generation 1, and what only the server decides. The name, uid and creation time must be there already.

@mirrors k8s.io/apiserver/pkg/registry/rest BeforeCreate and each kind's PrepareForCreate
*/
export const prepareForCreate = <T>(object: T): T => {
	const kind = kindOf(object as Prepared);
	const prepared: Prepared = copyOf(object as Prepared);
	if (counted.has(kind)) {
		prepared.metadata = copyOf(prepared.metadata as Prepared);
		prepared.metadata.generation = 1;
	}

	if (
		prepared.metadata.namespace !== undefined &&
		resourceOfKind(prepared.apiVersion, prepared.kind)?.namespaced === false
	) {
		const {namespace: _, ...kept} = prepared.metadata;
		prepared.metadata = kept;
	}

	if (prepared.metadata.deletionTimestamp !== undefined || prepared.metadata.deletionGracePeriodSeconds !== undefined) {
		const {deletionTimestamp: _, deletionGracePeriodSeconds: __, ...kept} = prepared.metadata;
		prepared.metadata = kept;
	}

	if (prepared.status !== undefined && !keepsStatus.has(kind)) {
		prepared.status = emptyStatus(prepared);
	}

	dropDisabledFields(prepared, kind);
	createByKind[kind]?.(prepared);
	return prepared as T;
};

const createByKind: Readonly<Record<string, (object: Prepared) => void>> = {
	'v1 Pod': preparePod,
	'v1 PersistentVolumeClaim': (object) => {
		prepareClaimSpec(object);
	},
	'v1 PersistentVolume': (object) => {
		object.status = {phase: 'Pending', lastPhaseTransitionTime: object.metadata.creationTimestamp};
	},
	'v1 Namespace': (object) => {
		const finalizers: readonly string[] = object.spec?.finalizers ?? [];
		object.spec = {
			...object.spec,
			finalizers: finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'],
		};
		if (object.metadata.name) {
			object.metadata = {
				...object.metadata,
				labels: {...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name},
			};
		}
	},
	'v1 ServiceAccount': (object) => {
		if (object.secrets) {
			object.secrets = object.secrets.map(({name}: {readonly name?: string}) => (name ? {name} : {}));
		}
	},
	'apiextensions.k8s.io/v1 CustomResourceDefinition': (object) => {
		prepareDefinition(object as never);
	},
	'apps/v1 DaemonSet': (object) => {
		setTemplateGeneration(object, Math.max(1, templateGeneration(object)));
	},
	'apps/v1 StatefulSet': (object) => {
		// The feature gate MaxUnavailableStatefulSet is off by default in v1.36.
		const rolling = object.spec.updateStrategy?.rollingUpdate;
		if (rolling?.maxUnavailable !== undefined) {
			const {maxUnavailable: _, ...rest} = rolling;
			object.spec = {...object.spec, updateStrategy: {...object.spec.updateStrategy, rollingUpdate: rest}};
		}
	},
	'coordination.k8s.io/v1 Lease': (object) => {
		// The feature gate CoordinatedLeaderElection is off by default in v1.36.
		if (object.spec) {
			const {strategy: _, preferredHolder: __, ...spec} = object.spec;
			object.spec = spec;
		}
	},
	'batch/v1 Job': (object) => {
		if (!object.spec.manualSelector) {
			generateSelector(object);
		}
	},
};

const generationAnnotation = 'deprecated.daemonset.template.generation';

const templateGeneration = (object: Prepared): number =>
	Number(object.metadata.annotations?.[generationAnnotation] ?? 0) || 0;

const setTemplateGeneration = (object: Prepared, generation: number): void => {
	object.metadata = {
		...object.metadata,
		annotations: {...object.metadata.annotations, [generationAnnotation]: String(generation)},
	};
};

/** A Job finds its Pods by its own uid. */
const generateSelector = (object: Prepared): void => {
	const {name = '', uid} = object.metadata;
	const {template, selector} = object.spec;
	const labels = {
		'job-name': name,
		'batch.kubernetes.io/job-name': name,
		'controller-uid': uid,
		'batch.kubernetes.io/controller-uid': uid,
		...template?.metadata?.labels,
	};
	// A Job without labels got those of its template by default, and upstream both are one map then.
	if (object.metadata.labels === template?.metadata?.labels) {
		object.metadata = {...object.metadata, labels};
	}

	object.spec = {
		...object.spec,
		template: {...template, metadata: {...template?.metadata, labels}},
		selector: {...selector, matchLabels: {'batch.kubernetes.io/controller-uid': uid, ...selector?.matchLabels}},
	};
};

/**
Makes an update fit for storing: the part that this endpoint does not change is kept as it was, and the generation grows when the wish changed.

@param subresource empty, `status`, `scale`, `resize`, `ephemeralcontainers`, `finalize`, `approval` …
@param now RFC 3339; needed where a status remembers when it changed.
@mirrors k8s.io/apiserver/pkg/registry/rest BeforeUpdate and each kind's PrepareForUpdate
*/
export const prepareForUpdate = <T>(object: T, old: T, subresource = '', now?: string): T => {
	const before = old as Prepared;
	const kind = kindOf(before);
	const prepared: Prepared = copyOf(object as Prepared);
	const metadata: Prepared = copyOf(prepared.metadata as Prepared);
	prepared.metadata = metadata;
	// What only the server writes stays as it was, whatever came.
	for (const name of ['generation', 'creationTimestamp'] as const) {
		keep(metadata, name, before.metadata[name]);
	}

	metadata.deletionTimestamp = before.metadata.deletionTimestamp ?? metadata.deletionTimestamp;
	if (metadata.deletionTimestamp === undefined) {
		delete metadata.deletionTimestamp;
	}

	metadata.uid ||= before.metadata.uid;
	if (metadata.deletionGracePeriodSeconds === undefined) {
		keep(metadata, 'deletionGracePeriodSeconds', before.metadata.deletionGracePeriodSeconds);
	}

	switch (subresource) {
		case 'status': {
			prepareStatus(prepared, before, kind, now);
			return prepared as T;
		}

		case 'finalize': {
			keep(prepared, 'status', before.status);
			return prepared as T;
		}

		case 'approval': {
			prepared.spec = before.spec;
			prepared.status = {...prepared.status};
			keep(prepared.status, 'certificate', before.status?.certificate);
			return prepared as T;
		}

		default: {
			prepareObject(prepared, before, kind, subresource);
			return prepared as T;
		}
	}
};

const keep = (target: Prepared, name: string, value: unknown): void => {
	if (value === undefined) {
		delete target[name];
	} else {
		target[name] = value;
	}
};

/** What an endpoint that is for one part of an object leaves as it is. @mirrors metav1.ResetObjectMetaForStatus */
const meta = ['deletionTimestamp', 'generation', 'labels', 'annotations', 'finalizers', 'ownerReferences'];

/** The metadata that an update of the status does not change; of most kinds it does. */
const metadataOfStatus: Readonly<Record<string, readonly string[]>> = {
	'apps/v1 Deployment': ['labels'],
	'apiregistration.k8s.io/v1 APIService': ['labels', 'annotations', 'finalizers', 'ownerReferences'],
	'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy': meta,
	'resource.k8s.io/v1 ResourceClaim': meta,
	'storage.k8s.io/v1 VolumeAttachment': meta,
};

/** Kinds of which an update of the status changes no metadata at all but who owns what. */
const wholeMetadata = new Set([
	'flowcontrol.apiserver.k8s.io/v1 FlowSchema',
	'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration',
]);

const prepareStatus = (prepared: Prepared, before: Prepared, kind: string, now: string | undefined): void => {
	for (const name of Object.keys(before)) {
		if (name !== 'status' && name !== 'metadata') {
			prepared[name] = before[name];
		}
	}

	if (wholeMetadata.has(kind)) {
		const {managedFields} = prepared.metadata;
		prepared.metadata = {...before.metadata};
		keep(prepared.metadata, 'managedFields', managedFields);
	}

	for (const name of metadataOfStatus[kind] ?? []) {
		keep(prepared.metadata, name, before.metadata[name]);
	}

	if (kind === 'v1 Pod') {
		preparePodStatus(prepared, before);
	}

	if (kind === 'v1 PersistentVolume') {
		const last = before.status?.lastPhaseTransitionTime;
		const changed = before.status?.phase !== prepared.status?.phase;
		if (!prepared.status?.lastPhaseTransitionTime || (changed && prepared.status.lastPhaseTransitionTime === last)) {
			prepared.status = {...prepared.status, lastPhaseTransitionTime: changed ? (now ?? last) : last};
		}
	}
};

const prepareObject = (prepared: Prepared, before: Prepared, kind: string, subresource: string): void => {
	if (before.status !== undefined || prepared.status !== undefined) {
		keep(prepared, 'status', before.status);
	}

	dropDisabledFields(prepared, kind);
	if (kind === 'v1 Namespace') {
		prepared.spec = {...prepared.spec, finalizers: before.spec?.finalizers};
		prepared.metadata.labels = {...prepared.metadata.labels, 'kubernetes.io/metadata.name': prepared.metadata.name};
	}

	if (kind === 'v1 Pod' && (subresource === 'ephemeralcontainers' || subresource === 'resize')) {
		const spec = subresource === 'resize' ? resizedSpec(prepared.spec, before.spec) : withEphemeral(prepared, before);
		if (spec) {
			prepared.spec = spec;
			for (const name of meta) {
				keep(prepared.metadata, name, before.metadata[name]);
			}
		}
	}

	if (kind === 'v1 PersistentVolumeClaim') {
		prepareClaimSpec(prepared, before.spec);
	}

	if (kind === 'v1 Service' && subresource === '') {
		prepareService(prepared, before);
	}

	if (kind === 'apiextensions.k8s.io/v1 CustomResourceDefinition') {
		prepareDefinitionUpdate(prepared as never);
	}

	if (kind === 'apps/v1 DaemonSet') {
		const generation = templateGeneration(before);
		setTemplateGeneration(
			prepared,
			semanticEqual(prepared.spec.template, before.spec.template) ? generation : generation + 1,
		);
	}

	if (counted.has(kind) && hasNewWish(prepared, before, kind)) {
		prepared.metadata.generation = (before.metadata.generation ?? 0) + 1;
	}
};

/** What a generation counts: everything but metadata and status. */
const hasNewWish = (now: Prepared, before: Prepared, kind: string): boolean => {
	if (kind === 'scheduling.k8s.io/v1 PriorityClass') {
		return false;
	}

	if (
		countsAnnotations.has(kind) &&
		!semanticEqual(now.metadata.annotations ?? {}, before.metadata.annotations ?? {})
	) {
		return true;
	}

	if (
		kind === 'discovery.k8s.io/v1 EndpointSlice' &&
		!semanticEqual(now.metadata.labels ?? {}, before.metadata.labels ?? {})
	) {
		return true;
	}

	for (const name of new Set([...Object.keys(now), ...Object.keys(before)])) {
		if (
			name !== 'metadata' &&
			name !== 'status' &&
			name !== 'apiVersion' &&
			name !== 'kind' &&
			!semanticEqual(now[name], before[name])
		) {
			return true;
		}
	}

	return false;
};
