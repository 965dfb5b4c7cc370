import {createServer, type Server} from 'node:https';
import type {AddressInfo, Socket} from 'node:net';
import type {Duplex} from 'node:stream';
import type {TLSSocket} from 'node:tls';
import type {CertificateAuthority, Identity} from './certificates.js';
import {Clients} from './clients.js';
import {answerRequest, type Exchanges} from './answer-request.js';
import {multiplexed} from './multiplexed.js';
import {defaultLimits, Room, type Limits} from './limits.js';
import {SharedBytes} from './shared-bytes.js';
import type {Pace} from './pace.js';
import {admitSocket} from './first-bytes.js';
import {upgrade} from './upgrade.js';

export interface ServerOptions {
	readonly authority: CertificateAuthority;
	/** The server's own certificate, where another authority has signed it. */
	readonly identity?: Identity;
	/** An additional authority for client certificates, as PEM. */
	readonly clientAuthority?: string;
	/** The address of this machine on which to listen. */
	readonly host: string;
	/** 0: any that is free. */
	readonly port: number;
	readonly limits?: Partial<Limits>;
}

/** Names and addresses of a server that listens at `host`. */
const namesFor = (host: string): readonly string[] => [
	...new Set(['localhost', '127.0.0.1', '::1', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc', host]),
];

/**
Bytes that are not a request get an error in words; an idle, slow or lost connection ends without one.

@mirrors net/http conn.serve
*/
const refuseBytes = (error: NodeJS.ErrnoException, socket: Duplex): void => {
	const unread = error.code?.startsWith('HPE_') ? '400 Bad Request' : undefined;
	const line = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : unread;
	if (line !== undefined && socket.writable) {
		socket.end(`HTTP/1.1 ${line}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${line}`);
	} else {
		socket.destroy();
	}
};

/** Replaces the server's own handling of connections. @returns that. */
const onlyListener = <Connection extends Socket>(
	server: Server,
	event: 'connection' | 'secureConnection',
): ((socket: Connection) => void) => {
	const [first, ...others] = server.listeners(event);
	if (!first || others.length > 0) {
		throw new Error('an HTTPS server handles its connections in an unexpected way');
	}

	server.removeAllListeners(event);
	return (socket) => {
		first.call(server, socket);
	};
};

/** The HTTPS face of a simulated apiserver. */
export class ApiFace {
	readonly #server: Server;
	readonly #sockets = new Set<Socket>();
	readonly #exchanges: Exchanges;
	#leavePace = (): void => {};

	constructor(
		readonly pace: Pace,
		readonly options: ServerOptions,
	) {
		const {authority, host} = options;
		const limits = {...defaultLimits, ...options.limits};
		this.#exchanges = {
			clients: new Clients(pace),
			limits,
			requests: new Room(limits.requests),
			longRunning: new Room(limits.longRunning),
			sharedBytes: new SharedBytes(),
		};
		const {certificate, key} = options.identity ?? authority.server(namesFor(host));
		this.#server = createServer(
			{
				cert: certificate,
				key,
				ca: [authority.certificate, ...(options.clientAuthority === undefined ? [] : [options.clientAuthority])],
				requestCert: true,
				// A client without a certificate may still have a token.
				rejectUnauthorized: false,
				minVersion: 'TLSv1.2',
				ALPNProtocols: ['h2', 'http/1.1'],
				maxHeaderSize: 1024 * 1024,
				headersTimeout: limits.headMs,
				connectionsCheckingInterval: Math.min(5000, limits.headMs),
				requestTimeout: limits.requestMs,
				keepAliveTimeout: limits.idleMs,
				joinDuplicateHeaders: true,
			},
			(message, response) => {
				void answerRequest(this.#exchanges, message, response, message.socket as TLSSocket);
			},
		);
		this.#server.on('upgrade', (message, socket, head) => {
			upgrade(this.#exchanges, message, socket as TLSSocket, head);
		});
		this.#server.on('clientError', refuseBytes);
		this.#server.maxConnections = limits.connections;
		// Node.js would leave out those beyond its own limit in silence: `requestOf` counts them.
		this.#server.maxHeadersCount = 0;
		this.#admit(limits.headMs);
		this.#chooseVersion(limits);
	}

	/** HTTP/2 if the client offers it; upgrades of connections use HTTP/1.1, which their clients request. */
	#chooseVersion(limits: Limits): void {
		const takes = multiplexed(limits, (message, response, socket) => {
			void answerRequest(this.#exchanges, message, response, socket);
		});
		const first = onlyListener(this.#server, 'secureConnection');
		this.#server.on('secureConnection', (socket: TLSSocket) => {
			socket.setNoDelay(true);
			if (socket.alpnProtocol === 'h2') {
				takes(socket);
			} else {
				first(socket);
			}
		});
	}

	/** Checks that each connection begins with TLS, and tracks all connections, to end them. */
	#admit(waitMs: number): void {
		const server = this.#server;
		const secure = onlyListener(server, 'connection');
		server.on('connection', (socket: Socket) => {
			this.#sockets.add(socket);
			socket.once('close', () => {
				this.#sockets.delete(socket);
			});
			admitSocket(socket, waitMs, (admitted) => {
				secure(admitted);
			});
		});
	}

	/** Closes the port while kube-apiserver is down, as on a real node, and opens it again afterwards. */
	#follow(port: number): void {
		const {pace, options} = this;
		this.#leavePace = pace.whenTurned(() => {
			const isDown = pace.recording.kernel.processes.get('kube-apiserver')?.state === 'crashed';
			if (isDown && this.#server.listening) {
				this.#server.close();
			} else if (!isDown && !this.#server.listening) {
				this.#server.listen(port, options.host);
			}
		});
	}

	/** The number of requests so far, and of those in progress. */
	get clients(): Clients {
		return this.#exchanges.clients;
	}

	/** @returns the address that clients use. @throws NodeJS.ErrnoException when the port is taken. */
	async listen(): Promise<string> {
		const {host, port} = this.options;
		await new Promise<void>((resolve, reject) => {
			this.#server.once('error', reject);
			this.#server.listen(port, host, () => {
				this.#server.off('error', reject);
				resolve();
			});
		});
		const address = this.#server.address() as AddressInfo;
		this.#follow(address.port);
		const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
		return `https://${reachable.includes(':') ? `[${reachable}]` : reachable}:${address.port}`;
	}

	/** Disconnects all clients and stops listening. */
	async close(): Promise<void> {
		this.#leavePace();
		const closed = new Promise<void>((resolve) => {
			this.#server.close(() => {
				resolve();
			});
		});
		for (const socket of this.#sockets) {
			socket.destroy();
		}

		await closed;
	}
}
