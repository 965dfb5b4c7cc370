import type {ObjectMeta} from '../../objects/kubernetes.generated.js';

interface Class {
	readonly metadata: ObjectMeta;
}

/** The class marked as default by an annotation; of several the newest, and of equally new ones the first by name. */
export const defaultClass = <T extends Class>(
	classes: readonly T[],
	...annotations: readonly string[]
): T | undefined =>
	classes
		.filter(({metadata}) => annotations.some((annotation) => metadata.annotations?.[annotation] === 'true'))
		.sort((a, b) => {
			if (a.metadata.creationTimestamp === b.metadata.creationTimestamp) {
				return a.metadata.name < b.metadata.name ? -1 : 1;
			}

			return a.metadata.creationTimestamp < b.metadata.creationTimestamp ? 1 : -1;
		})[0];
