import type {Routine} from '../kernel/routine.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import type {Usage} from '../objects/resource-metrics.js';
import type {Handler, Stream} from './request.js';

/** A request that an apiserver's proxy sends to a Pod. */
export interface ProxiedRequest {
	readonly scheme: 'http' | 'https';
	readonly port: number;
	/** The path, with its query. */
	readonly path: string;
	readonly method: string;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** The answer of a server in a Pod. */
export interface ProxiedAnswer {
	readonly status: number;
	readonly body: string;
	/** Names in lower case. */
	readonly headers?: Readonly<Record<string, string>>;
}

/** The rest of a request for a container's log. */
export interface LogFollower {
	readonly onText: (text: string) => void;
	/** The container has ended: nothing more will arrive. */
	readonly onEnd: () => void;
}

/** A container's log, or why it cannot be read. */
export type LogAnswer =
	| {
			readonly text: string;
			/** Called when the reader of a followed log has disconnected. */
			readonly close?: () => void;
	  }
	| {readonly problem: string};

/** The use of the containers of a Pod at one moment. */
export interface PodSample {
	readonly namespace: string;
	readonly name: string;
	readonly containers: ReadonlyArray<{
		readonly name: string;
		/** The start, on the wall clock, in milliseconds. */
		readonly startedAtMs: number;
		readonly usage: Usage;
	}>;
}

/** A client's request to a Pod over an upgraded connection. */
export type StreamRequest =
	| {
			readonly kind: 'exec';
			readonly container: string;
			readonly command: readonly string[];
			readonly stdin: boolean;
			readonly tty: boolean;
	  }
	| {readonly kind: 'attach'; readonly container: string; readonly stdin: boolean; readonly tty: boolean}
	| {readonly kind: 'portforward'};

/** The kubelets' own HTTPS endpoints, port 10250, which the apiserver and metrics-server connect to. They run in the caller's process. */
export interface KubeletEndpoints {
	/** @param query of the request: `previous`, `tailLines`, `sinceSeconds`, `timestamps` … */
	readonly log: (
		pod: Pod,
		container: string,
		query: Readonly<Record<string, string>>,
		follower?: LogFollower,
	) => Routine<LogAnswer>;
	/** The answer at a port of a Pod, for the apiserver's proxies, or the error in Go's words. */
	readonly reach: (pod: Pod, request: ProxiedRequest) => Routine<ProxiedAnswer | {readonly error: string}>;
	/** The server of a node's kubelet for callers with an identity of their own; it answers `/metrics/resource` with {@link PodSample}s. @param address the node's, for errors. */
	readonly server: (node: string, address: string) => Handler;
	/** Serves a stream until it is over. */
	readonly stream: (pod: Pod, request: StreamRequest, stream: Stream) => Routine;
}
