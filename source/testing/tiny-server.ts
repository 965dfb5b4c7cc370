import {Client} from '../client/client.js';
import type {Request, Response} from '../client/request.js';
import {Kernel} from '../kernel/kernel.js';
import type {Routine} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import type {ApiServerOptions} from '../apiserver/services.js';
import {ApiServer} from '../apiserver/server.js';

/** A started apiserver and nothing else, for tests. */
export class TinyServer {
	readonly kernel = new Kernel();
	readonly server: ApiServer;
	readonly admin: Client;
	/** Every stop so far. */
	readonly stops: Stop[] = [];
	#calls = 0;

	constructor(options: ApiServerOptions = {}) {
		this.server = new ApiServer(this.kernel, options);
		this.admin = this.client('kubectl', 'kubernetes-admin', ['system:masters']);
		this.server.start();
		this.advance(0);
	}

	client(userAgent: string, commonName: string, organizations: readonly string[] = []): Client {
		return new Client(this.kernel, this.server.handler, userAgent, {certificate: {commonName, organizations}});
	}

	/** Lets virtual time pass. */
	advance(ms: number): void {
		const untilMs = this.kernel.now + ms;
		for (let stop = this.kernel.step(untilMs); stop; stop = this.kernel.step(untilMs)) {
			this.stops.push(stop);
		}
	}

	/** Runs a routine to its end in a process of its own, and returns its result and the stops on the way. */
	run<T>(routine: () => Routine<T>): {readonly result: T; readonly stops: readonly Stop[]} {
		const from = this.stops.length;
		const results: T[] = [];
		this.kernel.spawn(`test-${this.#calls++}`, 'test', function* () {
			results.push(yield* routine());
		});
		this.advance(5000);
		if (results.length === 0) {
			throw new Error('the routine did not come to its end in 5 s');
		}

		return {result: results[0]!, stops: this.stops.slice(from)};
	}

	/** Sends one request as the admin. */
	send(
		method: Request['method'],
		target: string,
		options: {readonly text?: string; readonly body?: unknown; readonly headers?: Record<string, string>} = {},
	): Response {
		const [path = '', search = ''] = target.split('?');
		const query = Object.fromEntries(new URLSearchParams(search));
		return this.run(() => this.admin.exchange(method, path, {query, ...options})).result;
	}
}
