import type {Routine} from '../kernel/routine.js';

/** Who the other side can prove the caller to be. */
export interface Credentials {
	/** Subject of a verified client certificate: CN is the user, O the groups. */
	readonly certificate?: {readonly commonName: string; readonly organizations: readonly string[]};
	/** Bearer token. */
	readonly token?: string;
}

/** One HTTP request as the apiserver sees it. Names of headers are lower case. */
export interface Request {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
	/** Without the query: `/api/v1/namespaces/default/pods`. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly certificate?: Credentials['certificate'];
	/** A decoded JSON value, from callers inside the simulation. */
	readonly body?: unknown;
	/** The body as text, from callers whose bytes have yet to be decoded; wins over `body`. */
	readonly text?: string;
	/** Receives the events of a watch (`?watch=true`) until the connection ends. */
	readonly onEvent?: (event: WatchEvent) => void;
}

export interface Response {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** A decoded JSON value, or text for endpoints that answer in text (`/healthz`, `log`). */
	readonly body: unknown;
	/** `Warning` headers, each the text alone. */
	readonly warnings?: readonly string[];
	/** Of a watch: ends it from the client's side. */
	readonly close?: () => void;
}

export interface WatchEvent {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
	readonly object: unknown;
}

/** The apiserver as its callers know it: runs in the caller's process, so that stepping into a request crosses the wire. Never throws for an answer of 4xx or 5xx. */
export type Handler = (request: Request) => Routine<Response>;
