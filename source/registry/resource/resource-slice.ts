import {describeKind} from '../kind.js';

/** The devices that a driver has at a node. */
export const resourceSlice = describeKind('resource.k8s.io/v1 ResourceSlice', {generation: 'counts changes'});
