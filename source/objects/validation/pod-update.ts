import {forbidden, invalid, required} from '../field-error.js';
import type {Container, NodeAffinity, Pod, PodSpec, Toleration} from '../kubernetes.generated.js';
import {qosClass} from '../pod.js';
import {dnsSubdomainErrors} from '../names.js';
import {checkImmutable, checkRange, isSame, refuseEach, type Errors} from './checks.js';
import {checkIP} from './ip.js';
import {checkMetadataUpdate} from './metadata.js';
import {checkPod} from './pod.js';
import {specDiff} from './spec-diff.js';
import {shownLabels} from './workload.js';

const mirror = 'kubernetes.io/config.mirror';

const changeable = [
	'`spec.containers[*].image`',
	'`spec.initContainers[*].image`',
	'`spec.activeDeadlineSeconds`',
	'`spec.tolerations` (only additions to existing tolerations)',
	'`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');

/** @mirrors ValidatePodSpecificAnnotationUpdates */
const checkAnnotations = (errors: Errors, pod: Pod, old: Pod): void => {
	const before = old.metadata.annotations?.[mirror];
	const now = pod.metadata.annotations?.[mirror];
	if (before !== now) {
		const field = `metadata.annotations[${mirror}]`;
		errors.push(
			forbidden(
				field,
				before === undefined ? 'may not add mirror pod annotation' : 'may not remove or update mirror pod annotation',
			),
		);
	}
};

const sameCount = (
	errors: Errors,
	field: string,
	now: readonly Container[] | undefined,
	old: readonly Container[] | undefined,
): boolean => {
	if ((now?.length ?? 0) !== (old?.length ?? 0)) {
		errors.push(forbidden(field, 'pod updates may not add or remove containers'));
		return false;
	}

	for (const [index, {image = ''}] of (now ?? []).entries()) {
		if (image === '') {
			errors.push(required(`${field}[${index}].image`));
		} else if (image.trim() !== image) {
			errors.push(invalid(`${field}[${index}].image`, image, 'must not have leading or trailing whitespace'));
		}
	}

	return true;
};

/** A deadline may come nearer, never go away. Returns whether to go on. */
const checkDeadline = (errors: Errors, now: number | undefined, old: number | undefined): boolean => {
	const field = 'spec.activeDeadlineSeconds';
	const before = errors.length;
	if (now === undefined) {
		if (old !== undefined) {
			errors.push(invalid(field, null, 'must not update from a positive integer to nil value'));
		}

		return true;
	}

	checkRange(errors, field, now, 0, 2_147_483_647);
	if (errors.length === before && old !== undefined && old < now) {
		errors.push(invalid(field, now, 'must be less than or equal to previous value'));
	}

	return errors.length === before;
};

