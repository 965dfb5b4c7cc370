import type {Stop} from '../../kernel/stop.js';

/** `namespace/name` of the Pod that a stop is about. */
export const podOf = ({object = ''}: Stop): string => object.slice('/registry/pods/'.length);

/** A number with its noun: `1 Pod`, `3 Pods`. @param many where an s is not enough. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The name of the object that a stop is about. */
export const nameOf = ({object = ''}: Stop): string => object.slice(object.lastIndexOf('/') + 1);

/** `namespace/name` of the object that a stop is about, where it has a namespace. */
export const keyOf = ({object = ''}: Stop): string => object.split('/').slice(-2).join('/');

/** The controller of a stop `controller.<name>.…`. */
export const controllerNameOf = ({stage}: Stop): string => stage.split('.')[1] ?? '';
