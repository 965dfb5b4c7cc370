import type {Etcd} from '../../etcd/etcd.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {StoredObject} from './dumped-objects.js';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The remaining time to live of an Event, in whole minutes. */
const minutesLeft = (object: KubernetesObject, wallClockMs: number): number | undefined => {
	if (!isKind(object, 'v1 Event')) {
		return undefined;
	}

	const {lastTimestamp, eventTime, metadata} = object;
	const since = parseTimestamp(lastTimestamp ?? eventTime ?? metadata.creationTimestamp);
	return Math.max(1, Math.ceil((since + hourMs - wallClockMs) / minuteMs) || 60);
};

/** Writes objects to an empty store in their order. Events keep their time to live; those of the same minute expire together. */
export const store = (etcd: Etcd<KubernetesObject>, objects: readonly StoredObject[]): void => {
	const {wallClockMs} = etcd.kernel;
	const minutes = objects.map(({object}) => minutesLeft(object, wallClockMs));
	const leases = new Map(
		[...new Set(minutes)]
			.filter((left) => left !== undefined)
			.sort((a, b) => a - b)
			.map((left) => [left, etcd.leases.grant(left * 60).id]),
	);
	for (const [index, {key, object, revision}] of objects.entries()) {
		const left = minutes[index];
		const lease = left === undefined ? undefined : leases.get(left);
		etcd.commit([{type: 'put', key, value: object, ...(lease === undefined ? {} : {lease})}], revision);
	}
};
