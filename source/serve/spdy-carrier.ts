import {isTrue} from '../apiserver/request/request-info.js';
import type {OutsideRequest} from '../client/outside.js';
import {streamChannels} from '../client/request.js';
import {isPortForward, type Carrier, type Client} from './carrier.js';
import {SpdyConnection} from './spdy-connection.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

/** The carrier of SPDY's bytes: a socket, or a WebSocket that tunnels them. */
export interface SpdyWire {
	readonly write: (bytes: Buffer) => void;
	readonly onBytes: (listener: (bytes: Buffer) => void) => void;
	readonly end: () => void;
}

/** The streams that a client always opens. */
const expectedChannels = (request: OutsideRequest): readonly number[] =>
	isPortForward(request)
		? []
		: [
				streamChannels.error,
				...(['stdin', 'stdout', 'stderr'] as const)
					.filter((name) => isTrue(request.query[name]) && !(name === 'stderr' && isTrue(request.query['tty'])))
					.map((name) => streamChannels[name]),
			];

/** How long the end of a session waits for a client that has not opened its streams yet. */
const patienceMs = 5000;

/**
Channels over SPDY: each is a stream, whose headers name its purpose.

Long because its handlers share the open streams.
*/
export const spdyCarrier = (wire: SpdyWire, request: OutsideRequest, client: Client): Carrier => {
	const expected = expectedChannels(request);
	const streams = new Map<number, number>();
	const channels = new Map<number, number>();
	const connections = new Map<string, number>();
	/** Data that arrived before the client had opened its stream. */
	const early = new Map<number, Array<{readonly data: Uint8Array; readonly ended: boolean}>>();
	const over = new Set<number>();
	let ending = false;
	/** A stream's channel: that of its sort, or of its connection and sort. */
	const channelOf = (headers: Readonly<Record<string, string>>): number | undefined => {
		const {streamtype = '', port, requestid = '0'} = headers;
		if (port === undefined) {
			return streamChannels[streamtype as keyof typeof streamChannels];
		}

		const known = connections.get(requestid) ?? connections.size;
		connections.set(requestid, known);
		return known * 2 + (streamtype === 'error' ? 1 : 0);
	};

	const send = (channel: number, data: Uint8Array, ended: boolean): void => {
		const stream = streams.get(channel);
		if (stream === undefined) {
			getOrInsert(early, channel, () => []).push({data, ended});
		} else if (!over.has(channel)) {
			if (ended) {
				over.add(channel);
			}

			spdy.send(stream, data, ended);
		}
	};

	/** Closes the open streams at the end of the session. */
	const finish = (): void => {
		if (!ending || expected.some((channel) => !streams.has(channel))) {
			return;
		}

		for (const channel of streams.keys()) {
			send(channel, new Uint8Array(), true);
		}

		wire.end();
	};

	const spdy = new SpdyConnection(wire.write, {
		onStream(stream, headers) {
			const channel = channelOf(headers);
			if (channel === undefined) {
				return;
			}

			channels.set(stream, channel);
			streams.set(channel, stream);
			for (const {data, ended} of early.get(channel) ?? []) {
				send(channel, data, ended);
			}

			early.delete(channel);
			finish();
			if (headers['streamtype'] === 'data') {
				client.send({channel, port: Number(headers['port'])});
			}
		},
		onData(stream, data) {
			const channel = channels.get(stream);
			if (channel !== undefined) {
				client.send({channel, data: data.toString('base64')});
			}
		},
		onEnd(stream) {
			const channel = channels.get(stream);
			if (channel !== undefined) {
				client.send({channel, ended: true});
			}
		},
		onClose() {
			client.hangUp();
			wire.end();
		},
	});
	wire.onBytes((bytes) => {
		spdy.receive(bytes);
	});
	return {
		send,
		end() {
			ending = true;
			finish();
			setTimeout(wire.end, patienceMs).unref();
		},
	};
};
