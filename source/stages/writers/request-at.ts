import {isRecord, type Fields} from '../../kernel/record.js';
import type {Stop} from '../../kernel/stop.js';
import {requestStep, type Stops} from './in-flight.js';

/**
The request of a stop, as far as kube-apiserver has read it by then: `method`, `path`, `query` and `headers`, and the authorized attributes,
such as `verb`, `resource`, `namespace` and `user`. Outside requests, the one that the stop itself shows.
*/
export const requestAt = (stops: Stops, stop: Stop): unknown => {
	const begin = requestStep(stop);
	if (begin === undefined) {
		return stop.facts?.['request'] ?? stop.facts?.['info'];
	}

	let request: Fields = {};
	for (let step = begin; step <= stop.step; step++) {
		const {process, stage, facts = {}} = stops.get(step) ?? {};
		if (process !== stop.process) {
			continue;
		}

		if (stage === 'apiserver.authorize' && isRecord(facts['request'])) {
			request = {...request, ...facts['request']};
		} else if (stage === 'apiserver.route') {
			const {method, path, query, headers, info} = facts;
			request = {...request, ...(isRecord(info) ? info : {}), method, path, query, headers};
		}
	}

	return request;
};
