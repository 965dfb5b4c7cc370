import type {Hop, Loss, LossResult} from '../stages/facts/network/traffic.js';
import type {Routine} from '../kernel/routine.js';

/** The addresses of a name. */
export interface Resolved {
	/** The name, with the cluster's domain if that was added. */
	readonly name: string;
	/** The name with a CNAME record to it, such as that of a Service of type ExternalName. */
	readonly alias?: string;
	readonly addresses: readonly string[];
	/** Whether it is outside the cluster, and assumed to exist. */
	readonly isOutside: boolean;
}

/** The result of a resolver. */
export type Lookup =
	| ({readonly case: 'found'} & Resolved)
	/** The name does not exist. */
	| {readonly case: 'unknown'}
	/** The name server does not answer. */
	| {readonly case: 'silent'};

/** A container's Pod. */
interface PodName {
	readonly namespace: string;
	readonly pod: string;
}

/** The services that the containers of a node can reach. The cluster's composition provides it, because the runtime has no access to Services or rules. */
export interface ContainerNetwork {
	/** Sends a query to the DNS server of the Pod's resolv.conf. */
	lookUp(
		from: PodName,
		host: string,
	): Exclude<Lookup, {readonly case: 'silent'}> | {readonly case: 'silent'; readonly loss: Loss};
	/** The name that the DNS has for an address. */
	nameOf(from: PodName, ip: string): string | undefined;
	/** Opens a TCP connection. `pod`, as `namespace/name`, answers at `endpoint`, which is `ip:port`. */
	connect(
		from: PodName,
		ip: string,
		port: number,
	): {
		readonly node: string;
		readonly hops: readonly Hop[];
		readonly endpoint?: string;
		readonly pod?: string;
		readonly outcome: 'open' | 'outside' | LossResult;
		readonly loss?: Loss;
	};
}

/** One invocation of kubectl inside a container. */
export interface KubectlCall {
	/** The apiserver, as the Pod's variables name it; `undefined` where the Pod does not know it. */
	readonly server?: string;
	/** The token and the namespace of the Pod's service account; `undefined` where none is mounted. */
	readonly token?: string;
	readonly namespace?: string;
	/** The text of the container's kubeconfig. */
	readonly kubeconfig?: string;
	/** The files that its words name, and those of the folders that they name. */
	readonly files: Readonly<Record<string, string>>;
	readonly stdin?: string;
	readonly words: readonly string[];
}

/** The output of kubectl. */
export interface KubectlResult {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

/** Runs kubectl; the composition of the cluster provides it, as programs of containers do not know kubectl. */
export type RunKubectl = (call: KubectlCall) => Routine<KubectlResult>;
