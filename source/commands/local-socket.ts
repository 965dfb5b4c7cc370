import {mkdirSync, rmSync} from 'node:fs';
import type {Server, Socket} from 'node:net';
import path from 'node:path';
import process from 'node:process';
import {errorText} from '../kernel/error-text.js';
import {Mistake} from '../scenario/mistake.js';

/** The file mode mask by which only the owner of the process may connect. */
const forOthers = 0o177;

/**
Listens on a local socket to which only the owner of the process may connect. A file that an earlier server left there is replaced.

@param file the socket: a path, or on Windows the name of a pipe.
@param open connections to close with the server.
@param refused reports a socket that cannot be opened, with a remedy.
@returns a function that ends it.
@throws {Mistake} when the socket cannot be opened.
*/
export const listenLocally = async (
	server: Server,
	file: string,
	open: ReadonlySet<Socket>,
	refused: {readonly says: string; readonly help: string},
): Promise<() => void> => {
	if (process.platform !== 'win32') {
		mkdirSync(path.dirname(file), {recursive: true});
		rmSync(file, {force: true});
	}

	await new Promise<void>((resolve, reject) => {
		server.once('error', (error) => {
			reject(new Mistake(`${refused.says}: ${errorText(error)}`, {file}, refused.help));
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
