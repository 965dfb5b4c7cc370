import type {Time} from './kubernetes.generated.js';

/** The JSON of a time that was never set: Go prints a zero `metav1.Time` as null if the field cannot be omitted. */
export const unsetTime = null as unknown as Time;
