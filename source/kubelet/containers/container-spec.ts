import type {Container, Pod} from '../../objects/kubernetes.generated.js';

/** Where a container stands in its Pod, as events name it. */
export const fieldPath = (pod: Pod, name: string): string => {
	const group = pod.spec.initContainers?.some((container) => container.name === name)
		? 'initContainers'
		: pod.spec.ephemeralContainers?.some((container) => container.name === name)
			? 'ephemeralContainers'
			: 'containers';
	return `spec.${group}{${name}}`;
};

/** What a Pod's spec says of one of its containers. */
export const containerSpec = ({spec}: Pod, name: string): Container | undefined =>
	[
		...spec.containers,
		...(spec.initContainers ?? []),
		...((spec.ephemeralContainers ?? []) as readonly Container[]),
	].find((container) => container.name === name);
