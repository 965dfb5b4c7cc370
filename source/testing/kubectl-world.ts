import {freshCluster} from '../apiserver/storage/initial-objects.js';
import {Client} from '../client/client.js';
import type {Request} from '../client/request.js';
import type {KernelOptions} from '../kernel/kernel.js';
import {sleep, type Routine} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import {splitWords} from '../kubectl/command-line/split-words.js';
import type {Environment} from '../kubectl/environment.js';
import {kubeconfigText} from '../kubectl/kubeconfig.js';
import {newHome} from '../kubectl/discovery.js';
import {kubectl} from '../kubectl/kubectl.js';
import type {Resources} from '../objects/kubernetes.generated.js';
import type {ResourceName} from '../objects/resources.js';
import {TinyServer, type Sketched} from './tiny-server.js';

/** The effects of one command in a {@link KubectlWorld}. */
export interface Ran {
	/** The exit code; `undefined` for a command that never ends. */
	readonly code: number | undefined;
	readonly stdout: string;
	readonly stderr: string;
	/** The stops of kubectl itself, not those of the server that answers it. */
	readonly stops: readonly Stop[];
}

/** An apiserver, and a terminal for kubectl. Only the test's ConfigMaps exist. */
export class KubectlWorld {
	readonly server: TinyServer;
	/** The requests of kubectl so far. */
	readonly requests: Request[] = [];
	readonly #home = newHome();
	#commands = 0;

	constructor(options: Pick<KernelOptions, 'silentLimit'> = {}) {
		this.server = new TinyServer(
			{
				initialObjects: Object.fromEntries(
					Object.entries(freshCluster()).filter(([path]) => path !== '/api/v1/configmaps'),
				),
			},
			{latencies: {'client.request': 0}, ...options},
		);
	}

	/** Runs a command line without the word kubectl, until it ends or the world is at rest. */
	run(line: string, extra: Partial<Environment> = {}): Ran {
		const {kernel, handler} = this.server;
		const printed = {stdout: '', stderr: ''};
		let code: number | undefined;
		const environment: Environment = {
			kernel,
			home: this.#home,
			connect: (credentials) =>
				new Client(
					kernel,
					(request) => {
						this.requests.push(request);
						return handler(request);
					},
					'kubectl',
					credentials,
				),
			kubeconfig: kubeconfigText({
				server: 'https://10.0.0.1:6443',
				user: 'kubernetes-admin',
				credentials: {certificate: {commonName: 'kubernetes-admin', organizations: ['system:masters']}},
			}),
			files: {},
			write(stream, text) {
				printed[stream] += text;
			},
			...extra,
		};
		kernel.spawn(`kubectl/${this.#commands++}`, 'kubectl', function* () {
			code = yield* kubectl(environment, splitWords(line));
		});
		const stops: Stop[] = [];
		for (
			let stop = kernel.step(undefined, true);
			stop;
			stop = code === undefined ? kernel.step(undefined, true) : undefined
		) {
			if (stop.stage.startsWith('kubectl.')) {
				stops.push(stop);
			}
		}

		return {code, ...printed, stops};
	}

	/** Creates objects before a command reads them. */
	create<R extends ResourceName>(resource: R, ...objects: ReadonlyArray<Sketched<Resources[R]>>): void {
		this.server.command(() => this.server.creating(resource, ...objects));
	}

	/** Starts a routine while a command runs. */
	later(delayMs: number, routine: () => Routine<unknown>): void {
		this.server.kernel.spawn(`somebody/${this.#commands++}`, 'somebody', function* () {
			yield* sleep(delayMs);
			yield* routine();
		});
	}
}
