import type {Kernel} from '../../kernel/kernel.js';
import type {Event} from '../../objects/kubernetes.generated.js';
import {failure, RequestFailure} from '../failure.js';
import type {AdmissionPlugin} from './plugin.js';

interface Bucket {
	tokens: number;
	sinceMs: number;
}

// Simplified: one limit of type SourceAndObject, one event a second with a burst of three, instead of a configuration file.
const perSecond = 1;
const burst = 3;

const bucketsOf = new WeakMap<Kernel, Map<string, Bucket>>();

/** Refuses events when one source says too much about one object. */
export const eventRateLimit: AdmissionPlugin = {
	name: 'EventRateLimit',

	handles: ({resource, operation, subresource}) =>
		resource.plural === 'events' && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),

	validate({object, dryRun}, {kernel}) {
		if (dryRun) {
			return 'A dry run is not counted.';
		}

		const {source, involvedObject} = object as Event;
		const key = [
			source?.component,
			source?.host,
			involvedObject.kind,
			involvedObject.namespace,
			involvedObject.name,
			involvedObject.uid,
			involvedObject.apiVersion,
		].join('');
		let buckets = bucketsOf.get(kernel);
		if (!buckets) {
			buckets = new Map();
			bucketsOf.set(kernel, buckets);
		}

		const known = buckets.get(key) ?? {tokens: burst, sinceMs: kernel.now};
		const tokens = Math.min(burst, known.tokens + ((kernel.now - known.sinceMs) / 1000) * perSecond);
		if (tokens < 1) {
			throw new RequestFailure(
				failure(429, 'TooManyRequests', `Too many requests: limit reached on type SourceAndObject for key ${key}`),
			);
		}

		buckets.set(key, {tokens: tokens - 1, sinceMs: kernel.now});
		return `The source has ${Math.floor(tokens - 1)} more events about this object before it is limited.`;
	},
};
