import {describeKind} from '../kind.js';

/** How many replicas something has: what the `scale` endpoint of many kinds speaks. */
export const scale = describeKind('autoscaling/v1 Scale', {});
