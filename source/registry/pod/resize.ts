import {forbidden, invalid} from '../../objects/field-error.js';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import {qosClass} from '../../objects/pod.js';
import {type Errors} from '../validation/checks.js';
import {mirror} from './create.js';
import {semanticEqual} from '../../kernel/equality.js';

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

	let compared = pod.spec;
	for (const kind of ['containers', 'initContainers'] as const) {
		const now = pod.spec[kind] ?? [];
		const before = old.spec[kind] ?? [];
		if (now.length !== before.length) {
			errors.push(forbidden(`spec.${kind}`, `${kind} may not be added or removed on resize`));
			return;
		}

		for (const [index, container] of now.entries()) {
			if (container.name !== before[index]?.name) {
				errors.push(forbidden(`spec.${kind}[${index}].name`, `${kind} may not be renamed or reordered on resize`));
				return;
			}
		}

		compared = {...compared, [kind]: checkSizes(errors, kind, now, before)};
	}

	if (errors.length === 0 && !semanticEqual(compared, old.spec)) {
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
		const old = before[index];
		if (!old) {
			return container;
		}

		const at = `spec.${kind}[${index}]`;
		if (kind === 'initContainers' && container.restartPolicy !== 'Always') {
			if (!semanticEqual(container, old)) {
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
		if (!semanticEqual(same, withOldSize(old, old))) {
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
