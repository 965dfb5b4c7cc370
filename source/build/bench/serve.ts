import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {connect, type ClientHttp2Session} from 'node:http2';
import {Agent, request} from 'node:https';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {parse} from 'yaml';
import {digits, figure, type Print} from './measure.js';
import {whileServed} from '../served.js';
import {unlimited} from './world.js';

/** CPU milliseconds of a process so far; `undefined` if the system does not report it. */
const cpuOf = (pid: number): number | undefined => {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
			.replace(/^.*\) /, '')
			.split(' ');
		// Clock ticks, of which Linux has a hundred a second.
		return (Number(fields[11]) + Number(fields[12])) * 10;
	} catch {
		return undefined;
	}
};

/** As much of a kubeconfig as `serve` writes and a client needs. */
interface Kubeconfig {
	readonly clusters: readonly [
		{readonly cluster: {readonly server: string; readonly 'certificate-authority-data': string}},
	];
	readonly users: readonly [
		{readonly user: {readonly 'client-certificate-data': string; readonly 'client-key-data': string}},
	];
}

const connections = 20;

/** A client with this many connections, as the kubeconfig of `serve` describes it. */
class ManyConnections {
	readonly #server: string;
	readonly #agent: Agent;

	constructor(kubeconfig: string) {
		const {clusters, users}: Kubeconfig = parse(readFileSync(kubeconfig, 'utf8'));
		const [{cluster}] = clusters;
		const [{user}] = users;
		this.#server = cluster.server;
		this.#agent = new Agent({
			keepAlive: true,
			maxSockets: connections,
			ca: Buffer.from(cluster['certificate-authority-data'], 'base64'),
			cert: Buffer.from(user['client-certificate-data'], 'base64'),
			key: Buffer.from(user['client-key-data'], 'base64'),
		});
	}

	/** @returns status of the answer. */
	post(target: string, object: object): Promise<number> {
		return new Promise((resolve, reject) => {
			const sent = request(
				`${this.#server}${target}`,
				{method: 'POST', agent: this.#agent, headers: {'content-type': 'application/json'}},
				(answer) => {
					answer.resume();
					answer.on('end', () => {
						resolve(answer.statusCode ?? 0);
					});
				},
			);
			sent.on('error', reject);
			sent.end(JSON.stringify(object));
		});
	}

	/** Opens a connection of HTTP/2, as client-go does. */
	async multiplexed(): Promise<ClientHttp2Session> {
		const {ca, cert, key} = this.#agent.options;
		return new Promise((resolve, reject) => {
			const session = connect(this.#server, {ca, cert, key, maxSessionMemory: 1000});
			session.once('error', reject);
			session.once('remoteSettings', () => {
				resolve(session);
			});
		});
	}

	close(): void {
		this.#agent.destroy();
	}
}

const pod = (name: string) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, labels: {app: 'web'}},
	spec: {containers: [{name: 'web', image: 'nginx:1.27', ports: [{containerPort: 80}]}]},
});

const configMap = (name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, data: {key: 'value'}});

/** Serves a cluster of 20 nodes in a separate process while `use` runs. */
const serving = async (
	use: (client: ManyConnections, cpu: () => number | undefined) => Promise<void>,
): Promise<void> => {
	const home = mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-bench-'));
	const kubeconfig = path.join(home, 'config');
	const cluster = path.join(home, 'cluster.yaml');
	writeFileSync(cluster, JSON.stringify(unlimited));
	try {
		await whileServed(kubeconfig, ['--cluster', cluster], async (pid) => {
			await pause(2000);
			const client = new ManyConnections(kubeconfig);
			await use(client, () => cpuOf(pid ?? 0));
			client.close();
		});
	} finally {
		rmSync(home, {recursive: true, force: true});
	}
};

const objects = 1000;
const watches = 200;

/** The number of concurrent streams: as many as the server allows. */
const streams = 100;
const namespace = '/api/v1/namespaces/default';

/** Opens a watch. @returns once it is answered. */
const watch = async (session: ClientHttp2Session, target: string): Promise<void> =>
	new Promise((resolve, reject) => {
		const stream = session.request({':path': `${target}?watch=1`});
		stream.on('error', reject);
		stream.once('response', () => {
			stream.resume();
			resolve();
		});
		stream.end();
	});

/** Waits until a process has taken less than a twentieth of a second's CPU for a second. */
const quiet = async (cpu: () => number | undefined): Promise<void> => {
	for (let before = cpu() ?? 0, turns = 0; turns < 60; turns++) {
		// eslint-disable-next-line no-await-in-loop
		await pause(1000);
		const now = cpu() ?? 0;
		if (now - before < 50) {
			return;
		}

		before = now;
	}
};

/** The cost of real clients for `serve`: CPU time of its process, from the first request until it is quiet again. */
export const measureServe = async (print: Print, unitMs: number): Promise<void> => {
	print(`serve: ${connections} connections of one client; CPU time of the server`);
	await serving(async (client, cpu) => {
		const cost = async (work: () => Promise<void>): Promise<number | undefined> => {
			await quiet(cpu);
			const before = cpu();
			await work();
			await quiet(cpu);
			const after = cpu();
			return before === undefined || after === undefined ? undefined : after - before;
		};

		const post = async (resource: string, make: (name: string) => object): Promise<number | undefined> =>
			cost(async () => {
				const statuses = await Promise.all(
					Array.from({length: objects}, (_, index) => client.post(`${namespace}/${resource}`, make(`bench-${index}`))),
				);
				const wrong = statuses.find((status) => status !== 201);
				if (wrong !== undefined) {
					throw new Error(`create ${resource} is answered ${wrong}`);
				}
			});

		const tell = (name: string, ms: number | undefined, count: number, budget: number): void => {
			print(
				ms === undefined
					? `  ${name}: not measured; the system does not say what a process takes`
					: figure(name, ms / count, 'ms', budget, `${digits(ms / unitMs)} × JSON for ${count}`),
			);
		};

		tell('create of a ConfigMap', await post('configmaps', configMap), objects, 0.6);
		tell('a Pod, from create to Running', await post('pods', pod), objects, 5);
		const sessions: ClientHttp2Session[] = [];
		tell(
			`${watches} watches opened, ${streams} on a connection of HTTP/2`,
			await cost(async () => {
				for (let opened = 0; opened < watches; opened += streams) {
					// eslint-disable-next-line no-await-in-loop
					const session = await client.multiplexed();
					sessions.push(session);
					// eslint-disable-next-line no-await-in-loop
					await Promise.all(Array.from({length: streams}, async () => watch(session, `${namespace}/configmaps`)));
				}
			}),
			1,
			400,
		);
		for (const session of sessions) {
			session.destroy();
		}
	});
};
