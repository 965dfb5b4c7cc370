import type {Container, Pod} from '../../objects/kubernetes.generated.js';

/** The path of a container in its Pod, as in events: `spec.initContainers{first}`. */
export const fieldPath = (pod: Pod, name: string): string => {
	const special = (['initContainers', 'ephemeralContainers'] as const).find((group) =>
		pod.spec[group]?.some((container) => container.name === name),
	);
	const group = special ?? 'containers';
	return `spec.${group}{${name}}`;
};

/** A container of a Pod of any kind, by its name. */
export const containerSpec = ({spec}: Pod, name: string): Container | undefined =>
	[...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].find(
		(container) => container.name === name,
	);

/** Number of a port of a container, which may be given by name; 0 if no port has that name. */
export const portNumber = (pod: Pod, container: string, port: number | string): number =>
	typeof port === 'number' || /^\d+$/.test(port)
		? Number(port)
		: (containerSpec(pod, container)?.ports?.find(({name}) => name === port)?.containerPort ?? 0);
