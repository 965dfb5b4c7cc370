import {apiVersionOf} from '../../objects/resources.js';
import type {Services} from '../services.js';
import type {ResourceExchange} from '../request/exchange.js';
import type {Writer} from './entries.js';

const encoder = new TextEncoder();

/** Bytes that the name of a manager may have. */
const limitBytes = 128;

const names = new Map<string, string>();

/** What stands before the first `/` of a user agent, without what cannot be printed. */
const nameOfAgent = (userAgent: string): string => {
	let name = names.get(userAgent);
	if (name === undefined) {
		name = readAgent(userAgent);
		if (names.size > 1000) {
			names.clear();
		}

		names.set(userAgent, name);
	}

	return name;
};

const readAgent = (userAgent: string): string => {
	let name = '';
	let bytes = 0;
	for (const character of userAgent.split('/', 1)[0]!.replaceAll(/[^\P{C}]/gu, '')) {
		bytes += encoder.encode(character).length;
		if (bytes > limitBytes) {
			break;
		}

		name += character;
	}

	return name;
};

/** As whom a request owns the fields that it sets: the `fieldManager` that it names, else its user agent. */
export const writerOf = (
	{kernel}: Services,
	{request, resource, info}: ResourceExchange,
	operation: Writer['operation'],
): Writer => ({
	manager: request.query['fieldManager'] || nameOfAgent(request.headers['user-agent'] ?? ''),
	operation,
	apiVersion: apiVersionOf(resource),
	subresource: info.subresource,
	now: kernel.timestamp(),
});
