import {partMetadata} from '../kept-fields.js';
import {describeKind} from '../kind.js';

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/ */
export const resourceClaim = describeKind('resource.k8s.io/v1 ResourceClaim', {
	statusEndpoint: {keeps: partMetadata, resets: ['spec', 'metadata']},
});
