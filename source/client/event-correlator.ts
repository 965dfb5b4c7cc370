import type {Kernel} from '../kernel/kernel.js';
import type {Event} from '../objects/kubernetes.generated.js';

/** The result for an event: a new object, one more of an old one, or nothing. */
export type Correlated =
	| {readonly kind: 'create'; readonly event: Event; readonly count: number}
	| {readonly kind: 'patch'; readonly event: Event; readonly count: number; readonly patch: unknown}
	| {readonly kind: 'drop'; readonly event: Event; readonly count: number};

const similarLimit = 10;
const similarWithinMs = 600_000;
const burst = 25;
const refillMs = 300_000;
const rememberedEvents = 4096;

interface Similar {
	readonly messages: Set<string>;
	lastMs: number;
}

interface Bucket {
	tokens: number;
	lastMs: number;
}

/**
Decides which events are repetitions, which exceed the limit of their kind, and which exceed the limit of all.

@mirrors k8s.io/client-go/tools/record.EventCorrelator
*/
export class EventCorrelator {
	readonly #seen = new Map<string, Event>();
	readonly #similar = new Map<string, Similar>();
	readonly #buckets = new Map<string, Bucket>();

	constructor(readonly kernel: Kernel) {}

	/** The numbers of texts, groups of similar events and objects that it remembers. */
	get remembered(): {readonly texts: number; readonly groups: number; readonly objects: number} {
		return {texts: this.#seen.size, groups: this.#similar.size, objects: this.#buckets.size};
	}

	/** Records the event and decides about it. */
	correlate(event: Event): Correlated {
		const key = keyOfEvent(event);
		const group = similarityOf(event);
		const combined = this.#combine(event, group);
		const observed = this.#observe(combined, combined === event ? key : group);
		return this.#allowed(event) ? observed : {...observed, kind: 'drop'};
	}

	#combine(event: Event, group: string): Event {
		const {now} = this.kernel;
		let similar = this.#similar.get(group);
		if (!similar || now - similar.lastMs > similarWithinMs) {
			similar = {messages: new Set(), lastMs: now};
		}

		similar.lastMs = now;
		similar.messages.add(event.message ?? '');
		forget(this.#similar, now - similarWithinMs);
		remember(this.#similar, group, similar);
		if (similar.messages.size < similarLimit) {
			return event;
		}

		const [oldest = ''] = similar.messages;
		similar.messages.delete(oldest);
		return {...event, message: `(combined from similar events): ${event.message}`};
	}

	#observe(event: Event, key: string): Correlated {
		const last = this.#seen.get(key);
		if (!last) {
			remember(this.#seen, key, event);
			return {kind: 'create', event, count: 1};
		}

		const {eventTime} = event;
		const modern = eventTime !== undefined;
		const count = (modern ? (last.series?.count ?? 1) : (last.count ?? 1)) + 1;
		const change = modern
			? {series: {count, lastObservedTime: eventTime}}
			: {count, lastTimestamp: event.lastTimestamp};
		const next: Event = {...last, ...change, message: event.message};
		remember(this.#seen, key, next);
		const patch = next.message === last.message ? change : {...change, message: next.message};
		return {kind: 'patch', event: next, count, patch};
	}

	/** A token bucket for each pair of reporter and object. */
	#allowed(event: Event): boolean {
		const {now} = this.kernel;
		const key = sourceAndObject(event);
		const bucket = this.#buckets.get(key) ?? {tokens: burst, lastMs: now};
		bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.lastMs) / refillMs);
		bucket.lastMs = now;
		forget(this.#buckets, now - burst * refillMs);
		remember(this.#buckets, key, bucket);
		if (bucket.tokens < 1) {
			return false;
		}

		bucket.tokens--;
		return true;
	}
}

/** The reporter, and the object. */
const sourceAndObject = ({reportingComponent, reportingInstance, involvedObject}: Event): string =>
	joined(
		reportingComponent,
		reportingInstance,
		involvedObject.kind,
		involvedObject.namespace,
		involvedObject.name,
		involvedObject.uid,
	);

/** The common part of two events that differ only in their message. */
const similarityOf = (event: Event): string =>
	joined(sourceAndObject(event), event.involvedObject.apiVersion, event.type, event.reason);

/** Events of the newer API repeat each other only while their object does not change. */
const keyOfEvent = (event: Event): string =>
	joined(
		similarityOf(event),
		event.involvedObject.fieldPath ?? '',
		event.eventTime === undefined ? '' : event.involvedObject.resourceVersion,
		event.message,
	);

/** Joins the parts to one flat string, since a template would retain all its parts; thousands of these keys are remembered. */
const joined = (...parts: ReadonlyArray<string | undefined>): string => parts.join('/');

/** Bounds the size of the map: removes the least recently used entry. */
const remember = <T>(map: Map<string, T>, key: string, value: T): void => {
	map.delete(key);
	map.set(key, value);
	if (map.size > rememberedEvents) {
		const [oldest = ''] = map.keys();
		map.delete(oldest);
	}
};

/** Removes entries last used before a moment: they are equal to new ones by then. The least recently used are first. */
const forget = (map: Map<string, {readonly lastMs: number}>, beforeMs: number): void => {
	for (const [key, {lastMs}] of map) {
		if (lastMs >= beforeMs) {
			return;
		}

		map.delete(key);
	}
};
