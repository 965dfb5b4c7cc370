import {connect, createServer, type Socket} from 'node:net';
import path from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import envPaths from 'env-paths';
import {errorText} from '../kernel/error-text.js';
import {isRecord} from '../kernel/record.js';
import {errorCode} from '../scenario/error-code.js';
import {Mistake} from '../scenario/mistake.js';
import {listenLocally} from './local-socket.js';
import type {Said} from './said.js';

/** The control socket of the server at a port, unless another is named: only its user can open it; on Windows, a pipe. */
export const controlSocket = (port: number): string =>
	process.platform === 'win32'
		? String.raw`\\.\pipe\k8s-walkthrough-control-${port}`
		: path.join(envPaths('k8s-walkthrough', {suffix: ''}).data, `control-${port}.sock`);

/** A request is a line of words, an answer is a line too. */
const longestRequest = 64 * 1024;

const listOf = (line: string): readonly string[] | undefined => {
	try {
		const value: unknown = JSON.parse(line);
		return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : undefined;
	} catch {
		return undefined;
	}
};

const answer = async (socket: Socket, say: (words: readonly string[]) => Said | Promise<Said>): Promise<void> => {
	let length = 0;
	socket.on('data', (bytes: Buffer) => {
		length += bytes.length;
		if (length > longestRequest) {
			socket.destroy();
		}
	});
	for await (const line of createInterface({input: socket, crlfDelay: Number.POSITIVE_INFINITY})) {
		const words = listOf(line);
		socket.end(
			`${JSON.stringify(words ? await say(words) : {text: 'a request is a JSON array of words', failed: true})}\n`,
		);
		return;
	}
};

/**
Opens the control door of a server.

@param file the socket: a path, or on Windows the name of a pipe.
@returns a function that ends it.
@throws {Mistake} when the socket cannot be opened.
*/
export const openControl = async (
	file: string,
	say: (words: readonly string[]) => Said | Promise<Said>,
): Promise<() => void> => {
	const open = new Set<Socket>();
	const server = createServer((socket) => {
		open.add(socket);
		socket.on('error', () => {
			socket.destroy();
		});
		socket.once('close', () => {
			open.delete(socket);
		});
		void answer(socket, say).catch(() => socket.destroy());
	});
	return listenLocally(server, file, open, {
		says: 'the control socket cannot be opened',
		help: 'name another with --control',
	});
};

/** Sends words to the control door of a server. @throws {Mistake} when no server answers there. */
export const askControl = async (file: string, words: readonly string[]): Promise<Said> =>
	new Promise((resolve, reject) => {
		const refuse = (why: string): void => {
			reject(
				new Mistake(
					`no server answers at ${file}: ${why}`,
					{},
					'start one with k8s-walkthrough serve --control; name its --port or --socket',
				),
			);
		};

		const socket = connect(file, () => {
			socket.write(`${JSON.stringify(words)}\n`);
		});
		let text = '';
		socket.setEncoding('utf8');
		socket.on('data', (part: string) => {
			text += part;
		});
		socket.on('error', (error) => {
			refuse(errorCode(error) === 'ENOENT' ? 'there is no such socket' : errorText(error));
		});
		socket.on('end', () => {
			const said: unknown = text === '' ? undefined : JSON.parse(text);
			if (isRecord(said) && typeof said['text'] === 'string') {
				resolve({text: said['text'], ...(said['failed'] === true ? {failed: true} : {})});
			} else {
				refuse('it has ended');
			}
		});
	});
