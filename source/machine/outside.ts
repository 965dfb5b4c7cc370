import type {Hop, Loss, LossResult} from '../stages/facts/network/traffic.js';
import type {Routine} from '../kernel/routine.js';

/** The addresses of a name. */
export interface Resolved {
	/** With the domain of the cluster, where that was added. */
	readonly name: string;
	/** The name that leads to it by a CNAME record, as that of a Service of type ExternalName does. */
	readonly alias?: string;
	readonly addresses: readonly string[];
	/** It is outside the cluster: assumed to exist. */
	readonly isOutside: boolean;
}

/** The result of a resolver. */
export type Lookup =
	| ({readonly case: 'found'} & Resolved)
	/** There is no such name. */
	| {readonly case: 'unknown'}
	/** The name server does not answer. */
	| {readonly case: 'silent'};

/** A container's Pod. */
interface PodName {
	readonly namespace: string;
	readonly pod: string;
}

/** The services that the containers of a node can reach. The composition of the cluster provides it, as the runtime knows neither Services nor rules. */
export interface ContainerNetwork {
	/** Asks the DNS of the Pod's resolv.conf. */
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
	/** Text of a kubeconfig that the container has. */
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
