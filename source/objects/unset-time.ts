import type {Time} from './kubernetes.generated.js';

/** What a time that was never set is in JSON: Go prints a zero `metav1.Time` that may not be left out as null. */
export const unsetTime = null as unknown as Time;
