import {apiVersionOf} from '../../objects/resources.js';
import type {Services} from '../services.js';
import type {ResourceExchange} from '../request/exchange.js';
import {memoised} from '../../kernel/memoised.js';
import type {Writer} from './managed-entry.js';

const encoder = new TextEncoder();

/** The longest name of a manager, in bytes. */
const limitBytes = 128;

/** The most user agents whose names are kept: more than twice the number of programs on a thousand nodes. */
const mostAgents = 10_000;

/** The part of a user agent before the first `/`, without characters that cannot be printed. */
const nameOfAgent = memoised((userAgent: string): string => {
	let name = '';
	let bytes = 0;
	for (const character of userAgent.replace(/\/.*$/s, '').replaceAll(/[^\P{C}]/gu, '')) {
		bytes += encoder.encode(character).length;
		if (bytes > limitBytes) {
			break;
		}

		name += character;
	}

	return name;
}, mostAgents);

/** The manager name under which a request owns the fields that it sets: the `fieldManager` that it names, else its user agent. */
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
