import {isKind, type KindName, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {Kinds} from '../objects/kubernetes.generated.js';
import type {Finding, Scene} from './symptom.js';

/** The finding of a row of the table in an object. */
export type Found = Omit<Finding, 'symptom'> | undefined;

/** A symptom: the signs by which an object has it, and all its consequences. */
export interface Row {
	readonly symptom: string;
	readonly find: (object: KubernetesObject, scene: Scene, key: string) => Found;
}

/** A symptom of objects of one kind. */
export const row = <K extends KindName>(
	symptom: string,
	kind: K,
	find: (object: Kinds[K], scene: Scene, key: string) => Found,
): Row => ({
	symptom,
	find: (object, scene, key) => (isKind(object, kind) ? find(object, scene, key) : undefined),
});
