import type {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {TokenSource} from './token-source.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';

/** The caller's identity, as the connection proves it. */
export interface Credentials {
	/** Subject of a verified client certificate: CN is the user, O the groups. */
	readonly certificate?: {readonly commonName: string; readonly organizations: readonly string[]};
	/** Bearer token. */
	readonly token?: string;
	/** The source of each request's bearer token, if it is not constant. */
	readonly tokenSource?: TokenSource;
}

/** One HTTP request as the apiserver sees it. Names of headers are lower case. */
export interface Request {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
	/** The path without its query: `/api/v1/namespaces/default/pods`. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly certificate?: Credentials['certificate'];
	/** A decoded JSON value, from callers inside the simulation. */
	readonly body?: unknown;
	/** The body as undecoded text; takes precedence over `body`. */
	readonly text?: string;
	/** The body as received, if it is not text: protobuf. */
	readonly bytes?: Uint8Array;
	/** All values of the parameters that were given more than once; `query` has the first. */
	readonly repeated?: Readonly<Record<string, readonly string[]>>;
	/** Receives the events of a watch (`?watch=true`) until the connection ends. */
	readonly onEvent?: (event: WatchEvent) => void;
	/**
	Changes that the client of a watch ignores, decided from the object before and after: they count as sent, but are not delivered. The
	function depends only on the two objects, so one result serves all watches with it.
	*/
	readonly ignores?: Ignores;
	/** Receives the further text of a followed log (`?follow=true`). */
	readonly onText?: (text: string) => void;
	/** Called when the server ends a watch or a followed log. */
	readonly onEnd?: () => void;
	/** Called when an unreachable server can be reached again, for a client that retries; the same function for each attempt. */
	readonly onBack?: () => void;
	/** The client asks for the connection to be upgraded: exec, attach, port-forward. */
	readonly stream?: Stream;
}

/** An event of the client of an upgraded connection. */
export type StreamInput =
	/** A new connection to a port of the Pod. */
	| {readonly channel: number; readonly port: number}
	| {readonly channel: number; readonly data: Uint8Array}
	/** The client has closed this channel. */
	| {readonly channel: number; readonly ended: true}
	/** The connection has ended. */
	| {readonly gone: true};

/** An upgraded connection: bytes both ways in numbered channels. */
export interface Stream {
	readonly input: Mailbox<StreamInput>;
	/** Sends bytes, or text, to the client; `ended` closes the channel. */
	readonly send: (channel: number, data: Uint8Array | string, ended?: boolean) => void;
}

/** Channels of `v5.channel.k8s.io` for exec and attach. */
export const streamChannels = {stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4} as const;

export interface Response {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** A decoded JSON value, or text for endpoints that answer in text (`/healthz`, `log`). */
	readonly body: unknown;
	/** `Warning` headers, each the text alone. */
	readonly warnings?: readonly string[];
	/** No answer arrived: the error, in the words of Go's HTTP client. Status and body are those of a server that is unavailable. */
	readonly lost?: string;
	/** Ends a watch or a followed log from the client's side. */
	readonly close?: () => void;
	/** The routine that serves the stream after a 101, until it ends; the caller runs it. */
	readonly session?: () => Routine;
}

export interface WatchEvent {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
	readonly object: unknown;
}

/** Whether a client ignores a change of an object. */
export type Ignores = (before: KubernetesObject, after: KubernetesObject) => boolean;

/**
The apiserver's interface for its callers: it runs in the caller's process, so stepping into a request follows it to the server. Never
throws for an answer of 4xx or 5xx.
*/
export type Handler = (request: Request) => Routine<Response>;
