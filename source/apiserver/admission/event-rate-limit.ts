import type {Kernel} from '../../kernel/kernel.js';
import type {EventLimitType} from '../../objects/admission-plugins.js';
import {failure, RequestFailure} from '../request/failure.js';
import {objectOf, writes, type AdmissionAttributes, type AdmissionPlugin} from './plugin.js';

/** One limit: this many events a second, with a burst, for all clients together or for each namespace, user or source. */
export interface EventLimit {
	readonly type: EventLimitType;
	/** Events a second. */
	readonly qps: number;
	readonly burst: number;
}

/** `Configuration` of `eventratelimit.admission.k8s.io`. */
export interface EventRateLimitConfiguration {
	readonly limits: readonly EventLimit[];
}

const usual: EventRateLimitConfiguration = {limits: [{type: 'SourceAndObject', qps: 1, burst: 3}]};

interface Bucket {
	tokens: number;
	sinceMs: number;
}

/** The key under which an event is counted. */
const keys: Readonly<Record<EventLimitType, (attributes: AdmissionAttributes) => string>> = {
	Server: () => '',
	Namespace: ({namespace}) => namespace,
	User: ({user}) => user.username,
	SourceAndObject(attributes) {
		const {source, involvedObject} = objectOf(attributes, 'v1 Event');
		return [
			source?.component,
			source?.host,
			involvedObject.kind,
			involvedObject.namespace,
			involvedObject.name,
			involvedObject.uid,
			involvedObject.apiVersion,
		].join('');
	},
};

/**
Refuses events when there are too many of them: each limit has a bucket of tokens for each thing that it counts.

@see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#eventratelimit
@mirrors eventratelimit.Plugin.Validate
*/
export const eventRateLimit = ({limits}: EventRateLimitConfiguration = usual): AdmissionPlugin<'EventRateLimit'> => {
	const buckets = new Map<string, Bucket>();
	/** @returns the tokens left; negative if there was no token to take. */
	const take = ({qps, burst}: EventLimit, name: string, kernel: Kernel): number => {
		const known = buckets.get(name) ?? {tokens: burst, sinceMs: kernel.now};
		const tokens = Math.min(burst, known.tokens + ((kernel.now - known.sinceMs) / 1000) * qps) - 1;
		if (tokens >= 0) {
			buckets.set(name, {tokens, sinceMs: kernel.now});
		}

		return tokens;
	};

	return {
		name: 'EventRateLimit',

		concerns: (attributes) => writes(attributes, 'events'),

		validate(attributes, {kernel}) {
			if (attributes.dryRun) {
				return {case: 'dry-run'};
			}

			// Every limit counts the event, and the last limit reached is the one reported.
			let reached: string | undefined;
			let left = Number.POSITIVE_INFINITY;
			for (const [index, limit] of limits.entries()) {
				const key = keys[limit.type](attributes);
				const tokens = take(limit, `${index} ${key}`, kernel);
				left = Math.min(left, tokens);
				if (tokens < 0) {
					reached = `limit reached on type ${limit.type} for key ${key}`;
				}
			}

			if (reached !== undefined) {
				throw new RequestFailure(failure(429, 'TooManyRequests', `Too many requests: ${reached}`));
			}

			return limits.length === 0 ? {case: 'no-limit'} : {case: 'counted', left: Math.floor(left)};
		},
	};
};
