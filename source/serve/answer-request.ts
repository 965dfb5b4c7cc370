import {IncomingMessage, ServerResponse} from 'node:http';
import type {TLSSocket} from 'node:tls';
import {bytesOfText} from '../kernel/byte-text.js';
import type {OutsideOutput, OutsideRequest} from '../client/outside.js';
import type {Response, WatchEvent} from '../client/request.js';
import type {Clients} from './clients.js';
import {
	badCertificate,
	bodyBytes,
	brokenOff,
	endStream,
	hangUp,
	sendAnswer,
	setHeaders,
	tooManyRequests,
	type Outgoing,
} from './http-answer.js';
import {bodyOf, certificateOf, isLongRunning, requestOf, type Incoming} from './http-request.js';
import {eventLine} from '../apiserver/encoding/json-text.js';
import {eventBytes, protobufWatchType} from '../apiserver/encoding/protobuf-bytes.js';
import type {Limits, Room} from './limits.js';
import type {SharedBytes} from './shared-bytes.js';

/** The state that a server's exchanges share. */
export interface Exchanges {
	readonly clients: Clients;
	readonly limits: Limits;
	readonly requests: Room;
	readonly longRunning: Room;
	/** The bytes of watch events. */
	readonly sharedBytes: SharedBytes;
}

/**
Reads a body, at most one byte beyond the limit: the simulated apiserver then refuses it, after authentication, as the real one does.

@returns `undefined` when the client disconnects before its end.
*/
const readBody = async (message: Incoming, limitBytes: number): Promise<Buffer | undefined> => {
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		for await (const chunk of message.iterator({destroyOnReturn: false}) as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			length += chunk.length;
			if (length > limitBytes) {
				return Buffer.concat(chunks).subarray(0, limitBytes + 1);
			}
		}
	} catch {
		return undefined;
	}

	return Buffer.concat(chunks);
};

/** Passes one HTTP request to the simulation, and its answer back. */
export const answerRequest = async (
	{clients, limits, requests, longRunning, sharedBytes}: Exchanges,
	message: Incoming,
	response: Outgoing,
	socket: TLSSocket,
): Promise<void> => {
	const head = requestOf(message);
	if ('status' in head) {
		sendAnswer(response, {...head, headers: {'content-type': 'text/plain; charset=utf-8'}});
		return;
	}

	const certificate = certificateOf(socket);
	if (certificate === 'bad') {
		sendAnswer(response, badCertificate(), head);
		return;
	}

	const leave = (isLongRunning(head) ? longRunning : requests).enter();
	if (!leave) {
		sendAnswer(response, tooManyRequests(), head);
		return;
	}

	response.once('close', leave);
	const body = await readBody(message, limits.bodyBytes);
	if (!body) {
		response.destroy();
		return;
	}

	if (body.length > limits.bodyBytes) {
		// The rest of the body is not needed: the connection, or its part for this request, ends with the answer.
		if (message instanceof IncomingMessage) {
			response.setHeader('Connection', 'close');
		} else {
			response.once('finish', () => {
				message.stream.close();
			});
		}

		message.resume();
	}

	const request: OutsideRequest = {...head, ...bodyOf(head, body), ...(certificate ? {certificate} : {})};
	const answering = new Answering(response, request, {limits, sharedBytes});
	const open = clients.begin(request, (output) => {
		answering.take(output);
	});
	response.once('close', () => {
		open.hangUp();
	});
};

/** Writes more of an answer: a method that the two versions of HTTP declare differently. */
const send = (response: Pick<NodeJS.WritableStream, 'write'>, bytes: Buffer | string): void => {
	response.write(bytes);
};

