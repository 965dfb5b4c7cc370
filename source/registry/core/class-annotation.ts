import type {ObjectMeta} from '../../objects/kubernetes.generated.js';

const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

/** Volumes and claims used to have their class in an annotation. */
export const classAnnotationWarnings = ({annotations}: ObjectMeta): string[] =>
	annotations?.[classAnnotation] === undefined
		? []
		: [`metadata.annotations[${classAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`];
