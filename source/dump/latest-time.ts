import {parseTimestamp, timestamp} from '../kernel/clock.js';
import {isRecord} from '../kernel/record.js';

/** Fields with times of past events; other fields may have future times. */
const past = new Set([
	'acquireTime',
	'completionTime',
	'creationTimestamp',
	'eventTime',
	'finishedAt',
	'firstTimestamp',
	'lastHeartbeatTime',
	'lastObservedTime',
	'lastProbeTime',
	'lastScaleTime',
	'lastScheduleTime',
	'lastSuccessfulTime',
	'lastTimestamp',
	'lastTransitionTime',
	'lastUpdateTime',
	'renewTime',
	'startTime',
	'startedAt',
	'time',
]);

const latestIn = (value: unknown, latest: number): number => {
	let found = latest;
	if (Array.isArray(value)) {
		for (const item of value) {
			found = latestIn(item, found);
		}
	} else if (isRecord(value)) {
		for (const key of Object.keys(value)) {
			const item = value[key];
			if (typeof item === 'object') {
				found = latestIn(item, found);
			} else if (past.has(key) && typeof item === 'string') {
				const ms = parseTimestamp(item);
				found = ms > found ? ms : found;
			}
		}
	}

	return found;
};

/** The time of a dump: the latest time in its objects, as RFC 3339 in whole seconds; `undefined` without any. */
export const latestTime = (objects: Iterable<unknown>): string | undefined => {
	let latest = Number.NEGATIVE_INFINITY;
	for (const object of objects) {
		latest = latestIn(object, latest);
	}

	return latest === Number.NEGATIVE_INFINITY ? undefined : timestamp(Math.ceil(latest / 1000) * 1000);
};
