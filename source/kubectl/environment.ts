import type {Client} from '../client/client.js';
import type {Credentials} from '../client/request.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Routine} from '../kernel/routine.js';

/** A command to run in a container. */
export interface ExecRequest {
	readonly namespace: string;
	readonly pod: string;
	readonly container: string;
	readonly command: readonly string[];
	readonly stdin?: string;
}

/** What a command in a container answers. */
export interface ExecAnswer {
	readonly stdout: string;
	readonly stderr: string;
	readonly code: number;
}

/** What one invocation of kubectl finds around itself: a terminal, a home directory, files, and a way to reach the server. */
export interface Environment {
	readonly kernel: Kernel;
	/** Opens a connection to the cluster's apiserver that proves who the caller is. */
	readonly connect: (credentials: Credentials) => Client;
	/** Text of `~/.kube/config`. */
	readonly kubeconfig: string;
	/** Files by path; a folder is what its files' paths begin with. */
	readonly files: Readonly<Record<string, string>>;
	readonly stdin?: string;
	readonly write: (stream: 'stdout' | 'stderr', text: string) => void;
	/** Runs a command in a container; without it `kubectl exec` is refused. */
	readonly exec?: (request: ExecRequest) => Routine<ExecAnswer>;
	/** Receives the text of the kubeconfig after `kubectl config use-context` and the like. */
	readonly writeKubeconfig?: (text: string) => void;
}
