import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, type Routine} from '../kernel/routine.js';
import {Client} from './client.js';
import type {Credentials, Handler, Request, Response, StreamInput, WatchEvent} from './request.js';

/** A request from a real wire. Plain data: it is part of a recording. */
export interface OutsideRequest extends Pick<Request, 'method' | 'path' | 'query' | 'headers' | 'text' | 'repeated'> {
	readonly certificate?: Credentials['certificate'];
	/** The body in base64, if it is not text. */
	readonly bytes?: string;
	/** The client asks for an upgrade of the connection. */
	readonly upgrade?: boolean;
}

/** An action of a client outside the simulation on one of its exchanges. Plain data. */
export type OutsideInput = {readonly exchange: number} & (
	| {readonly request: OutsideRequest}
	| {readonly channel: number; readonly port: number}
	/** Bytes in base64. */
	| {readonly channel: number; readonly data: string}
	| {readonly channel: number; readonly ended: true}
	| {readonly gone: true}
);

/** A message of the simulation to a client outside it. */
export type OutsideOutput =
	/** The answer; `open`: more follows. */
	| {readonly kind: 'answer'; readonly response: Response; readonly open: boolean}
	| {readonly kind: 'event'; readonly event: WatchEvent}
	| {readonly kind: 'text'; readonly text: string}
	| {readonly kind: 'data'; readonly channel: number; readonly data: Uint8Array | string; readonly ended: boolean}
	| {readonly kind: 'end'};

export type OutsideListener = (exchange: number, output: OutsideOutput) => void;

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

/** `kubectl` of `kubectl/v1.36.0 (linux/amd64) kubernetes/…`. */
const product = (headers: Readonly<Record<string, string>>): string =>
	/^[\w.-]{1,40}/.exec(headers['user-agent'] ?? '')?.[0] ?? 'client';

/**
Clients outside the simulation: their messages arrive as inputs, and one listener receives messages to them. Each exchange is a separate
process, so a request is answered step by step, like that of a component, and a client waits while its process is stopped.
*/
export class Outside {
	readonly #mailbox = new Mailbox<OutsideInput>('requests from outside');
	readonly #exchanges = new Map<number, Mailbox<StreamInput>>();
	#started = false;
	#listener: OutsideListener = () => {};

	constructor(
		readonly kernel: Kernel,
		readonly handler: Handler,
	) {}

	/** Sets the listener for messages to clients. It is outside the simulation and affects it only through `submit`. */
	listen(listener: OutsideListener): void {
		this.#listener = listener;
	}

	/** Submits an action of a client, for the present moment. */
	submit(input: OutsideInput): void {
		if (!this.#started) {
			this.#started = true;
			this.kernel.spawn('clients', 'clients', () => this.#accept());
		}

		this.kernel.send(this.#mailbox, input);
	}

	*#accept(): Routine {
		for (;;) {
			const {exchange, ...input} = yield* receive(this.#mailbox);
			if ('request' in input) {
				const {request} = input;
				this.kernel.spawn(`client/${exchange}`, product(request.headers), () => this.#exchange(exchange, request), {
					child: true,
				});
				continue;
			}

			const mailbox = this.#exchanges.get(exchange);
			if (mailbox) {
				this.kernel.send(mailbox, 'data' in input ? {...input, data: bytesOf(input.data)} : input);
			}
		}
	}

	*#exchange(exchange: number, request: OutsideRequest): Routine {
		const {kernel} = this;
		const input = new Mailbox<StreamInput>(`client/${exchange}`);
		this.#exchanges.set(exchange, input);
		const tell = (output: OutsideOutput): void => {
			this.#listener(exchange, output);
		};

		kernel.atExit(() => {
			this.#exchanges.delete(exchange);
			tell({kind: 'end'});
		});
		const {method, path, query, repeated, headers, certificate, text, bytes, upgrade} = request;
		const client = new Client(kernel, this.handler, product(headers), {certificate});
		const response = yield* client.exchange(method, path, {
			query,
			repeated,
			// A client that does not identify itself has no name.
			headers: {'user-agent': '', ...headers},
			text,
			bytes: bytes === undefined ? undefined : bytesOf(bytes),
			onEvent(event) {
				tell({kind: 'event', event});
			},
			onText(more) {
				tell({kind: 'text', text: more});
			},
			onEnd() {
				kernel.send(input, {gone: true});
			},
			...(upgrade
				? {
						stream: {
							input,
							send(channel, data, over = false) {
								tell({kind: 'data', channel, data, ended: over});
							},
						},
					}
				: {}),
		});
		const {close, session} = response;
		tell({kind: 'answer', response, open: Boolean(close ?? session)});
		if (session) {
			yield* session();
		} else if (close) {
			kernel.atExit(close);
			while (!('gone' in (yield* receive(input)))) {
				// Only its end is of interest.
			}
		}
	}
}
