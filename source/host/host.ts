import type {Kernel} from '../kernel/kernel.js';
import type {Routine} from '../kernel/routine.js';
import type {HostFiles} from './host-files.js';

/** The target of a kubelet's HTTP request. */
export interface HTTPTarget {
	readonly uid: string;
	readonly ip: string;
	readonly port: number;
	readonly path: string;
	readonly scheme: string;
	readonly timeoutMs: number;
	/** Whether the answer is forwarded: then redirects are not followed. */
	readonly isPassedOn?: boolean;
	/** The parts of a request beside its path; a GET by default. */
	readonly sent?: {readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body: string};
}

/** The result: a response, or the error in Go's words. */
export type HTTPAnswer =
	| {readonly error: string}
	| {
			readonly status: number;
			readonly body: string;
			/** Redirect to another host: the kubelet does not follow it. */
			readonly elsewhere?: boolean;
			/** The target of a redirect that is not followed. */
			readonly to?: string;
			/** The headers of a forwarded answer, in their order. */
			readonly headers?: ReadonlyArray<readonly [name: string, value: string]>;
	  };

/** The answer of a gRPC health service. `refused`: nothing listens; `other-protocol`: the server does not speak gRPC. */
export type HealthAnswer =
	| {readonly case: 'refused' | 'unknown-service' | 'other-protocol'}
	| {readonly case: 'answer'; readonly serving: string | undefined};

/** Connections from a node to the ports of its Pods. */
export interface HostNetwork {
	/** Whether a connection is accepted. @param uid of the Pod. */
	isOpen(uid: string, port: number): boolean;
	/** Sends a request to a Pod's port; follows redirects on the same host. */
	httpGet(target: HTTPTarget): Routine<HTTPAnswer>;
	/** Sends a request to a gRPC health service. */
	checkHealth(uid: string, port: number, service: string): HealthAnswer;
}

/**
The part of a node's system that shuts it down: it reports a shutdown, and waits for the holders of delay locks or until their time is over.

@see https://systemd.io/INHIBITOR_LOCKS/
*/
export interface ShutdownInhibitor {
	/** Calls `prepare` when the system is about to shut down, and when the shutdown is cancelled. @returns a function that ends it. */
	monitor(prepare: (isShuttingDown: boolean) => void): () => void;
	/** Takes a delay lock. @returns a function that releases it. */
	inhibit(delayMs: number): () => void;
}

/** A device for containers, and its changes to them. */
export interface CDIDevice {
	readonly name: string;
	/** `NAME=value`. */
	readonly env: readonly string[];
}

/**
The descriptions of devices below `/var/run/cdi`: drivers write them, the runtime reads them.

@see https://github.com/cncf-tags/container-device-interface/blob/main/SPEC.md
*/
export interface DeviceDescriptions {
	/** @param owner their claim: the file is deleted with it. @param kind `vendor/class`. @returns the names in containers' requests. */
	write(owner: string, kind: string, devices: readonly CDIDevice[]): readonly string[];
	remove(owner: string, kind: string): void;
}

/** A line of a container's log, as the CRI log format keeps it. */
export interface LogLine {
	readonly time: string;
	readonly stream: 'stdout' | 'stderr';
	readonly text: string;
}

/** A reader that follows a log as it is written. */
export interface LogReader {
	/** @param text the original text, with line endings. */
	readonly onLines: (lines: readonly LogLine[], text: string) => void;
	/** The container has ended. */
	readonly onEnd: () => void;
}

/** A log file below `/var/log/pods`. */
export interface LogFile {
	readonly lines: readonly LogLine[];
	/** Reads on as it is written; absent when the container has ended. @returns a function that ends it. */
	readonly follow: ((reader: LogReader) => () => void) | undefined;
}

/** The operating system of a node, as the processes on it use it. */
export interface Host {
	/** The clock and the processes of the simulation. */
	readonly kernel: Kernel;
	/** Name of the node. */
	readonly name: string;
	readonly files: HostFiles;
	readonly network: HostNetwork;
	readonly shutdowns: ShutdownInhibitor;
	readonly devices: DeviceDescriptions;
	/** The number of restarts of the node. */
	readonly boots: number;
	/** The log of a container; `undefined` if the node has no such container. */
	logFile(containerId: string): LogFile | undefined;
	/** The most free bytes; infinite without a fault. */
	free(of: 'disk' | 'memory'): number;
	/** Whether this call of a CSI driver's node plug-in fails. */
	failsCSI(): boolean;
	/** Calls the observer on every change of the free space. @returns a function that ends it. */
	onShortage(observer: () => void): () => void;
	/** Calls the observer when a container of a Pod, named by its uid, has written files. @returns a function that ends it. */
	onWritten(observer: (uid: string) => void): () => void;
}
