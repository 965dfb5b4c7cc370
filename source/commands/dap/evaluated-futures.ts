import type {ClusterRecording} from '../../cluster.js';

/** The place of an action: a copy for reading, or the run that continues with it. */
export interface Futures {
	readonly copy: () => ClusterRecording;
	readonly next: () => ClusterRecording;
}
