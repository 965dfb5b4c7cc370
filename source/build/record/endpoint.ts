import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {request as httpsRequest} from 'node:https';
import {request as httpRequest} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {parse} from 'yaml';
import {isRecord, type Fields} from '../../kernel/record.js';
import {commandWords} from '../conformance/golden.js';

/** A cluster and the user that asks it, from a kubeconfig. */
export interface Endpoint {
	/** Address of the API server: `https://127.0.0.1:6443`. */
	readonly server: string;
	readonly token?: string;
	/** PEM texts of TLS. */
	readonly ca?: string;
	readonly cert?: string;
	readonly key?: string;
	readonly insecure?: boolean;
	/** The kubeconfig's own path, for kubectl. */
	readonly kubeconfig: string;
}

const named = (list: unknown, name: unknown, part: string): Fields => {
	const found = Array.isArray(list) ? list.find((one) => isRecord(one) && one['name'] === name) : undefined;
	const value: unknown = isRecord(found) ? found[part] : undefined;
	if (!isRecord(value)) {
		throw new Error(`the kubeconfig has no ${part} called ${JSON.stringify(name)}`);
	}

	return value;
};

/** A PEM text of a kubeconfig: written into it, or a file beside it. */
const pem = (fields: Fields, name: string, folder: string): string | undefined => {
	const data = fields[`${name}-data`];
	const file = fields[name];
	if (typeof data === 'string') {
		return Buffer.from(data, 'base64').toString();
	}

	if (typeof file === 'string') {
		return readFileSync(path.resolve(folder, file), 'utf8');
	}

	return undefined;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Reads the current context of a kubeconfig: a bearer token or a client certificate; commands (`exec`) and passwords are not supported.
 * @throws {Error} when it has no such context, cluster or user
 */
export const readEndpoint = (kubeconfig: string): Endpoint => {
	const config: unknown = parse(readFileSync(kubeconfig, 'utf8'));
	if (!isRecord(config)) {
		throw new Error(`${kubeconfig} is no kubeconfig`);
	}

	const folder = path.dirname(path.resolve(kubeconfig));
	const context = named(config['contexts'], config['current-context'], 'context');
	const cluster = named(config['clusters'], context['cluster'], 'cluster');
	const user = named(config['users'], context['user'], 'user');
	const server = textOf(cluster['server']);
	if (server === undefined) {
		throw new Error(`the cluster ${JSON.stringify(context['cluster'])} of the kubeconfig has no server`);
	}

	const tokenFile = textOf(user['tokenFile']);
	return {
		server,
		token:
			textOf(user['token']) ??
			(tokenFile === undefined ? undefined : readFileSync(path.resolve(folder, tokenFile), 'utf8').trim()),
		ca: pem(cluster, 'certificate-authority', folder),
		cert: pem(user, 'client-certificate', folder),
		key: pem(user, 'client-key', folder),
		insecure: cluster['insecure-skip-tls-verify'] === true,
		kubeconfig: path.resolve(kubeconfig),
	};
};

/** An answer as it arrived. */
export interface Received {
	readonly status: number;
	/** `Warning` headers in one line. */
	readonly warning?: string;
	readonly text: string;
}

interface Sent {
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string | readonly string[]>>;
	readonly signal?: AbortSignal;
	/** Receives each piece of the body as it arrives. */
	readonly onData?: (text: string) => void;
	/** How long the server may be silent, in milliseconds. */
	readonly timeoutMs?: number;
}

/**
 * One HTTP exchange with the API server.
 * @param target path and query
 * @throws {Error} when the connection fails, or the server is silent for too long
 */
export const exchange = (
	{server, token, ca, cert, key, insecure}: Endpoint,
	method: string,
	target: string,
	{body, headers = {}, signal, onData, timeoutMs = 30_000}: Sent = {},
): Promise<Received> =>
	new Promise((resolve, reject) => {
		const url = new URL(target, server);
		const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
		const outgoing = request(
			url,
			{
				method,
				signal,
				ca,
				cert,
				key,
				rejectUnauthorized: !insecure,
				headers: {
					accept: 'application/json',
					...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
					...(body === undefined
						? {}
						: {'content-type': 'application/yaml', 'content-length': Buffer.byteLength(body)}),
					...Object.fromEntries(
						Object.entries(headers).map(([name, value]) => [
							name.toLowerCase(),
							typeof value === 'string' ? value : [...value],
						]),
					),
				},
			},
			(response) => {
				let text = '';
				response.setEncoding('utf8');
				response.on('data', (piece: string) => {
					text += piece;
					onData?.(piece);
				});
				response.on('end', () => {
					const {warning} = response.headers;
					resolve({
						status: response.statusCode ?? 0,
						...(warning === undefined ? {} : {warning: String(warning)}),
						text,
					});
				});
				response.on('error', reject);
			},
		);
		outgoing.setTimeout(timeoutMs, () => {
			outgoing.destroy(new Error(`no answer in ${timeoutMs} ms: ${method} ${target}`));
		});
		outgoing.on('error', reject);
		outgoing.end(body);
	});

/** The decoded body of a GET. @throws {Error} unless the server answers 200 */
export const fetched = async (endpoint: Endpoint, target: string): Promise<Fields> => {
	const {status, text} = await exchange(endpoint, 'GET', target);
	const body: unknown = status === 200 ? JSON.parse(text) : undefined;
	if (!isRecord(body)) {
		throw new Error(`GET ${target}: ${status} ${text.slice(0, 200)}`);
	}

	return body;
};

/** The least time that kubectl may take, in milliseconds. */
const commandLimitMs = 60_000;

/** Runs the kubectl on the PATH, or the one that `KUBECTL` names, with its own home folder. @param line its words, without `kubectl` */
export const ranKubectl = (
	{kubeconfig}: Endpoint,
	line: string,
	input = '',
): Promise<{readonly code: number | null; readonly stdout: string; readonly stderr: string}> =>
	new Promise((resolve, reject) => {
		const home = mkdtempSync(path.join(tmpdir(), 'kubectl-home-'));
		const child = spawn(process.env.KUBECTL ?? 'kubectl', [`--kubeconfig=${kubeconfig}`, ...commandWords(line)], {
			env: {...process.env, HOME: home, KUBECONFIG: kubeconfig, KUBE_EDITOR: 'true'},
			timeout: commandLimitMs,
		});
		const printed = {stdout: '', stderr: ''};
		for (const stream of ['stdout', 'stderr'] as const) {
			child[stream].setEncoding('utf8').on('data', (piece: string) => {
				printed[stream] += piece;
			});
		}

		child.on('error', reject);
		child.on('close', (code) => {
			rmSync(home, {recursive: true, force: true});
			resolve({code, ...printed});
		});
		child.stdin.end(input);
	});
