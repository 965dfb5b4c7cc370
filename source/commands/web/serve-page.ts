import {createServer} from 'node:http';
import type {PageFiles} from './page-files.js';

const types: Readonly<Record<string, string>> = {
	html: 'text/html; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	json: 'application/json',
	svg: 'image/svg+xml',
	webmanifest: 'application/manifest+json',
	txt: 'text/plain; charset=utf-8',
};

/** A server for the page, on this machine only. */
export interface ServedPage {
	readonly address: string;
	readonly close: () => Promise<void>;
}

/** The path of a file in the address of a request; a broken address names no file. */
const pathIn = (url: string): string => {
	try {
		return decodeURI(new URL(url, 'http://localhost').pathname)
			.slice(1)
			.replace(/(^|\/)$/, '$1index.html');
	} catch {
		return '?';
	}
};

/** Serves the files of a page from memory on localhost. @param port 0 selects any free port @throws {Error} Node's own, such as `EADDRINUSE` */
export const servePage = async ({files}: Pick<PageFiles, 'files'>, port: number): Promise<ServedPage> => {
	const server = createServer(({method, url = '/'}, answer) => {
		const path = pathIn(url);
		const text = files.get(path);
		if (text === undefined || (method !== 'GET' && method !== 'HEAD')) {
			answer.writeHead(text === undefined ? 404 : 405, {'content-type': 'text/plain'});
			answer.end(text === undefined ? 'no such file\n' : 'GET only\n');
			return;
		}

		answer.writeHead(200, {
			'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
			'cache-control': 'no-cache',
			'x-content-type-options': 'nosniff',
		});
		answer.end(method === 'HEAD' ? undefined : text);
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const bound = server.address();
	const taken = typeof bound === 'object' ? (bound?.port ?? port) : port;
	return {
		address: `http://localhost:${taken}/`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
};
