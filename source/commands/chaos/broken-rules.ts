import type {ClusterRecording} from '../../cluster.js';
import {Invariants} from '../../invariants/invariants.js';

/** The rules of Kubernetes that a run has broken, each once. */
export const brokenRules = (recording: ClusterRecording): readonly string[] => [
	...new Set(new Invariants(recording).advance().map(({rule}) => rule)),
];
