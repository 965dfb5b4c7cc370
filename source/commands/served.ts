import type {ClusterRecording} from '../cluster.js';
import {Hold} from '../serve/hold.js';
import {Pace} from '../serve/pace.js';
import {ApiFace} from '../serve/server.js';

/** The server, for the caller that controls it. */
export interface Served {
	readonly recording: ClusterRecording;
	readonly pace: Pace;
	readonly hold: Hold;
	readonly face: ApiFace;
	readonly address: string;
	/** The line that points kubectl at it. */
	readonly exported: string;
}
