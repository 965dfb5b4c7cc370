import {mkdirSync, rmSync} from 'node:fs';
import {createServer, type Socket} from 'node:net';
import path from 'node:path';
import process from 'node:process';
import {errorText} from '../../kernel/error-text.js';
import {Mistake} from '../../scenario/mistake.js';
import type {Served} from '../serve.js';
import {serveDAP} from './serve-dap.js';
import {ServedCluster} from './served.js';

/** Bits of a file's mode that are for its owner only are left. */
const forOthers = 0o177;

/**
Lets an editor debug what is served, one at a time.

@param file the socket: a path, or on Windows the name of a pipe.
@returns what ends that and hangs up.
@throws {Mistake} when the socket cannot be opened.
*/
export const takeEditors = async (served: Served, file: string): Promise<() => void> => {
	const open = new Set<Socket>();
	const server = createServer((socket) => {
		if (open.size > 0) {
			// It hears that from the end of its connection, once it has said something.
			socket.once('data', () => socket.end());
			socket.on('error', () => {});
			return;
		}

		open.add(socket);
		// An editor that goes away without a word is no fault of the server's.
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
	if (process.platform !== 'win32') {
		mkdirSync(path.dirname(file), {recursive: true});
		// Whoever had this port has ended.
		rmSync(file, {force: true});
	}

	await new Promise<void>((resolve, reject) => {
		server.once('error', (error) => {
			reject(new Mistake(`editors cannot attach: ${errorText(error)}`, {file}, 'leave --dap out'));
		});
		const mask = process.umask(forOthers);
		server.listen(file, resolve);
		process.umask(mask);
	});
	return () => {
		server.close();
		for (const socket of open) {
			socket.destroy();
		}
	};
};
