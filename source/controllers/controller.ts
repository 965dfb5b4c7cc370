import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {active, receive, type Routine} from '../kernel/routine.js';
import {Client, type ResourceName} from '../client/client.js';
import {ApiError} from '../client/errors.js';
import {EventRecorder} from '../client/event-recorder.js';
import type {Informer} from '../client/informer.js';
import type {RateLimit} from '../client/rate-limiter.js';
import {WorkQueue} from '../client/work-queue.js';
import type {Pod, PolicyRule} from '../objects/kubernetes.generated.js';
import {frame, note} from '../stages/note.js';
import type {Handlers, SharedInformers} from './shared-informers.js';

/** The tools of every controller. */
export interface Tools {
	readonly kernel: Kernel;
	readonly client: Client;
	readonly recorder: EventRecorder;
	readonly queue: WorkQueue;
	/** The shared cache of a resource: the controller's knowledge of the cluster. */
	readonly informer: <R extends ResourceName>(resource: R) => Informer<R>;
	/** The minor version of Kubernetes 1 that it follows where a changelog names other behaviour; by default the simulated one. */
	readonly minor?: number | undefined;
}

/** The specific part of a controller. */
export interface ControllerParts {
	/** The handlers, which map changes to keys. */
	readonly handlers: Handlers;
	/**
	Compares the desired and the actual state of one key, and acts. An {@link ApiError} or a {@link SyncFailure} makes the queue retry with growing delays.

	Its first stop precedes its first wait: `controller.<name>.reconcile`, which all controllers share, or `controller.<name>.sync` with its own facts.
	*/
	readonly sync: (key: string) => Routine;
	/** Work that runs next to the queue, as a child process: `monitor`. */
	readonly beside?: Readonly<Record<string, () => Routine>>;
}

export interface Controller {
	/** The name, as in `controller-manager/<name>` and the stages `controller.<name>.…`. */
	readonly name: string;
	/** Component of its events. */
	readonly reportsAs: string;
	/** Service account in `kube-system` that it acts as, if its name is not that of `reportsAs`. */
	readonly account?: string;
	/** Whether it acts as the controller manager itself, not with its own account. */
	readonly actsAsManager?: boolean;
	/** The pause after a first failure, in milliseconds; 5 by default. */
	readonly firstBackoffMs?: number;
	/** The longest pause after failures in a row, in milliseconds; 1,000,000 by default. */
	readonly lastBackoffMs?: number;
	/** The longest pause between two attempts that the end of a run still waits for; just under a second by default. */
	readonly patienceMs?: number;
	/** It starts when a Pod first satisfies this; by default, at once. Simplified: upstream, all controllers start at once. */
	readonly startsWith?: (pod: Pod) => boolean;
	/** The key prefix of objects that it must clean up: if any exist, it starts at once. */
	readonly ends?: string;
	/**
	The rules of its account's ClusterRole; the first of several controllers with one account has them. For a controller that is not part of
	Kubernetes, they become its role in a new cluster.
	*/
	readonly rules?: readonly PolicyRule[];
	/** The rate limit of its client, if it differs from that of other controllers. */
	readonly limit?: (common: RateLimit) => RateLimit;
	readonly build: (tools: Tools) => ControllerParts;
}

/** A server other than the apiserver failed a sync's request: the key is tried again with a growing delay. */
export class SyncFailure extends Error {
	override name = 'SyncFailure';
	readonly reason = 'Failed';
}

/** The program that runs a controller. */
export interface Program {
	/** The parent process of its controllers: `controller-manager`. */
	readonly process: string;
	readonly component: string;
	readonly minor?: number | undefined;
}

export const controllerManager: Program = {process: 'controller-manager', component: 'kube-controller-manager'};

/** Changes are real work, even if a timer started them. */
class ControllerClient extends Client {
	/** Called when a server that the current key's request could not reach is reachable again. */
	onBack: (() => void) | undefined;

	override *exchange(...[method, path, options]: Parameters<Client['exchange']>): ReturnType<Client['exchange']> {
		if (method !== 'GET') {
			yield* active();
		}

		return yield* super.exchange(method, path, {...options, onBack: options?.onBack ?? this.onBack});
	}
}

/**
The process of a controller: syncs each key of its work queue.

Its only state is keys and caches: after a restart at any moment, it continues without a difference.

@param limit of each controller's client.

@param program the program that contains it; the kube-controller-manager by default.
@see https://kubernetes.io/docs/concepts/architecture/controller/
*/
export function* runController(
	controller: Controller,
	kernel: Kernel,
	connection: Client,
	informers: SharedInformers,
	limit: RateLimit,
	program: Program = controllerManager,
): Routine {
	const {name} = controller;
	const home = program.component === controllerManager.component ? `${program.process}/${name}` : program.process;
	const {handler, userAgent, credentials} = connection;
	const client = new ControllerClient(kernel, handler, userAgent, credentials, controller.limit?.(limit) ?? limit);
	const queue = new WorkQueue(kernel, `/components/${home}/queue`, {
		stage: `controller.${name}.enqueue`,
		firstBackoffMs: controller.firstBackoffMs,
		lastBackoffMs: controller.lastBackoffMs,
		patienceMs: controller.patienceMs,
	});
	const recorder = new EventRecorder(client, {
		component: controller.reportsAs,
		process: `${home}/events`,
	});
	const parts = controller.build({
		kernel,
		client,
		recorder,
		queue,
		informer: (resource) => informers.informer(resource),
		minor: program.minor,
	});
	const synced = new Mailbox<true>(`${home}/synced`);
	informers.register({name, handlers: parts.handlers, queue, synced});
	const {tokenSource} = credentials;
	if (tokenSource) {
		// Simplified: upstream asks for it with the first request; a cluster that has run for a while has it.
		yield* round(name, tokenSource.token());
	}

	yield* receive(synced);
	for (const [beside, routine] of Object.entries(parts.beside ?? {})) {
		kernel.spawn(`${home}/${beside}`, program.component, routine, {child: true});
	}

	for (;;) {
		const key = yield* queue.get();
		client.onBack = queue.onBack(key);
		yield* frame({name: `sync ${name} ${key}`}, attempt(name, queue, key, parts.sync));
	}
}

/** Runs periodic housekeeping: a refused write waits for the next round. */
export function* round(name: string, work: Routine<unknown>): Routine {
	try {
		yield* work;
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		yield* note(
			`controller.${name}.retry`,
			{case: 'round', reason: error.reason, message: error.message},
			{outcome: 'failed'},
		);
	}
}

function* attempt(name: string, queue: WorkQueue, key: string, sync: (key: string) => Routine): Routine {
	try {
		yield* sync(key);
	} catch (error) {
		if (!(error instanceof ApiError) && !(error instanceof SyncFailure)) {
			throw error;
		}

		const pauseMs = queue.addRateLimited(key);
		queue.done(key);
		yield* note(
			`controller.${name}.retry`,
			{case: 'key', key, reason: error.reason, message: error.message, retries: queue.retries(key), pauseMs},
			{outcome: 'failed'},
		);
		return;
	}

	queue.forget(key);
	queue.done(key);
	yield* note(`controller.${name}.done`, {key, again: queue.isWaiting(key)});
}
