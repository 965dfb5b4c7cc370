import {readFileSync} from 'node:fs';
import {Agent, request} from 'node:https';
import process from 'node:process';
import {parse} from 'yaml';

/** An object as the programs of these tests read it. */
export interface Stored {
	readonly metadata: {
		readonly name: string;
		readonly resourceVersion?: string;
		readonly labels?: Readonly<Record<string, string>>;
		readonly annotations?: Readonly<Record<string, string>>;
	};
	readonly data?: Readonly<Record<string, string>>;
}

interface Kubeconfig {
	readonly clusters: ReadonlyArray<{
		readonly cluster: {readonly server: string; readonly 'certificate-authority-data': string};
	}>;
	readonly users: ReadonlyArray<{
		readonly name: string;
		readonly user: {readonly 'client-certificate-data': string; readonly 'client-key-data': string};
	}>;
	readonly 'current-context': string;
}

const config: Kubeconfig = parse(readFileSync(process.env['KUBECONFIG'] ?? '', 'utf8'));
const [user = ''] = config['current-context'].split('@');
const credentials = config.users.find(({name}) => name === user)?.user;
const [first] = config.clusters;
const decoded = (text = ''): Buffer => Buffer.from(text, 'base64');
const agent = new Agent({
	keepAlive: true,
	ca: decoded(first?.cluster['certificate-authority-data']),
	cert: decoded(credentials?.['client-certificate-data']),
	key: decoded(credentials?.['client-key-data']),
});
const server = first?.cluster.server ?? '';

/** Sends a request. @returns the status and the read body; rejects when the connection breaks. */
export const ask = async (
	method: string,
	path: string,
	body?: unknown,
): Promise<{readonly status: number; readonly body: Stored & {readonly items?: readonly Stored[]}}> =>
	new Promise((resolve, reject) => {
		const sent = request(
			`${server}${path}`,
			{
				agent,
				method,
				headers: {
					'user-agent': 'planted/v1',
					'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
				},
			},
			(answer) => {
				let text = '';
				answer.setEncoding('utf8');
				answer.on('data', (part: string) => {
					text += part;
				});
				answer.on('error', reject);
				answer.on('end', () => {
					resolve({status: answer.statusCode ?? 0, body: JSON.parse(text)});
				});
			},
		);
		sent.on('error', reject);
		sent.end(body === undefined ? undefined : JSON.stringify(body));
	});

/** An event of a watch. */
export interface Seen {
	readonly type: string;
	readonly object: Stored;
}

/** Watches from a version on. Resolves when the connection or the version has ended. */
export const watch = async (path: string, version: string, onEvent: (event: Seen) => void): Promise<void> =>
	new Promise((resolve) => {
		const sent = request(
			`${server}${path}?watch=true&resourceVersion=${version}`,
			{agent, headers: {'user-agent': 'planted/v1'}},
			(answer) => {
				let text = '';
				answer.setEncoding('utf8');
				answer.on('data', (part: string) => {
					const lines = `${text}${part}`.split('\n');
					text = lines.pop() ?? '';
					for (const line of lines) {
						const event: Seen = JSON.parse(line);
						if (event.type === 'ERROR') {
							answer.destroy();
							resolve();
						} else {
							onEvent(event);
						}
					}
				});
				answer.on('error', () => {
					resolve();
				});
				answer.on('end', resolve);
			},
		);
		sent.on('error', () => {
			resolve();
		});
		sent.end();
	});
