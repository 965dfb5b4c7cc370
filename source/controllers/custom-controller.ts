import type {Client} from '../client/client.js';
import type {Eventful} from '../client/event-recorder.js';
import {Informer, keyOf, type Delivered} from '../client/informer.js';
import type {TypedEvent} from '../client/client.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, type Routine} from '../kernel/routine.js';
import type {CustomResourceDefinition, Resources} from '../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {isResourceName, partsOfName, type ResourceName} from '../objects/resources.js';
import {resourcesOf} from '../registry/custom-resources/definition.js';
import {note} from '../stages/note.js';
import type {Controller, Tools} from './controller.js';
import {CustomClient} from './custom-client.js';
import {runProgram} from './program.js';

/** A change of an object that a controller watches. */
export type Change = Delivered<KubernetesObject>;

/** A controller's view of a watched resource: a copy of the cluster's objects, which lags slightly. They are shared and frozen. */
export interface Cache<T> {
	/** The object of a key: `namespace/name`, or the name alone without a namespace. */
	readonly getByKey: (key: string) => T | undefined;
	/** All of them, or those of a namespace. */
	readonly list: (namespace?: string) => readonly T[];
}

/** The tools of a controller. */
export interface ControllerTools {
	/** Sends requests, each a stop to step into: `yield* client.create('configmaps', 'default', {…})`. */
	readonly client: CustomClient;
	/** The cache of a resource in `watches`. @throws {Error} when it is not in `watches`. */
	cache<R extends ResourceName>(resource: R): Cache<Resources[R]>;
	cache<T extends KubernetesObject>(resource: string): Cache<T>;
	/** Records an Event about an object. */
	event(object: Eventful, type: 'Normal' | 'Warning', reason: string, message: string): Routine;
	/** A stop of the debugger, `controller.<name>.note`, that describes the current action, with facts that are plain data. */
	note(text: string, facts?: Readonly<Record<string, unknown>>): Routine;
	/** The virtual milliseconds after which a key is reconciled again, regardless of earlier events. */
	requeueAfter(key: string, ms: number): void;
	/** The cluster's clock, in milliseconds since 1970: code of a simulation has no other. */
	now(): number;
}

/**
A controller that is not Kubernetes' own: an operator, written as a generator.

It is a process of the simulated cluster like any other: each request is a stop to step into, `crash` and `restart` work on it, and time passes only
where it yields. It must be deterministic: no clock except `now()`, no own timers, promises or randomness.

@see https://kubernetes.io/docs/concepts/extend-kubernetes/operator/
*/
export interface CustomController {
	/** Name of its process and of its stages `controller.<name>.reconcile`; a DNS label. */
	readonly name: string;
	/** `namespace/name` of its service account, whose rights RBAC determines; without one, every action is allowed. */
	readonly serviceAccount?: string;
	/**
	By resource: the keys that a change concerns; `true` is that of the changed object. Custom resources may be defined later: the
	controller starts when all are served.
	*/
	readonly watches: Readonly<Record<string, true | ((change: Change) => Iterable<string>)>>;
	/** Compares the actual and the desired state of one key, and acts. An {@link ApiError} makes the queue retry with growing delays. */
	readonly reconcile: (key: string, tools: ControllerTools) => Routine;
}

const toolsOf = (
	controller: CustomController,
	{client, recorder, queue, informer, kernel}: Tools,
): ControllerTools => ({
	client: new CustomClient(client),
	cache(resource: string) {
		if (!isWatched(controller, resource)) {
			throw new Error(`the controller ${controller.name} has no ${resource} in its watches`);
		}

		return informer(resource);
	},
	event: (object, type, reason, message) => recorder.event(object, type, reason, message),
	note: (text, facts) => note(`controller.${controller.name}.note`, {...facts, text}),
	requeueAfter(key, ms) {
		queue.addAfter(key, ms, {periodic: ms > longestWaitMs});
	},
	now: () => kernel.wallClockMs,
});

/** A run comes to rest without waiting for keys that are requeued later than this. */
const longestWaitMs = 60_000;

/** A name that a controller watches: its objects have the type that the caller says. */
const isWatched = ({watches}: CustomController, name: string): name is ResourceName => Object.hasOwn(watches, name);

const handlersOf = ({watches}: CustomController): Readonly<Record<string, (change: Change) => Iterable<string>>> =>
	Object.fromEntries(
		Object.entries(watches).map(([resource, keys]) => [
			resource,
			keys === true ? ({object}: Change) => [keyOf(object)] : keys,
		]),
	);

const asController = (custom: CustomController): Controller => ({
	name: custom.name,
	reportsAs: custom.name,
	build(tools) {
		const own = toolsOf(custom, tools);
		return {
			handlers: handlersOf(custom),
			*sync(key) {
				yield* note(`controller.${custom.name}.reconcile`, {key});
				yield* custom.reconcile(key, own);
			},
		};
	},
});

/** The custom resources that are not served yet. */
const missing = (names: readonly string[], definitions: Iterable<CustomResourceDefinition>): readonly string[] => {
	const served = [...definitions].flatMap((definition) => resourcesOf(definition));
	return names.filter((name) => {
		const {plural, group, version = 'v1'} = partsOfName(name);
		return !served.some((one) => one.plural === plural && one.group === group && one.version === version);
	});
};

const definitionsName = 'customresourcedefinitions.apiextensions.k8s.io';

/** Waits until the definitions of custom resources are established, then ends with its watch. */
function* untilServed(client: Client, names: readonly string[], served: Mailbox<true>): Routine {
	const informer = new Informer(client, definitionsName);
	const mailbox = new Mailbox<TypedEvent<CustomResourceDefinition>>(`${served.name}/definitions`);
	yield* informer.start(mailbox, (event) => event);
	while (missing(names, informer.list()).length > 0) {
		yield* informer.deliver(yield* receive(mailbox));
	}

	client.kernel.send(served, true);
}

/** The rate limit of controller-runtime. */
const limit = {qps: 20, burst: 30};

/**
Starts a controller as a separate program.

@param connect a connection with a user agent, as the controller's service account or as its administrator.
*/
export const startCustomController = (
	kernel: Kernel,
	controller: CustomController,
	connect: {readonly itself: Client; readonly administrator: Client},
): void => {
	const {name} = controller;
	const custom = Object.keys(controller.watches).filter((resource) => !isResourceName(resource));
	kernel.spawn(name, name, function* () {
		if (custom.length > 0) {
			const served = new Mailbox<true>(`${name}/served`);
			kernel.spawn(`${name}/start`, name, () => untilServed(connect.administrator, custom, served), {child: true});
			yield* receive(served);
		}

		yield* runProgram(kernel, connect.itself, asController(controller), limit, {process: name, component: name});
	});
};
