import {Client, type Draft, type ResourceName} from '../client/client.js';
import type {Handler, Request, Response} from '../client/request.js';
import {Kernel, type KernelOptions} from '../kernel/kernel.js';
import type {Routine} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import type {Resources} from '../objects/kubernetes.generated.js';
import type {FactsOf, StageId} from '../stages/facts.js';
import {sentenceOf} from '../stages/sentence.js';
import {isStopOf} from '../stages/stop-of.js';
import type {ApiServerOptions} from '../apiserver/services.js';
import {ApiServer} from '../apiserver/server.js';
import {intercept, type Interception} from './intercept.js';

/** An object that a test creates: only the tested fields, but with a name. */
export type Sketched<T> = Draft<T> & {
	readonly metadata: {readonly name: string; readonly namespace?: string};
	readonly status?: object;
};

/**
The simulated apiserver, started, without other components: tests of components run on it.

Requests can be refused or delayed: push to `interceptions`. `client` makes clients of the server; commands of a user are routines that
`run` or `command` runs in a separate process.
*/
export class TinyServer {
	readonly kernel: Kernel;
	readonly server: ApiServer;
	/** Answers requests as the apiserver does, except the {@link interceptions}. */
	readonly handler: Handler;
	readonly interceptions: Interception[] = [];
	/** Every request so far, including refused ones. */
	readonly requests: Request[] = [];
	readonly admin: Client;
	/** All stops so far. */
	readonly stops: Stop[] = [];
	#calls = 0;

	constructor(options: ApiServerOptions = {}, kernel: KernelOptions = {}) {
		this.kernel = new Kernel(kernel);
		this.server = new ApiServer(this.kernel, options);
		const answer = intercept(this.kernel, this.server.handler, this.interceptions);
		this.handler = (request) => {
			this.requests.push(request);
			return answer(request);
		};
		this.admin = this.client('kubectl', 'kubernetes-admin', ['system:masters']);
		this.server.start();
		this.advance(0);
	}

	client(userAgent: string, commonName: string, organizations: readonly string[] = []): Client {
		return new Client(this.kernel, this.handler, userAgent, {certificate: {commonName, organizations}});
	}

	/** Lets virtual time pass. @param until ends this early, at the first matching stop, which is returned. */
	advance(ms: number, until?: (stop: Stop) => boolean): Stop | undefined {
		const untilMs = this.kernel.now + ms;
		for (let stop = this.kernel.step(untilMs); stop; stop = this.kernel.step(untilMs)) {
			this.stops.push(stop);
			if (until?.(stop)) {
				return stop;
			}
		}

		return undefined;
	}

	/** Lets time pass until only periodic work is left. */
	rest(): void {
		for (let stop = this.kernel.step(undefined, true); stop; stop = this.kernel.step(undefined, true)) {
			this.stops.push(stop);
		}
	}

	/** Runs a routine to its end in a separate process, and returns its result and stops. */
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

	/** Runs a routine of a user, and everything that follows from it. */
	command(routine: () => Routine<unknown>): void {
		this.kernel.spawn(`user/${++this.#calls}`, 'user', routine);
		this.rest();
	}

	/** Creates objects as the admin, one after the other in one process, each with the status that it has in the test. */
	*creating<R extends ResourceName>(resource: R, ...objects: ReadonlyArray<Sketched<Resources[R]>>): Routine {
		for (const object of objects) {
			const {namespace, name = ''} = object.metadata;
			yield* this.admin.create(resource, namespace, object);
			if (object.status) {
				yield* this.admin.patch(
					resource,
					namespace,
					name,
					{status: object.status},
					{type: 'merge', subresource: 'status'},
				);
			}
		}
	}

	/** Creates an object as the admin, or updates the existing one from the sketch, including its status. */
	*putting<R extends ResourceName>(resource: R, object: Sketched<Resources[R]>): Routine {
		const {namespace, name} = object.metadata;
		if (this.get(resource, namespace, name) === undefined) {
			yield* this.creating(resource, object);
			return;
		}

		const {status, ...rest} = object;
		yield* this.admin.patch(resource, namespace, name, rest, {type: 'merge'});
		if (status) {
			yield* this.admin.patch(resource, namespace, name, {status}, {type: 'merge', subresource: 'status'});
		}
	}

	/** The object from the watch cache. */
	get<R extends ResourceName>(resource: R, namespace: string | undefined, name: string): Resources[R] | undefined {
		return this.server.reader.get(resource, namespace, name);
	}

	/** All objects of a resource that the watch cache has now, in the order of their names. */
	list<R extends ResourceName>(resource: R, namespace?: string): ReadonlyArray<Resources[R]> {
		return this.server.reader.list(resource, namespace);
	}

	/** The stops of a stage, in order. */
	at(stage: string): readonly Stop[] {
		return this.stops.filter((stop) => stop.stage === stage);
	}

	/** The facts of the stops of a stage, in order. */
	facts<Id extends StageId>(stage: Id): ReadonlyArray<FactsOf<Id>> {
		return this.stops.flatMap((stop) => (isStopOf(stop, stage) ? [stop.facts] : []));
	}

	/** The sentences of a stage's stops. */
	told(stage: string): readonly string[] {
		return this.at(stage).map((stop) => sentenceOf(stop));
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
