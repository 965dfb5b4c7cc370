import type {WatchEvent} from '../../client/request.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {isObject} from '../../objects/kubernetes-object.js';
import type {ResourceExchange} from '../request/exchange.js';
import {RequestFailure} from '../request/failure.js';
import type {Services} from '../services.js';
import {cached} from './conversion-webhook.js';

/** The events of a watch that pass through a conversion webhook. */
interface ConvertedEvents {
	readonly send: (event: WatchEvent) => void;
	readonly close: () => void;
}

/**
Converts the objects of a watch's events by a server, one after the other, in a separate process, because the server needs time.

@param tell receives the events, in their order.

@param end ends the watch when an object cannot be converted: its event may not be skipped.
*/
export const convertedEvents = (
	services: Services,
	exchange: ResourceExchange,
	tell: (event: WatchEvent) => void,
	end: () => void,
): ConvertedEvents => {
	const {kernel} = services;
	const name = `kube-apiserver/conversion-${services.cacher.nextID()}`;
	const mailbox = new Mailbox<WatchEvent | 'closed'>(name);
	function* run(): Routine {
		for (;;) {
			const event = yield* receive(mailbox);
			if (event === 'closed') {
				return;
			}

			const {type, object} = event;
			if (type === 'BOOKMARK' || type === 'ERROR' || !isObject(object)) {
				tell(event);
				continue;
			}

			try {
				tell({type, object: yield* cached(services, exchange, object)});
			} catch (error) {
				if (!(error instanceof RequestFailure)) {
					throw error;
				}

				tell({type: 'ERROR', object: error.status});
				end();
			}
		}
	}

	kernel.spawn(name, 'kube-apiserver', run, {child: true});
	return {
		send(event) {
			kernel.send(mailbox, event);
		},
		close() {
			kernel.send(mailbox, 'closed');
		},
	};
};
