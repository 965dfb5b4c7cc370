import type {Stop} from '../../kernel/stop.js';

/** `namespace/name` of the Pod that a stop is about. */
export const podOf = ({object = ''}: Stop): string => object.slice('/registry/pods/'.length);
