import type {ObjectMeta} from '../../objects/kubernetes.generated.js';
import type {Given} from '../defaults/type-defaults.js';

/** An object without labels has those of its template. */
export const takeLabels = (draft: {metadata?: Given<ObjectMeta>}, labels: ObjectMeta['labels']): void => {
	if (labels && Object.keys(draft.metadata?.labels ?? {}).length === 0) {
		draft.metadata = {...draft.metadata, labels};
	}
};
