import {equal, equalBeside} from '../../kernel/equality.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';

/** Whether two states of an object are equal, their `managedFields` left aside. */
export const isSameBesideFields = (one: KubernetesObject, other: KubernetesObject): boolean =>
	equalBeside(one.metadata, other.metadata, 'managedFields') && equalBeside(one, other, 'metadata');

/**
Whether two states of an object are equal. Their `managedFields` are compared last: other differences are more likely, and then
`managedFields` need not be computed.
*/
export const isSameObject = (one: KubernetesObject, other: KubernetesObject): boolean =>
	isSameBesideFields(one, other) && equal(one.metadata.managedFields, other.metadata.managedFields);
