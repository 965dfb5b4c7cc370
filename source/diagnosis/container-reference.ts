import type {Container, ContainerStatus, Pod} from '../objects/kubernetes.generated.js';
import {isSidecar} from '../objects/pod.js';
import type {FieldPath} from '../objects/unstructured.js';
import type {Saying} from './words/words.js';

/** A container of a Pod: its spec, its status, and its place in the file. */
export interface PodContainer {
	readonly name: string;
	readonly spec: Container;
	readonly status: ContainerStatus;
	/** `['spec', 'containers', 0]`. */
	readonly field: FieldPath;
	/** Whether the container must end before the next ones start. */
	readonly isInit: boolean;
	/** `init container prepare`. */
	readonly words: Saying;
}

const inList = (
	pod: Pod,
	list: 'initContainers' | 'containers',
	statuses: readonly ContainerStatus[] = [],
): PodContainer[] =>
	(pod.spec[list] ?? []).flatMap((spec, index) => {
		const status = statuses.find(({name}) => name === spec.name);
		const isInit = list === 'initContainers' && !isSidecar(spec);
		return status
			? [
					{
						name: spec.name,
						spec,
						status,
						field: ['spec', list, index],
						isInit,
						words: ({pods}) => (isInit ? pods.initContainer : pods.container)(spec.name),
					},
				]
			: [];
	});

/** The containers of a Pod that are reported, init containers first. */
export const containersOf = (pod: Pod): readonly PodContainer[] => [
	...inList(pod, 'initContainers', pod.status.initContainerStatuses),
	...inList(pod, 'containers', pod.status.containerStatuses),
];
