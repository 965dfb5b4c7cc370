import type {ClusterRecording} from '../../cluster.js';

/** Where something is done: a copy on which one only looks, or the run that continues with it. */
export interface Futures {
	readonly copy: () => ClusterRecording;
	readonly next: () => ClusterRecording;
}
