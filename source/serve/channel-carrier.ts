import type {WebSocket} from 'ws';
import type {OutsideRequest} from '../client/outside.js';
import {isPortForward, portsOf, type Carrier, type Client} from './carrier.js';

/** Subprotocols for exec, attach and port-forward, best first. @mirrors k8s.io/apimachinery/pkg/util/remotecommand */
export const channelProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io', 'channel.k8s.io'] as const;

/** A message on this channel closes the channel that its second byte names; since v5. */
const closeChannel = 255;
const normalClosure = 1000;

const portBytes = (port: number): Uint8Array => Buffer.from([port & 0xff, port >> 8]);

/** Channels over a WebSocket: the first byte of each message is the number of its channel. */
export const channelCarrier = (
	socket: WebSocket,
	request: OutsideRequest,
	client: Client,
	waitingBytes: number,
): Carrier => {
	socket.on('message', (message: Buffer) => {
		const [channel, second] = message;
		if (channel === closeChannel && second !== undefined) {
			client.send({channel: second, ended: true});
		} else if (channel !== undefined && message.length > 1) {
			client.send({channel, data: message.subarray(1).toString('base64')});
		}
	});
	const send = (channel: number, data: Uint8Array): void => {
		if (socket.bufferedAmount > waitingBytes) {
			socket.terminate();
		} else if (data.length > 0) {
			socket.send(Buffer.concat([Buffer.from([channel]), data]));
		}
	};

	if (isPortForward(request)) {
		for (const [index, port] of portsOf(request).entries()) {
			// Each channel begins with its port, as the client checks.
			send(index * 2, portBytes(port));
			send(index * 2 + 1, portBytes(port));
			client.send({channel: index * 2, port});
		}
	}

	return {
		send,
		end() {
			socket.close(normalClosure);
		},
	};
};
