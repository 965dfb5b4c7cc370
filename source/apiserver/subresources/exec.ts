import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {admissionAttributes, admitValidating} from '../admit.js';
import type {Services} from '../apiserver.js';
import type {ResourceExchange} from '../exchange.js';
import {badRequest, failure, RequestFailure} from '../failure.js';
import {existing} from '../verbs/get.js';

/** `exec`, `attach`, `portforward`, `proxy`: streams to the kubelet. Simplified: admitted and checked, never opened. */
export function* exec(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info, resource} = exchange;
	const object = existing(services, exchange);
	yield* admitValidating(services, exchange, admissionAttributes(exchange, 'CONNECT', info.name, undefined));
	if (resource.plural === 'pods' && !(object as unknown as Pod).spec.nodeName) {
		throw new RequestFailure(badRequest(`pod ${info.name} does not have a host assigned`));
	}

	throw new RequestFailure(failure(501, 'NotImplemented', 'streams to the kubelet are not simulated'));
}
