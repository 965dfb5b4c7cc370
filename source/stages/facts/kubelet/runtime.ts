import type {Hop, Loss, LossResult} from '../network/traffic.js';
import type {Refusal} from './refusal.js';

/** The facts of each call of the container runtime interface: at its start, and at its answer. */
interface CRIDetails {
	RunPodSandbox: {readonly asked: object; readonly answered: {readonly sandbox: string; readonly ip: string}};
	StopPodSandbox: {readonly asked: object; readonly answered: {readonly ip: string}};
	RemovePodSandbox: {readonly asked: object; readonly answered: {readonly sandbox: string}};
	UpdatePodSandboxResources: {readonly asked: object; readonly answered: object};
	CreateContainer: {
		readonly asked: {readonly container: string; readonly image: string};
		readonly answered: {readonly container: string; readonly id: string};
	};
	StartContainer: {
		readonly asked: {readonly container: string};
		readonly answered: {readonly container: string; readonly pid: number};
	};
	StopContainer: {
		readonly asked: {readonly container: string; readonly graceSeconds: number};
		readonly answered: {readonly container: string; readonly exitCode: number};
	};
	RemoveContainer: {
		readonly asked: {readonly container: string; readonly id: string};
		readonly answered: {readonly id: string};
	};
	UpdateContainerResources: {
		/** The request, with the CPUs on which it may run, if they change. */
		readonly asked: {readonly container: string; readonly cpusetCpus?: string};
		readonly answered: {readonly container: string; readonly cpusetCpus?: string};
	};
	ExecSync: {
		readonly asked: {readonly container: string; readonly command: readonly string[]};
		readonly answered: {readonly command: readonly string[]; readonly exitCode: number; readonly output: string};
	};
	PullImage: {
		readonly asked: {readonly image: string; readonly username: string | undefined};
		/** `downloaded`: bytes of layers that were not on the node yet. */
		readonly answered: {
			readonly image: string;
			readonly node: string;
			readonly bytes: number;
			readonly downloaded: number;
		};
	};
	RemoveImage: {
		readonly asked: {readonly image: string};
		readonly answered: {readonly image: string; readonly node: string; readonly bytes: number};
	};
}

/** A call that the kubelet makes and waits for. */
export type CRIMethod = keyof CRIDetails;

/** A call as it is made. */
export type CRIAsked = {
	readonly [Method in CRIMethod]: {
		readonly method: Method;
		/** The message, as protobuf prints it in JSON. */
		readonly request: unknown;
		readonly about: CRIDetails[Method]['asked'];
	};
}[CRIMethod];

/** A call as it is answered. */
export type CRIAnswered = {
	readonly [Method in CRIMethod]: {
		readonly method: Method;
		readonly answer: unknown;
		readonly about: CRIDetails[Method]['answered'];
	};
}[CRIMethod];

type CRIFacts =
	| ({
			readonly case: 'call';
			/** The gRPC method of its service, and the socket. */
			readonly call: string;
			readonly socket: string;
			readonly encoding: 'protobuf';
	  } & CRIAsked)
	| ({readonly case: 'answer'; readonly request: unknown} & CRIAnswered)
	| ({
			readonly case: 'error';
			readonly request: unknown;
			readonly error: {readonly code: string; readonly message: string};
	  } & Refusal);

/** A stream that the runtime opens for the kubelet, on behalf of a client of the apiserver. */
type SessionFacts =
	| {
			readonly case: 'exec';
			readonly node: string | undefined;
			readonly container: string;
			readonly command: readonly string[];
			readonly request: unknown;
	  }
	| {
			readonly case: 'exec-ended';
			readonly command: readonly string[];
			readonly answer: {readonly exitCode: number};
	  }
	| {
			readonly case: 'exec-failed';
			readonly command: readonly string[];
			readonly description: string;
			readonly message: string;
	  }
	| {readonly case: 'attach'; readonly node: string | undefined; readonly container: string; readonly request: unknown}
	/** The container does not run. */
	| {readonly case: 'not-running'; readonly container: string; readonly message: string}
	| {readonly case: 'connect'; readonly port: number; readonly listening: boolean; readonly request: unknown};

/**
The assumptions of a run. A program works; a host outside the cluster answers; an image has a numeric user other than root; a program creates
a Secret; a registry refuses pulls without credentials, or has a tag. git clones a repository; an image has a file, or needs memory to start.
*/
export type AssumedKind =
	'program' | 'host' | 'user' | 'secret' | 'registry' | 'tag' | 'repository' | 'file' | 'memory';

/** A process as `ps` shows it. */
export interface ProcessFacts {
	readonly pid: number;
	/** 0 where the parent is outside the namespace. */
	readonly ppid: number;
	/** A user's name, or the number of one that has none. */
	readonly user: string;
	/** `Z`: it has ended, and its parent has not asked how. */
	readonly state: 'S' | 'Z';
	readonly command: string;
}

