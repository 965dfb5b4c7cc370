import {copyOf} from '../../objects/copy.js';
import type {
	Affinity,
	Container,
	LabelSelector,
	Pod,
	PodAffinity,
	PodSpec,
	PodStatus,
} from '../../objects/kubernetes.generated.js';
import {qosClass} from '../../objects/pod.js';
import {keep, keepMetadata, partMetadata} from '../kept-fields.js';
import type {Prepared} from '../kind.js';
import {withAppArmorBothWays} from './app-armor.js';

type Labels = Readonly<Record<string, string>>;

interface Term {
	readonly matchLabelKeys?: readonly string[];
	readonly mismatchLabelKeys?: readonly string[];
	readonly labelSelector?: LabelSelector;
}

/** Label keys become requirements with this Pod's own values. */
const applyLabelKeys = <T extends Term>(term: T, labels: Labels): T => {
	const {matchLabelKeys = [], mismatchLabelKeys = [], labelSelector} = term;
	if (!labelSelector || matchLabelKeys.length + mismatchLabelKeys.length === 0) {
		return term;
	}

	const conditions = [
		...matchLabelKeys.map((key) => ({key, operator: 'In', value: labels[key]})),
		...mismatchLabelKeys.map((key) => ({key, operator: 'NotIn', value: labels[key]})),
	].flatMap(({key, operator, value}) => (value === undefined ? [] : [{key, operator, values: [value]}]));
	return conditions.length === 0
		? term
		: {
				...term,
				labelSelector: {...labelSelector, matchExpressions: [...(labelSelector.matchExpressions ?? []), ...conditions]},
			};
};

const applyToTerms = (affinity: PodAffinity | undefined, labels: Labels): PodAffinity | undefined => {
	const {requiredDuringSchedulingIgnoredDuringExecution: hard, preferredDuringSchedulingIgnoredDuringExecution: soft} =
		affinity ?? {};
	return hard || soft
		? {
				...(hard && {
					requiredDuringSchedulingIgnoredDuringExecution: hard.map((term) => applyLabelKeys(term, labels)),
				}),
				...(soft && {
					preferredDuringSchedulingIgnoredDuringExecution: soft.map((term) => ({
						...term,
						podAffinityTerm: applyLabelKeys(term.podAffinityTerm, labels),
					})),
				}),
			}
		: affinity;
};

const applyToAffinity = (affinity: Affinity, labels: Labels): Affinity => {
	const {podAffinity, podAntiAffinity} = affinity;
	return {
		...affinity,
		...(podAffinity && {podAffinity: applyToTerms(podAffinity, labels)}),
		...(podAntiAffinity && {podAntiAffinity: applyToTerms(podAntiAffinity, labels)}),
	};
};

/** The status of a new Pod: Pending, with its QoS class, and with a condition if it has scheduling gates. */
const firstStatus = (pod: Prepared<Pod>): PodStatus => {
	// Go writes missing times as null.
	const times: object = {lastProbeTime: null, lastTransitionTime: pod.metadata.creationTimestamp ?? null};
	const gated = {
		type: 'PodScheduled',
		status: 'False',
		...times,
		reason: 'SchedulingGated',
		message: 'Scheduling is blocked due to non-empty scheduling gates',
	};
	return {
		phase: 'Pending',
		...((pod.spec.schedulingGates?.length ?? 0) > 0 && {conditions: [gated]}),
		qosClass: qosClass(pod),
	};
};

/** The fields that the server sets in a new Pod. @mirrors podStrategy.PrepareForCreate */
export const preparePod = (pod: Prepared<Pod>): void => {
	pod.status = firstStatus(pod);
	const {metadata, spec} = withAppArmorBothWays(pod);
	pod.metadata = metadata;
	pod.spec = spec;
	const labels = metadata.labels ?? {};
	if (spec.affinity?.podAffinity || spec.affinity?.podAntiAffinity) {
		pod.spec = {...pod.spec, affinity: applyToAffinity(spec.affinity, labels)};
	}

	const constraints = spec.topologySpreadConstraints;
	if (constraints?.some((term) => term.matchLabelKeys)) {
		pod.spec = {...pod.spec, topologySpreadConstraints: constraints.map((term) => applyLabelKeys(term, labels))};
	}
};

/** The kubelet cannot change the owners and the class of a Pod; generations that it leaves out stay. @mirrors podStatusStrategy.PrepareForUpdate */
export const preparePodStatus = (pod: Prepared<Pod>, old: Pod): void => {
	keep(pod.metadata, 'ownerReferences', old.metadata.ownerReferences);
	const status = copyOf(pod.status ?? {});
	status.qosClass ||= old.status?.qosClass;
	if (!status.observedGeneration && old.status?.observedGeneration) {
		status.observedGeneration = old.status.observedGeneration;
	}

	status.conditions &&= status.conditions.map((condition) => {
		const before = old.status?.conditions?.find(({type}) => type === condition.type)?.observedGeneration;
		return condition.observedGeneration || !before ? condition : {...condition, observedGeneration: before};
	});
	pod.status = status;
};

/** The spec of a Pod with changes of ephemeral containers only. @mirrors dropNonEphemeralContainerUpdates */
const withEphemeral = ({ephemeralContainers}: PodSpec, old: PodSpec): PodSpec => {
	const {ephemeralContainers: _, ...kept} = old;
	return ephemeralContainers === undefined ? kept : {...kept, ephemeralContainers};
};

/**
The spec of a Pod with changes of resources only, its own and its containers'; `undefined` for a different number of containers, which validation reports.

@mirrors dropNonResizeUpdates
*/
const resizedSpec = (spec: PodSpec, old: PodSpec): PodSpec | undefined => {
	const {containers = [], initContainers = []} = spec;
	if (
		containers.length !== (old.containers ?? []).length ||
		initContainers.length !== (old.initContainers ?? []).length
	) {
		return undefined;
	}

	const {resources: _, ...kept} = old;
	return {
		...kept,
		...(spec.resources && {resources: spec.resources}),
		...(old.containers && {containers: resizedContainers(containers, old.containers)}),
		...(old.initContainers && {initContainers: resizedContainers(initContainers, old.initContainers)}),
	};
};

/** Validation reports a different order or name. */
const resizedContainers = (now: readonly Container[], old: readonly Container[]): readonly Container[] =>
	now.some(({name}, index) => name !== old[index]?.name)
		? now
		: old.map((container, index) => {
				const {resources: _, resizePolicy: __, ...kept} = container;
				const {resources, resizePolicy} = now[index] ?? {};
				return {...kept, ...(resources && {resources}), ...(resizePolicy && {resizePolicy})};
			});

/** The subresources that change a part of the spec. */
const specChanges: ReadonlyMap<string, (spec: PodSpec, old: PodSpec) => PodSpec | undefined> = new Map([
	['ephemeralcontainers', withEphemeral],
	['resize', resizedSpec],
]);

/** Keeps the other parts of a Pod at endpoints for one part. @mirrors podEphemeralContainersStrategy, podResizeStrategy */
export const preparePodPart = (pod: Prepared<Pod>, old: Pod, subresource: string): void => {
	const spec = specChanges.get(subresource)?.(pod.spec, old.spec);
	if (spec) {
		pod.spec = spec;
		keepMetadata(pod, old, partMetadata);
	}
};
