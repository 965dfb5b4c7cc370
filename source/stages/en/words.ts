export {controllerNameOf, keyOf, lastPartOf, nameOf, ownKind, podOf} from '../stop-names.js';

/** A number with its noun: `1 Pod`, `3 Pods`. @param many where an s is not enough. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