const checkTolerationsKept = (errors: Errors, now: readonly Toleration[], old: readonly Toleration[]): void => {
	const kept = old.every((before) =>
		now.some((toleration) => isSame({...before, tolerationSeconds: toleration.tolerationSeconds}, toleration)),
	);
	if (!kept) {
		errors.push(forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'));
	}
};

const withOldImages = (
	now: readonly Container[] | undefined,
	old: readonly Container[] | undefined,
): readonly Container[] | undefined => now?.map((container, index) => ({...container, image: old?.[index]?.image}));

/** While gates hold a Pod back, where it may go may still become narrower. Returns the spec without what was allowed. */
const checkGated = (errors: Errors, now: PodSpec, old: PodSpec): PodSpec => {
	const selector = old.nodeSelector ?? {};
	for (const key in selector) {
		if (now.nodeSelector?.[key] !== selector[key]) {
			const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
			errors.push(invalid('spec.nodeSelector', shownLabels(now.nodeSelector), detail));
			break;
		}
	}

	checkNodeAffinityKept(errors, now.affinity?.nodeAffinity, old.affinity?.nodeAffinity);
	const affinity = {...now.affinity, nodeAffinity: old.affinity?.nodeAffinity};
	const nothing = !affinity.nodeAffinity && !affinity.podAffinity && !affinity.podAntiAffinity;
	return {...now, nodeSelector: old.nodeSelector, affinity: nothing && !old.affinity ? undefined : affinity};
};

const checkNodeAffinityKept = (errors: Errors, now: NodeAffinity | undefined, old: NodeAffinity | undefined): void => {
	const path = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
	const before = old?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
	const terms = now?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
	if (before.length > 0 && before.length !== terms.length) {
		errors.push(invalid(path, terms, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed'));
		return;
	}

	for (const [index, term] of before.entries()) {
		const kept = (['matchExpressions', 'matchFields'] as const).every((name) =>
			isSame(terms[index]?.[name]?.slice(0, term[name]?.length ?? 0), term[name]),
		);
		if (!kept) {
			errors.push(invalid(`${path}[${index}]`, terms[index], 'only additions are allowed (no mutations or deletions)'));
		}
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePodUpdate */
const checkSpecUpdate = (errors: Errors, now: PodSpec, old: PodSpec): void => {
	if (
		!sameCount(errors, 'spec.containers', now.containers, old.containers) ||
		!sameCount(errors, 'spec.initContainers', now.initContainers, old.initContainers)
	) {
		return;
	}

	if (!checkDeadline(errors, now.activeDeadlineSeconds, old.activeDeadlineSeconds)) {
		return;
	}

	checkTolerationsKept(errors, now.tolerations ?? [], old.tolerations ?? []);
	for (const [index, {name}] of (now.schedulingGates ?? []).entries()) {
		if (!old.schedulingGates?.some((gate) => gate.name === name)) {
			errors.push(
				forbidden(
					`spec.schedulingGates[${index}].name`,
					`only deletion is allowed, but found new scheduling gate '${name}'`,
				),
			);
		}
	}

	if (isSame(now, old)) {
		return;
	}

	let compared: PodSpec = {
		...now,
		containers: withOldImages(now.containers, old.containers)!,
		initContainers: withOldImages(now.initContainers, old.initContainers),
		activeDeadlineSeconds: old.activeDeadlineSeconds,
		schedulingGates: old.schedulingGates,
		tolerations: old.tolerations,
	};
	if ((old.terminationGracePeriodSeconds ?? 0) < 0 && compared.terminationGracePeriodSeconds === 1) {
		compared = {...compared, terminationGracePeriodSeconds: old.terminationGracePeriodSeconds};
	}

	if ((old.schedulingGates?.length ?? 0) > 0) {
		compared = checkGated(errors, compared, old);
	}

	if (!isSame(compared, old)) {
		errors.push(
			forbidden(
				'spec',
				`pod updates may not change fields other than ${changeable}\n${specDiff(old, compared, 'PodSpec')}`,
			),
		);
	}
};

type Resources = NonNullable<Container['resources']>;

const cpuAndMemoryOf = (now: Resources['requests'], old: Resources['requests']): Resources['requests'] => {
	const {cpu: _, memory: __, ...rest} = now ?? {};
	const kept = {
		...rest,
		...(old?.cpu !== undefined && {cpu: old.cpu}),
		...(old?.memory !== undefined && {memory: old.memory}),
	};
	return Object.keys(kept).length > 0 ? kept : undefined;
};

/** The container as if its CPU and memory had not been changed. */
const withOldSize = (container: Container, old: Container): Container => ({
	...container,
	resources: {
		...container.resources,
		limits: cpuAndMemoryOf(container.resources?.limits, old.resources?.limits),
		requests: cpuAndMemoryOf(container.resources?.requests, old.resources?.requests),
	},
});

/** @mirrors ValidatePodResize */
const checkResize = (errors: Errors, pod: Pod, old: Pod): void => {
	if (qosClass(old) !== qosClass(pod)) {
		errors.push(invalid('spec', pod.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing'));
	}

	const running = old.status?.containerStatuses?.find(({state}) => state?.running);
	if (running && !running.resources) {
		errors.push(forbidden('spec', 'Pod running on node without support for resize'));
	}

	let compared = pod.spec;
	for (const kind of ['containers', 'initContainers'] as const) {
		const now = pod.spec[kind] ?? [];
		const before = old.spec[kind] ?? [];
		if (now.length !== before.length) {
			errors.push(forbidden(`spec.${kind}`, `${kind} may not be added or removed on resize`));
			return;
		}

		for (const [index, container] of now.entries()) {
			if (container.name !== before[index]!.name) {
				errors.push(forbidden(`spec.${kind}[${index}].name`, `${kind} may not be renamed or reordered on resize`));
				return;
			}
		}

		compared = {...compared, [kind]: checkSizes(errors, kind, now, before)};
	}

	if (errors.length === 0 && !isSame(compared, old.spec)) {
		errors.push(forbidden('spec', 'only cpu and memory resources are mutable'));
	}
};

const checkSizes = (
	errors: Errors,
	kind: 'containers' | 'initContainers',
	now: readonly Container[],
	before: readonly Container[],
): readonly Container[] | undefined => {
	const compared = now.map((container, index) => {
		const old = before[index]!;
		const at = `spec.${kind}[${index}]`;
		if (kind === 'initContainers' && container.restartPolicy !== 'Always') {
			if (!isSame(container, old)) {
				errors.push(forbidden('spec', 'resources for non-sidecar init containers are immutable'));
			}

			return container;
		}

		for (const [list, word] of [
			['requests', 'resource requests'],
			['limits', 'resource limits'],
		] as const) {
			if (Object.keys(old.resources?.[list] ?? {}).some((name) => container.resources?.[list]?.[name] === undefined)) {
				errors.push(forbidden(`${at}.resources.${list}`, `${word} cannot be removed`));
			}
		}

		const same = withOldSize(container, old);
		if (!isSame(same, withOldSize(old, old))) {
			errors.push(
				kind === 'containers'
					? forbidden('spec', 'only cpu and memory resources are mutable')
					: forbidden(at, 'only cpu and memory resources for init or sidecar containers are mutable'),
			);
		}

		return {...same, resources: old.resources};
	});
	return compared.length > 0 ? compared : undefined;
};

/** @mirrors ValidatePodEphemeralContainersUpdate */
const checkEphemeral = (errors: Errors, pod: Pod, old: Pod): void => {
	for (const container of old.spec.ephemeralContainers ?? []) {
		const now = pod.spec.ephemeralContainers?.find(({name}) => name === container.name);
		if (!now) {
			errors.push(
				forbidden('spec.ephemeralContainers', `existing ephemeral containers "${container.name}" may not be removed\n`),
			);
		} else if (!isSame(now, container)) {
			const diff = specDiff(container, now, 'EphemeralContainer');
			errors.push(
				forbidden(
					'spec.ephemeralContainers',
					`existing ephemeral containers "${container.name}" may not be changed\n${diff}`,
				),
			);
		}
	}
};

/** A Pod stays where it is and what it is; its status only says so. @mirrors ValidatePodStatusUpdate */
const checkStatus = (errors: Errors, pod: Pod, old: Pod): void => {
	checkAnnotations(errors, pod, old);
	if ((pod.spec.nodeName ?? '') !== (old.spec.nodeName ?? '')) {
		errors.push(forbidden('status.nodeName', 'may not be changed directly'));
	}

	const nominated = pod.status?.nominatedNodeName;
	if (nominated && nominated !== old.status?.nominatedNodeName) {
		refuseEach(errors, 'status.nominatedNodeName', nominated, dnsSubdomainErrors(nominated));
		if (old.spec.nodeName) {
			errors.push(forbidden('status.nominatedNodeName', 'may not be set on pods that are already bound to a node'));
		}
	}

	checkImmutable(errors, 'status.qosClass', pod.status?.qosClass, old.status?.qosClass);
	for (const kind of ['podIPs', 'hostIPs'] as const) {
		for (const [index, {ip}] of (pod.status?.[kind] ?? []).entries()) {
			checkIP(errors, `status.${kind}[${index}]`, ip);
		}
	}
};

/** What may change of a Pod, by the endpoint that is asked. */
export const checkPodUpdate = (errors: Errors, pod: Pod, old: Pod, subresource: string): void => {
	checkMetadataUpdate(errors, pod.metadata, old.metadata);
	if (subresource === 'status') {
		checkStatus(errors, pod, old);
		return;
	}

	checkPod(errors, pod);
	if (subresource === 'resize') {
		checkResize(errors, pod, old);
		return;
	}

	checkAnnotations(errors, pod, old);
	if (subresource === 'ephemeralcontainers') {
		checkEphemeral(errors, pod, old);
	} else {
		checkSpecUpdate(errors, pod.spec, old.spec);
	}
};