/** The answer to one request, as far as it has arrived. */
class Answering {
	/** Output that arrived before the answer's head. */
	readonly #early: OutsideOutput[] = [];
	#begun = false;
	/** Whether events are protobuf. */
	#binary = false;
	/** Whether more follows the answer's head and body. */
	#open = false;
	/** Bytes to send when the simulation pauses: a watch that begins with a thousand objects is one write. */
	#unsent: Array<string | Buffer> = [];
	#unsentLength = 0;
	/** The bytes that the client had not read when this answer began. */
	#waiting = 0;
	/** The unsent events, if it is a list of events. */
	#unsentEvents: WatchEvent[] = [];
	/** The unread bytes of the initial events, after they are sent: a watch of many objects does not count as slow. */
	#beginning: number | undefined;

	constructor(
		readonly response: Outgoing,
		readonly request: OutsideRequest,
		readonly shared: Pick<Exchanges, 'limits' | 'sharedBytes'>,
	) {}

	take(output: OutsideOutput): void {
		if (!this.#begun && (output.kind === 'event' || output.kind === 'text')) {
			this.#early.push(output);
			return;
		}

		switch (output.kind) {
			case 'answer': {
				this.#answer(output.response, output.open);
				break;
			}

			case 'event': {
				this.#event(output.event);
				break;
			}

			case 'text': {
				this.#write(output.text, this.shared.limits.waitingBytes);
				break;
			}

			case 'end': {
				this.#end();
				break;
			}

			case 'data': {
				break;
			}
		}
	}

	#answer(answer: Response, open: boolean): void {
		const {response, request} = this;
		this.#begun = true;
		this.#open = open;
		if (answer.lost !== undefined) {
			hangUp(response);
			return;
		}

		if (!open) {
			sendAnswer(response, answer, request);
			return;
		}

		setHeaders(response, answer);
		response.writeHead(answer.status);
		if (response instanceof ServerResponse) {
			response.flushHeaders();
		}

		if (answer.body !== undefined) {
			send(response, bodyBytes(answer));
		}

		this.#binary = answer.headers['content-type'] === protobufWatchType;
		for (const output of this.#early) {
			this.take(output);
		}
	}

	#event(event: WatchEvent): void {
		const part = this.#binary ? eventBytes(event) : eventLine(event);
		if (part === undefined) {
			this.#end();
		} else {
			this.#unsentEvents.push(event);
			this.#write(part, this.shared.limits.watchBytes);
		}
	}

	#write(part: string | Buffer, mostBytes: number): void {
		const {
			response,
			shared: {limits},
		} = this;
		if (!this.#open) {
			return;
		}

		if (this.#unsentLength === 0) {
			this.#waiting = response.writableLength;
			if (this.#waiting === 0 && this.#beginning !== undefined) {
				this.#beginning = 0;
			}

			process.nextTick(() => {
				this.#flush();
			});
		}

		const most = this.#beginning === undefined ? limits.waitingBytes : mostBytes + this.#beginning;
		if (this.#waiting + this.#unsentLength > most) {
			// A client that does not read receives no further events: it can list and watch again.
			this.#unsent = [];
			this.#unsentEvents = [];
			this.#unsentLength = 0;
			this.#open = false;
			response.destroy();
			return;
		}

		this.#unsent.push(part);
		this.#unsentLength += part.length;
	}

	#flush(): void {
		const parts = this.#unsent;
		const events = this.#unsentEvents;
		this.#beginning ??= this.#unsentLength;
		this.#unsent = [];
		this.#unsentEvents = [];
		this.#unsentLength = 0;
		if (parts.length > 0 && !this.response.destroyed) {
			const text = (): string => parts.join('');
			const textBytes = (): Buffer =>
				events.length === parts.length ? this.shared.sharedBytes.of(events, text) : bytesOfText(text());
			send(this.response, this.#binary ? Buffer.concat(parts.map((part) => Buffer.from(part))) : textBytes());
		}
	}

	#end(): void {
		if (!this.#begun) {
			sendAnswer(this.response, brokenOff(), this.request);
		} else if (this.#open) {
			this.#flush();
			this.#open = false;
			endStream(this.response);
		}
	}
}
