import {createServer} from 'node:http';
import path from 'node:path';
import {Mistake} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import {readTokenFile} from '../serve/token-file.js';
import type {Language} from '../stages/language.js';
import {helpOf, portOf, readFlags, scenarioOfFlags, serverFlags, silentFlags, type Flags} from './envtest-flags.js';
import {inject} from './chaos/inject.js';
import {runHook} from './chaos/hook.js';
import type {GivenPlan} from './chaos/plan-file.js';
import {serve, type ServeOptions} from './serve.js';
import {readTextFile} from '../scenario/read-text-file.js';
import {version} from './version.js';

/** The surroundings of the programs of a test environment. */
interface EnvtestHost {
	readonly write: (text: string) => void;
	readonly warn: (text: string) => void;
	readonly language: Language;
	/** Resolves when the program receives the request to end. */
	readonly ended: Promise<string>;
}

/** The setup of the kube-apiserver, as given to `assets`. */
export interface EnvtestSetup {
	/** The cluster behind the kube-apiserver; none by default. */
	readonly scenario?: Scenario;
	/** Whether webhooks of the suite are called. */
	readonly webhooks?: boolean;
	/** The folder of the recordings. */
	readonly record?: string;
	/** The faults that happen to the suite. */
	readonly plan?: GivenPlan | undefined;
	/** The user's command that restarts the controller. */
	readonly restart?: string | undefined;
}

const certificatesOf = (flags: Flags): NonNullable<ServeOptions['certificates']> => {
	const folder = flags.get('cert-dir');
	const inFolder = (name: string) => (folder === undefined ? undefined : path.join(folder, name));
	const certificate = flags.get('tls-cert-file') ?? inFolder('apiserver.crt');
	const key = flags.get('tls-private-key-file') ?? inFolder('apiserver.key');
	const clients = flags.get('client-ca-file');
	if ((certificate === undefined) !== (key === undefined)) {
		throw new Mistake('a certificate needs its key', {}, 'give both --tls-cert-file and --tls-private-key-file');
	}

	return {
		...(certificate === undefined || key === undefined
			? {}
			: {identity: {certificate: readTextFile(certificate), key: readTextFile(key)}}),
		...(clients === undefined ? {} : {clientAuthority: readTextFile(clients)}),
	};
};

/** Serves as the kube-apiserver of a test environment, until it receives the request to end. @returns exit code. @throws {Mistake} */
const runServer = async (
	flags: Flags,
	{scenario, record, webhooks, plan, restart}: EnvtestSetup,
	host: EnvtestHost,
): Promise<number> => {
	for (const name of flags.keys()) {
		if (!Object.hasOwn(serverFlags, name) && !silentFlags.has(name)) {
			host.warn(`kube-apiserver: --${name} has no effect on a simulated cluster\n`);
		}
	}

	const port = portOf(flags.get('secure-port'));
	const tokens = flags.get('token-auth-file');
	const complete = scenarioOfFlags(flags, scenario);
	const options: ServeOptions = {
		scenario: {
			...complete,
			users: [...complete.users, ...(tokens === undefined ? [] : readTokenFile(readTextFile(tokens), tokens))],
		},
		host: flags.get('bind-address') ?? '127.0.0.1',
		port,
		speed: 1,
		breakpoints: [],
		kubeconfig: false,
		certificates: certificatesOf(flags),
		...(webhooks ? {webhooks} : {}),
		...(record === undefined ? {} : {record: path.join(record, `kube-apiserver-${port}-${process.pid}.yaml`)}),
		language: host.language,
		write: host.write,
		tell(text) {
			host.warn(`${text}\n`);
		},
	};
	return serve(options, async (served) => {
		const leave = inject(served, plan?.faults ?? [], async () => {
			if (restart !== undefined) {
				await runHook(restart, {});
			}
		});
		const why = await host.ended;
		await leave();
		return why;
	});
};

const etcdFlags = {
	'advertise-client-urls': 'no effect: the address is not announced to other clients',
	'data-dir': 'no effect: the kube-apiserver holds the data',
	'listen-client-urls': 'the address that answers /health and /version',
	'listen-peer-urls': 'no effect: there are no peers',
	'unsafe-no-fsync': 'no effect: nothing is written',
};

/**
The program in the place of etcd in test environments: it is healthy. A simulated kube-apiserver stores its objects in the simulated etcd behind it.

@throws {Mistake} when it cannot listen
*/
const runEtcd = async (flags: Flags, {write, ended}: EnvtestHost): Promise<number> => {
	const [first = ''] = (flags.get('listen-client-urls') ?? 'http://localhost:2379').split(',');
	const url = URL.canParse(first) ? new URL(first) : undefined;
	if (url?.protocol !== 'http:') {
		throw new Mistake(`--listen-client-urls: "${first}" is not an address`, {}, 'write http://127.0.0.1:2379');
	}

	const answers: Readonly<Record<string, unknown>> = {
		'/health': {health: 'true', reason: ''},
		'/version': {etcdserver: '3.6.6', etcdcluster: '3.6.0', storage: '3.6.0'},
	};
	const server = createServer((request, response) => {
		const answer = answers[(request.url ?? '').split('?', 1)[0] ?? ''];
		response.writeHead(answer === undefined ? 404 : 200, {'Content-Type': 'application/json'});
		response.end(
			answer === undefined ? '{"error":"the simulated kube-apiserver holds the data"}' : JSON.stringify(answer),
		);
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error) => {
			reject(new Mistake(`cannot listen on ${first}: ${error.message}`));
		});
		server.listen(Number(url.port || 80), url.hostname, resolve);
	});
	write(`etcd, simulated, is healthy at ${first}\n`);
	await ended;
	server.close();
	server.closeAllConnections();
	return 0;
};

/** The programs that test environments start. */
export const envtestPrograms = ['kube-apiserver', 'etcd'] as const;

/** A program that test environments start. */
export type EnvtestProgram = (typeof envtestPrograms)[number];

/**
Runs one of the programs that `assets` writes, with the flags that a test environment gives it.

@returns exit code.
@throws {Mistake} when a flag or a file is wrong
@see https://book.kubebuilder.io/reference/envtest
*/
export const runEnvtestProgram = async (
	program: EnvtestProgram,
	words: readonly string[],
	setup: EnvtestSetup,
	host: EnvtestHost,
): Promise<number> => {
	const flags = readFlags(words);
	if (flags.has('help') || words.includes('-h')) {
		host.write(helpOf(program, program === 'etcd' ? etcdFlags : serverFlags));
		return 0;
	}

	if (flags.has('version')) {
		host.write(program === 'etcd' ? 'etcd Version: 3.6.6\n' : `Kubernetes v1.36.3 (k8s-walkthrough ${version()})\n`);
		return 0;
	}

	return program === 'etcd' ? runEtcd(flags, host) : runServer(flags, setup, host);
};
