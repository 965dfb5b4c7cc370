import {createServer, type Socket} from 'node:net';
import {listenLocally} from '../local-socket.js';
import {serveDAP} from './serve-dap.js';
import {ServedCluster} from './served.js';
import type {Served} from '../served.js';

/**
Lets an editor debug the served cluster, one at a time.

@param file the socket: a path, or on Windows the name of a pipe.
@returns a function that ends this and disconnects.
@throws {Mistake} when the socket cannot be opened.
*/
export const takeEditors = async (served: Served, file: string): Promise<() => void> => {
	const open = new Set<Socket>();
	const server = createServer((socket) => {
		if (open.size > 0) {
			// A second editor sees its connection end after its first message.
			socket.once('data', () => socket.end());
			socket.on('error', () => {});
			return;
		}

		open.add(socket);
		// An editor that disconnects without a message is not an error of the server.
		socket.on('error', () => {});
		const write = (text: string): void => {
			if (!socket.destroyed) {
				socket.write(text);
			}
		};

		void serveDAP(socket, write, () => {}, new ServedCluster(served)).finally(() => {
			open.delete(socket);
		});
	});
	return listenLocally(server, file, open, {says: 'editors cannot attach', help: 'leave --dap out'});
};