/** Facts of the container runtime, its containers and its network plug-ins. */
export interface RuntimeFacts {
	'cri.*': CRIFacts | SessionFacts;
	'container.pause':
		| {
				readonly case: 'start';
				readonly image: string;
				readonly pid: number;
				readonly netns: string;
				readonly resolvConf: string;
				readonly hostname: string | undefined;
				/** Containers of the Pod see each other's processes. */
				readonly sharesProcesses: boolean;
		  }
		| {
				readonly case: 'reap';
				/** The owner of the processes. */
				readonly container: string;
				/** The process ids in the Pod's process namespace, lowest first. */
				readonly pids: readonly number[];
				/** The processes of the namespace while those are zombies. */
				readonly before: readonly ProcessFacts[];
				readonly after: readonly ProcessFacts[];
		  };
	'container.listen': {
		readonly container: string;
		/** The address; empty on the host's network. */
		readonly ip: string;
		readonly port: number;
		readonly open: boolean;
	};
	/** The files that a container has written since the last such stop, by path: the beginning and size of the file, or `undefined` if it was removed. */
	'container.files': {
		readonly container: string;
		readonly changes: ReadonlyArray<{
			readonly path: string;
			readonly kind: 'file' | 'directory' | 'link' | 'removed';
			/** Bytes. */
			readonly size: number;
			/** The beginning of the file. */
			readonly text: string;
		}>;
	};
	'container.log': {readonly container: string; readonly text: string};
	'container.signal':
		/** The runtime sends it. */
		| {readonly case: 'send'; readonly signal: string; readonly container: string; readonly pid: number}
		| {readonly case: 'ignore'; readonly signal: string; readonly program: string}
		| {
				readonly case: 'shut-down';
				readonly signal: string;
				readonly program: string;
				readonly exit: number;
				readonly afterMs: number;
				readonly ip: string;
		  }
		/** The container's first script or program receives it. */
		| {
				readonly case: 'script';
				readonly signal: string;
				readonly container: string;
				/** Whether it ends: it shares the process namespace of another container, and does not catch the signal. */
				readonly ends?: boolean;
				/** Whether its trap runs at once. */
				readonly interruptible: boolean;
		  };
	/** Its processes use more processor time than is simulated, and run slower from now on. */
	'container.busy': {readonly container: string; readonly command: string};
	/** Something that is not simulated, or not known, and that is assumed to be as a working cluster needs it. */
	'container.assume': {readonly kind: AssumedKind; readonly container: string; readonly what: string};
	/** A process of a container asks the DNS. `name` and `addresses`: its result; `isOutside`: a name outside the cluster, assumed to exist. `loss`: the reason why no answer arrives. */
	'container.resolve': {
		readonly container: string;
		readonly host: string;
		/** The name server of its resolv.conf. */
		readonly server: string;
		readonly result: 'found' | 'unknown' | 'silent';
		readonly name: string | undefined;
		readonly addresses: readonly string[];
		readonly isOutside: boolean;
		readonly loss: Loss | undefined;
	};
	/** A process of a container opens a TCP connection: its way, and its outcome. */
	'container.connect': {
		readonly container: string;
		/** `namespace/name` of its Pod. */
		readonly pod: string;
		readonly node: string;
		readonly ip: string;
		readonly port: number;
		readonly hops: readonly Hop[];
		/** `ip:port` of the accepting process. */
		readonly endpoint: string | undefined;
		/** `outside`: not in the cluster, assumed to answer. */
		readonly outcome: 'open' | 'outside' | LossResult;
		readonly loss: Loss | undefined;
	};
	'container.kill': {
		readonly why:
			| {readonly case: 'sandbox'}
			/** Its usage exceeds its limit; both are quantities. */
			| {readonly case: 'memory'; readonly container: string; readonly used: string; readonly limit: string}
			| {readonly case: 'grace'; readonly container: string; readonly graceSeconds: number};
		readonly signal: 'SIGKILL';
		readonly pid: number;
		readonly exitCode: 137;
	};
	'container.exit': {
		readonly container: string;
		readonly exitCode: number;
		readonly reason: string;
		/** Its termination message. */
		readonly message: string | undefined;
	};
	'container.request': {
		readonly pod: string;
		readonly path: string;
		readonly port: number;
		readonly status: number;
	};
	'cni.add.bridge':
		| {readonly case: 'start'; readonly input: unknown; readonly environment: Readonly<Record<string, string>>}
		| {
				readonly case: 'result';
				readonly output: unknown;
				/** The node's end of the veth pair, its target, and the address of eth0. */
				readonly host: string;
				readonly netns: string;
				readonly ip: string;
				readonly gateway: string;
		  };
	'cni.add.host-local':
		| {
				readonly case: 'reserve';
				readonly ip: string;
				readonly subnet: string;
				/** The last allocated address, from a file, from which it continues. */
				readonly lastReserved: string | undefined;
				readonly output: {readonly address: string; readonly gateway: string};
				/** The calling plug-in's input, on standard input. */
				readonly input: unknown;
		  }
		| {readonly case: 'exhausted'; readonly subnet: string; readonly message: string};
	'cni.add.portmap': {
		readonly node: string;
		readonly ip: string;
		readonly portMappings: ReadonlyArray<{readonly hostPort?: number; readonly containerPort: number}>;
		/** Its configuration, the ports, and the previous plug-in's result, on standard input. */
		readonly input: unknown;
	};
	'cni.del.bridge': {
		readonly environment: Readonly<Record<string, string>>;
		readonly released: string;
	};
	'cni.routes':
		| {readonly case: 'start'; readonly own: string; readonly podCIDR: string; readonly output: unknown}
		| ({readonly case: 'refused'; readonly own: string} & Refusal)
		| {
				readonly case: 'route';
				readonly own: string;
				/** The other node: its Pods, and the next hop of packets for them. */
				readonly node: string;
				readonly podCIDR: string;
				readonly via: string;
				readonly isGone: boolean;
		  }
		/** Many changes at once, as when a daemon starts: the number of routes that it sets, and that it removes. */
		| {readonly case: 'routes'; readonly own: string; readonly set: number; readonly gone: number};
}
