import type {Stream} from '../client/request.js';
import type {Routine} from '../kernel/routine.js';

export interface ExecRequest {
	readonly containerId: string;
	readonly cmd: readonly string[];
	readonly tty: boolean;
	readonly stdin: boolean;
}

export interface AttachRequest {
	readonly containerId: string;
	readonly tty: boolean;
	readonly stdin: boolean;
}

export interface PortForwardRequest {
	/** uid of the Pod. */
	readonly uid: string;
	readonly pod: string;
	/** The Pod's address, as in its status. */
	readonly ip: string;
}

/** The streaming server of the runtime: the kubelet passes the connection of a client on to it. @param object ledger key of the Pod. @mirrors k8s.io/cri-streaming Runtime */
export interface StreamingService {
	/** Runs a command with its input and output on a stream, to its end. */
	exec(request: ExecRequest, object: string, stream: Stream): Routine;
	/** Connects a stream with a container's first process. */
	attach(request: AttachRequest, object: string, stream: Stream): Routine;
	/** Connects each connection of a stream with a port of a Pod. */
	portForward(request: PortForwardRequest, object: string, stream: Stream): Routine;
}
