import type {Event, ObjectMeta, ObjectReference} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, sleep, type Routine} from '../kernel/routine.js';
import {frame, note} from '../stages/note.js';
import type {Client} from './client.js';
import {ApiError, isAlreadyExists, isNotFound} from './errors.js';
import {EventCorrelator, type Correlated} from './event-correlator.js';

export interface EventRecorderOptions {
	/** The reporter: `deployment-controller`, `default-scheduler`, `kubelet`. */
	readonly component: string;
	/** The node on which the component runs, if events name it. */
	readonly host?: string;
	/** Name of the recorder's process; by default the client's user agent (and the host) with `/events`. */
	readonly process?: string;
	/** Fills the fields of events.k8s.io/v1 instead of the older ones: `eventTime`, `action`, `series`. */
	readonly modern?: boolean;
}

/** The possible subject of an event. */
export interface Eventful {
	readonly apiVersion?: string;
	readonly kind?: string;
	readonly metadata: Partial<ObjectMeta>;
}

export interface EventDetails {
	/** The part of the object that the event is about: `spec.containers{web}`. */
	readonly fieldPath?: string;
	/** The action: `Binding`. Only for events of events.k8s.io/v1. */
	readonly action?: string;
	readonly related?: ObjectReference;
	readonly annotations?: Readonly<Record<string, string>>;
}

/**
Reports a component's actions on an object as Events. A separate process sends them, so that recording never delays its caller.

Repeats are counted: the same event again patches `count`, and ten similar ones in ten minutes become one "(combined from
similar events)". For one object, at most 25 pass, then one every five minutes.

@see https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/
@mirrors k8s.io/client-go/tools/record.EventRecorder
*/
export class EventRecorder {
	readonly #mailbox: Mailbox<Event>;
	readonly #correlator: EventCorrelator;
	readonly #process: string;
	#started = false;

	constructor(
		readonly client: Client,
		readonly options: EventRecorderOptions,
	) {
		const {host, process} = options;
		const base = client.userAgent;
		this.#process = process ?? `${host && !base.endsWith(`/${host}`) ? `${base}/${host}` : base}/events`;
		this.#mailbox = new Mailbox(this.#process);
		this.#correlator = new EventCorrelator(client.kernel);
	}

	get kernel(): Kernel {
		return this.client.kernel;
	}

	/** Records an event. Takes no time and makes no stop: the recorder's process does. */
	*event(
		object: Eventful,
		type: 'Normal' | 'Warning',
		reason: string,
		message: string,
		details: EventDetails = {},
	): Routine {
		const {kernel, userAgent} = this.client;
		if (!this.#started) {
			this.#started = true;
			// The recorder of a component that was restarted replaces the one before it.
			kernel.processes.crash(this.#process);
			const [program = userAgent] = userAgent.split('/');
			kernel.spawn(this.#process, program, () => this.#run());
		}

		kernel.send(this.#mailbox, this.#eventOf(object, type, reason, message, details));
	}

	#eventOf(object: Eventful, type: string, reason: string, message: string, details: EventDetails): Event {
		const {kernel} = this.client;
		const {component, host = '', modern} = this.options;
		const {metadata} = object;
		const now = kernel.timestamp();
		const namespace = metadata.namespace || 'default';
		// The clock of the simulation has no nanoseconds; chance keeps the names of one millisecond apart.
		const nanoseconds = BigInt(kernel.wallClockMs) * 1_000_000n + BigInt(kernel.random('events').below(1_000_000));
		return {
			apiVersion: 'v1',
			kind: 'Event',
			metadata: {
				name: `${metadata.name}.${nanoseconds.toString(16)}`,
				namespace,
				...(details.annotations ? {annotations: details.annotations} : {}),
			} as ObjectMeta,
			involvedObject: {
				kind: object.kind,
				...(metadata.namespace ? {namespace: metadata.namespace} : {}),
				name: metadata.name,
				uid: metadata.uid,
				apiVersion: object.apiVersion,
				...(metadata.resourceVersion ? {resourceVersion: metadata.resourceVersion} : {}),
				...(details.fieldPath ? {fieldPath: details.fieldPath} : {}),
			},
			reason,
			message,
			type,
			...(details.related ? {related: details.related} : {}),
			...(modern
				? {
						eventTime: kernel.microTimestamp(),
						action: details.action ?? reason,
						reportingComponent: component,
						reportingInstance: host ? `${component}-${host}` : component,
					}
				: {
						source: host ? {component, host} : {component},
						firstTimestamp: now,
						lastTimestamp: now,
						count: 1,
						reportingComponent: component,
						reportingInstance: host,
					}),
		};
	}

	*#run(): Routine {
		for (;;) {
			const event = yield* receive(this.#mailbox);
			const correlated = this.#correlator.correlate(event);
			const {involvedObject, type, reason, message} = correlated.event;
			const facts = {
				case: correlated.kind,
				component: this.options.component,
				type,
				reason,
				message,
				involvedObject,
				count: correlated.count,
			};
			if (correlated.kind === 'drop') {
				yield* note('event.record', facts, {outcome: 'warning'});
				continue;
			}

			yield* frame(
				{
					name: `record ${reason}`,
					stage: 'event.record',
					facts,
					outcome: type === 'Warning' ? 'warning' : undefined,
					object: registryKey('events', correlated.event.metadata.namespace, correlated.event.metadata.name),
				},
				this.#write(correlated),
			);
		}
	}

	*#write(correlated: Correlated): Routine {
		const {event} = correlated;
		const {namespace, name} = event.metadata;
		for (let tries = 0; tries < 12; tries++) {
			try {
				if (correlated.kind === 'patch' && tries === 0) {
					try {
						yield* this.client.patch('events', namespace, name, correlated.patch);
						return;
					} catch (error) {
						if (!isNotFound(error)) {
							throw error;
						}
					}
				}

				yield* this.client.create('events', namespace, event);
				return;
			} catch (error) {
				if (!(error instanceof ApiError)) {
					throw error;
				}

				const again = error.code >= 500 && error.reason !== 'AlreadyExists';
				yield* note(
					'event.record',
					{case: 'failure', event: name, reason: error.reason, message: error.message, again},
					{outcome: 'failed'},
				);
				if (isAlreadyExists(error) || !again) {
					return;
				}

				yield* sleep(10_000);
			}
		}
	}
}
