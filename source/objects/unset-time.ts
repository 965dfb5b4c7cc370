import type {Time} from './kubernetes.generated.js';

/** How JSON shows a time that was never set: Go prints a zero `metav1.Time` as null if the field cannot be left out. */
export const unsetTime = null as unknown as Time;
