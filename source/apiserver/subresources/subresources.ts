import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import type {Services} from '../services.js';
import type {ResourceExchange} from '../request/exchange.js';
import {pathNotFound, RequestFailure} from '../request/failure.js';
import {get} from '../verbs/get.js';
import {patch} from '../verbs/patch.js';
import {update} from '../verbs/update.js';
import {bind} from './binding.js';
import {evict} from './eviction.js';
import {exec} from './exec.js';
import {log} from './log.js';
import {proxy} from './proxy.js';
import {scale} from './scale.js';
import {requestToken} from './token.js';

/** Subresources that show the whole object and change a part of it. */
const views = new Set(['status', 'ephemeralcontainers', 'resize', 'finalize', 'approval']);

/** Answers a request for a subresource. */
export const answerSubresource = (services: Services, exchange: ResourceExchange): Routine<Response> => {
	const {name} = exchange.subresource!;
	if (views.has(name)) {
		const {verb} = exchange.info;
		if (verb === 'get') {
			return get(services, exchange);
		}

		if (verb === 'patch') {
			return patch(services, exchange);
		}

		return update(services, exchange);
	}

	switch (name) {
		case 'scale': {
			return scale(services, exchange);
		}

		case 'binding': {
			return bind(services, exchange);
		}

		case 'eviction': {
			return evict(services, exchange);
		}

		case 'log': {
			return log(services, exchange);
		}

		case 'token': {
			return requestToken(services, exchange);
		}

		case 'proxy': {
			return proxy(services, exchange);
		}

		case 'exec':
		case 'attach':
		case 'portforward': {
			return exec(services, exchange);
		}

		default: {
			throw new RequestFailure(pathNotFound());
		}
	}
};
