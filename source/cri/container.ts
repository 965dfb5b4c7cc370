import type {ContainerConfig, LinuxResources} from './messages.js';
import type {Sandbox} from './pod-sandbox.js';

/**
A container as the runtime lists it: its state at the moment of the answer. A later state needs another question.

@see https://kubernetes.io/docs/concepts/containers/cri/
*/
export interface CRIContainer {
	readonly id: string;
	/** Its sandbox at the time of the container's creation. */
	readonly sandbox: Sandbox;
	readonly config: ContainerConfig;
	readonly name: string;
	/** The number of earlier containers with this name in the Pod. */
	readonly attempt: number;
	/** Full name of its image: `docker.io/library/nginx:1.27`. */
	readonly imageName: string;
	readonly imageID: string;
	/** The uid or name of the user in the image, or the assumed user; root if absent. */
	readonly imageUser?: string;
	readonly state: 'CREATED' | 'RUNNING' | 'EXITED';
	readonly isRunning: boolean;
	/** Times of the simulation in milliseconds, and as the API writes them; 0 and `''` until then. */
	readonly startedAtMs: number;
	readonly startedAt: string;
	readonly finishedAtMs: number;
	readonly finishedAt: string;
	readonly exitCode: number;
	/** `Completed`, `Error`, `OOMKilled`, `StartError`; empty until it has ended. */
	readonly reason: string;
	/** The termination message. */
	readonly message: string;
	/** Its current limits; at first, those of its configuration. */
	readonly resources: LinuxResources;
}
