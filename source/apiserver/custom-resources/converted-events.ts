import type {WatchEvent} from '../../client/request.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {isObject} from '../../objects/kubernetes-object.js';
import type {ResourceExchange} from '../request/exchange.js';
import {RequestFailure} from '../request/failure.js';
import type {Services} from '../services.js';
import {cached} from './conversion-webhook.js';

/** The events of a watch on their way through a conversion webhook. */
interface ConvertedEvents {
	readonly send: (event: WatchEvent) => void;
	readonly close: () => void;
}

/**
Events of a watch whose objects a server converts, one after the other: a process of its own, since the server takes its time.

@param tell receives them, in their order.
@param end ends the watch: an object that cannot be converted cannot be left out either.
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
