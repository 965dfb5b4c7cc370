import {forbidden, invalid} from '../../objects/field-error.js';
import type {Container, Pod, PodSpec} from '../../objects/kubernetes.generated.js';
import {qosClass} from '../../objects/pod.js';
import {type Errors} from '../validation/checks.js';
import {mirror} from './create.js';
import {semanticEqual} from '../../kernel/equality.js';

type Resources = NonNullable<Container['resources']>;
type Kind = 'containers' | 'initContainers';

const lists = [
	['requests', 'resource requests'],
	['limits', 'resource limits'],
] as const;

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

/** Pods that cannot be resized at all. */
export const resizeRefusal = ({metadata, spec}: Pod): string | undefined => {
	if (metadata.annotations?.[mirror] !== undefined) {
		return 'static pods cannot be resized';
	}

	return spec.os?.name === 'windows' ? 'windows pods cannot be resized' : undefined;
};

/** @mirrors ValidatePodResize */
export const checkResize = (errors: Errors, pod: Pod, old: Pod): void => {
	if (qosClass(old) !== qosClass(pod)) {
		errors.push(invalid('spec', pod.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing'));
	}

	const running = old.status?.containerStatuses?.find(({state}) => state?.running);
	if (running && !running.resources) {
		errors.push(forbidden('spec', 'Pod running on node without support for resize'));
	}

	const whole = checkWhole(errors, pod.spec, old.spec);
	if (hasAllocatableClaims(old)) {
		errors.push(forbidden('spec', 'pods with node allocatable resource claims cannot be resized'));
	}

	const before = errors.length;
	checkOrder(errors, 'containers', pod, old);
	checkOrder(errors, 'initContainers', pod, old);
	if (errors.length > before) {
		return;
	}

	checkKept(errors, 'initContainers', pod, old);
	checkKept(errors, 'containers', pod, old);
	const compared = {
		...pod.spec,
		resources: whole,
		containers: checkContainerSizes(errors, pod.spec.containers, old.spec.containers) ?? [],
		initContainers: checkInitContainerSizes(errors, pod.spec.initContainers, old.spec.initContainers),
	};
	if (errors.length === 0 && !semanticEqual(compared, old.spec)) {
		errors.push(forbidden('spec', 'only cpu and memory resources are mutable'));
	}
};

const hasAllocatableClaims = ({status}: Pod): boolean =>
	(status?.nodeAllocatableResourceClaimStatuses?.length ?? 0) > 0;

const isRemoved = (now: Resources['requests'], old: Resources['requests']): boolean =>
	Object.keys(old ?? {}).some((name) => now?.[name] === undefined);

/** Checks the Pod-level resources as if CPU and memory were unchanged. @mirrors validatePodLevelResourcesResize */
const checkWhole = (errors: Errors, {resources: now}: PodSpec, {resources: old}: PodSpec): Resources | undefined => {
	const amounts = [now?.requests, now?.limits, old?.requests, old?.limits];
	if (amounts.every((list) => Object.keys(list ?? {}).length === 0)) {
		return now;
	}

	if (old && !now) {
		errors.push(forbidden('spec.resources', 'pod-level resources cannot be removed'));
		return now;
	}

	for (const [list, word] of lists) {
		if (isRemoved(now?.[list], old?.[list])) {
			errors.push(forbidden(`spec.resources.${list}`, `pod-level ${word} cannot be removed`));
		}
	}

	const same = now && {
		...now,
		limits: cpuAndMemoryOf(now.limits, old?.limits),
		requests: cpuAndMemoryOf(now.requests, old?.requests),
	};
	const kept = old || Object.values(same ?? {}).some((value) => value !== undefined) ? same : undefined;
	if (!semanticEqual(kept, old)) {
		errors.push(forbidden('spec', 'only cpu and memory resources are mutable at pod-level'));
	}

	return kept;
};

/** @mirrors validatePodResizeContainerOrdering */
const checkOrder = (errors: Errors, kind: Kind, pod: Pod, old: Pod): void => {
	const now = pod.spec[kind] ?? [];
	const before = old.spec[kind] ?? [];
	if (now.length !== before.length) {
		errors.push(forbidden(`spec.${kind}`, `${kind} may not be added or removed on resize`));
		return;
	}

	for (const [index, container] of now.entries()) {
		if (container.name !== before[index]?.name) {
			errors.push(forbidden(`spec.${kind}[${index}].name`, `${kind} may not be renamed or reordered on resize`));
		}
	}
};

/** A request of a container may increase or decrease, but not disappear. @mirrors validateContainerResize */
const checkKept = (errors: Errors, kind: Kind, pod: Pod, old: Pod): void => {
	for (const [index, {resources}] of (old.spec[kind] ?? []).entries()) {
		for (const [list, word] of lists) {
			if (isRemoved(pod.spec[kind]?.[index]?.resources?.[list], resources?.[list])) {
				errors.push(forbidden(`spec.${kind}[${index}].resources.${list}`, `${word} cannot be removed`));
			}
		}
	}
};

const checkContainerSizes = (
	errors: Errors,
	now: readonly Container[] | undefined,
	before: readonly Container[] | undefined,
): readonly Container[] | undefined =>
	now?.map((container, index) => {
		const old = before?.[index] ?? container;
		const same = withOldSize(container, old);
		if (!semanticEqual(same, withOldSize(old, old))) {
			errors.push(forbidden('spec', 'only cpu and memory resources are mutable'));
		}

		return {...same, resources: old.resources};
	});

const checkInitContainerSizes = (
	errors: Errors,
	now: readonly Container[] | undefined,
	before: readonly Container[] | undefined,
): readonly Container[] | undefined =>
	now?.map((container, index) => {
		const old = before?.[index] ?? container;
		const field = `spec.initContainers[${index}]`;
		const same = withOldSize(container, old);
		if (!semanticEqual(same, withOldSize(old, old))) {
			const detail = 'only cpu and memory resources for init or sidecar containers are mutable';
			errors.push(forbidden(field, detail));
		}

		const restarts = container.resizePolicy?.some(({restartPolicy}) => restartPolicy === 'RestartContainer');
		if (container.restartPolicy !== 'Always' && restarts && !semanticEqual(container, old)) {
			const detail = 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
			errors.push(forbidden(field, detail));
		}

		return {...same, resources: old.resources};
	});
