import {semanticEqual} from '../kernel/equality.js';
import {isRecord} from '../kernel/record.js';
import {required, type FieldError} from '../objects/field-error.js';
import {asObject, type KubernetesObject} from '../objects/kubernetes-object.js';
import {qosClass} from '../objects/pod.js';
import {podSpecPath} from '../objects/pod-template.js';
import {nestedField, nestedNumber, nestedSlice, nestedString} from '../objects/unstructured.js';
import {behaves} from '../objects/versions/changed-behaviour.js';

const rollingUpdate = ['spec', 'updateStrategy', 'rollingUpdate'] as const;

const withField = (value: unknown, [key, ...rest]: readonly string[], field: unknown): unknown =>
	key === undefined
		? field
		: {...(isRecord(value) ? value : {}), [key]: withField(nestedField(value, key), rest, field)};

/** A StatefulSet with the number of Pods that an update may replace at a time. */
const withBudget = (prepared: KubernetesObject, given: KubernetesObject): KubernetesObject => {
	const budget = nestedField(given, ...rollingUpdate, 'maxUnavailable');
	return budget === undefined || !nestedField(prepared, ...rollingUpdate)
		? prepared
		: asObject(withField(prepared, [...rollingUpdate, 'maxUnavailable'], budget));
};

const isEmpty = (resources: unknown): boolean =>
	isRecord(resources) &&
	['requests', 'limits'].every((name) => Object.keys(nestedField(resources, name) ?? {}).length === 0);

/** A new Pod whose empty resources do not decide its QoS class. @mirrors PodLevelResourcesFixKubeletQOSClass */
const withQosClass = (pod: KubernetesObject): KubernetesObject => {
	const spec = nestedField(pod, 'spec');
	if (!isRecord(spec) || !isEmpty(spec['resources'])) {
		return pod;
	}

	const {resources: _, ...rest} = spec;
	return asObject(withField(pod, ['status', 'qosClass'], qosClass({spec: {containers: [], ...rest}})));
};

const generationAfter = (object: KubernetesObject, old: KubernetesObject | undefined): number => {
	if (!old) {
		return 1;
	}

	const before = old.metadata.generation ?? 0;
	return semanticEqual(nestedField(object, 'spec'), nestedField(old, 'spec')) ? before : before + 1;
};

/**
An object that is ready to be stored, as another version of Kubernetes prepares it.

@param given the object before it was prepared
@param old missing for a new object
@param minor of that version
*/
export const preparedIn = (
	minor: number | undefined,
	prepared: KubernetesObject,
	given: KubernetesObject,
	old?: KubernetesObject,
): KubernetesObject => {
	switch (prepared.kind) {
		case 'StatefulSet': {
			return behaves(minor, 'statefulSetBudget') ? withBudget(prepared, given) : prepared;
		}

		case 'HorizontalPodAutoscaler': {
			const generation = generationAfter(prepared, old);
			return behaves(minor, 'autoscalerGeneration') && generation > 0
				? {...prepared, metadata: {...prepared.metadata, generation}}
				: prepared;
		}

		case 'Pod': {
			return !old && behaves(minor, 'emptyPodResources') ? withQosClass(prepared) : prepared;
		}

		default: {
			return prepared;
		}
	}
};

/** The image volumes without a reference in the template of a workload; validation reports those of Pods. */
const withoutReference = (object: KubernetesObject): readonly string[] => {
	const path = object.kind === 'PodTemplate' ? ['template', 'spec'] : podSpecPath(object.kind);
	return path === undefined || object.kind === 'Pod'
		? []
		: nestedSlice(object, ...path, 'volumes').flatMap((volume, index) =>
				nestedField(volume, 'image') !== undefined && !nestedString(volume, 'image', 'reference')
					? [`${path.join('.')}.volumes[${index}].image.reference`]
					: [],
			);
};

/** The errors of the number of replicas, where an autoscaler may scale to zero. */
const scaledToZero = (errors: readonly FieldError[], object: KubernetesObject): readonly FieldError[] =>
	errors.flatMap((error) => {
		if (error.field !== 'spec.minReplicas' || error.detail !== 'must be greater than or equal to 1') {
			return [error];
		}

		return nestedNumber(object, 'spec', 'minReplicas') === 0
			? []
			: [{...error, detail: 'must be greater than or equal to 0'}];
	});

/** Whether a container of a Pod or template has CAP_SYS_ADMIN although it must not get more privileges. @mirrors useAllowSysAdminWhenPrivilegeEscalationFalse */
const hasSysAdmin = (object: KubernetesObject): boolean => {
	const path = object.kind === 'PodTemplate' ? ['template', 'spec'] : (podSpecPath(object.kind) ?? []);
	return ['containers', 'initContainers', 'ephemeralContainers']
		.flatMap((list) => nestedSlice(object, ...path, list))
		.some(
			(container) =>
				nestedField(container, 'securityContext', 'allowPrivilegeEscalation') !== true &&
				nestedSlice(container, 'securityContext', 'capabilities', 'add').some((name) => name === 'CAP_SYS_ADMIN'),
		);
};

const isOther = ({detail}: FieldError): boolean => !detail?.endsWith('`capabilities.Add` CAP_SYS_ADMIN');

/**
The errors in an object, as another version of Kubernetes finds them.

@param errors those of the simulated version
@param old missing for a new object
@param minor of that version
*/
export const errorsIn = (
	minor: number | undefined,
	errors: readonly FieldError[],
	object: KubernetesObject,
	old?: KubernetesObject,
): readonly FieldError[] => {
	if (object.kind === 'HorizontalPodAutoscaler') {
		return behaves(minor, 'autoscalerToZero') ? scaledToZero(errors, object) : errors;
	}

	const kept = old && behaves(minor, 'keptSysAdmin') && hasSysAdmin(old) ? errors.filter(isOther) : errors;
	if (!behaves(minor, 'emptyImageReference') || (old && withoutReference(old).length > 0)) {
		return kept;
	}

	return [...kept, ...withoutReference(object).map((path) => required(path))];
};
