import type {ClusterRecording} from '../../cluster.js';
import {isStopOf} from '../../stages/stop-of.js';
import type {Loss, LossResult} from '../../stages/facts/network/traffic.js';

/** The end of a request. */
export interface RequestEnd {
	readonly step: number;
	readonly timeMs: number;
	readonly result: 'answered' | LossResult;
	readonly loss?: Loss;
	/** Who answered. */
	readonly pod?: string;
}

/** A request that a traffic client sent. */
export interface SentRequest {
	/** The step that sent it. */
	readonly step: number;
	readonly timeMs: number;
	readonly client: string;
	readonly number: number;
	/** `ip:port` of its target Pod. */
	readonly endpoint: string | undefined;
	readonly end?: RequestEnd;
}

interface Index {
	/** The number of read stops. */
	known: number;
	readonly requests: SentRequest[];
	/** Client and number → place among the requests. */
	readonly places: Map<string, number>;
}

const indexes = new WeakMap<ClusterRecording, Index>();

const takeIn = (recording: ClusterRecording, index: Index): void => {
	const {requests, places} = index;
	const end = (client: string, number: number, given: RequestEnd) => {
		const at = places.get(`${client}/${number}`);
		const request = at === undefined ? undefined : requests[at];
		if (at !== undefined && request) {
			requests[at] = {...request, end: given};
		}
	};

	for (; index.known < recording.stops.length; index.known++) {
		const stop = recording.stops.get(index.known);
		if (!stop?.stage.startsWith('traffic.')) {
			continue;
		}

		const {step, timeMs} = stop;
		if (isStopOf(stop, 'traffic.request')) {
			const {client, number, endpoint} = stop.facts;
			places.set(`${client}/${number}`, requests.length);
			requests.push({step, timeMs, client, number, endpoint});
		} else if (isStopOf(stop, 'traffic.answered')) {
			const {client, number, pod} = stop.facts;
			end(client, number, {step, timeMs, result: 'answered', pod});
		} else if (isStopOf(stop, 'traffic.lost')) {
			const {client, number, result, loss} = stop.facts;
			end(client, number, {step, timeMs, result, loss});
		}
	}
};

/** All recorded requests, in the order of sending; each stop is read once. */
export const requestsIn = (recording: ClusterRecording): readonly SentRequest[] => {
	const index = indexes.get(recording) ?? {known: 0, requests: [], places: new Map<string, number>()};
	indexes.set(recording, index);
	takeIn(recording, index);
	return index.requests;
};

/** The requests sent up to a step, each with its end if it had ended by then. */
export const requestsUntil = (recording: ClusterRecording, step: number): readonly SentRequest[] => {
	const all = requestsIn(recording);
	let length = all.length;
	while (length > 0 && (all[length - 1]?.step ?? 0) > step) {
		length--;
	}

	return all
		.slice(0, length)
		.map((request) => (request.end && request.end.step > step ? {...request, end: undefined} : request));
};
