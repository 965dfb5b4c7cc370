import type {Endpoint} from '../../objects/kubernetes.generated.js';

/** A summary of an EndpointSlice: how many endpoints are ready, how many of these have hints, and the addresses of the ready ones if they are few. */
export const readyEndpoints = (
	endpoints: readonly Endpoint[],
): {readonly ready: number; readonly hinted: number; readonly addresses: readonly string[]} => {
	const ready = endpoints.filter(({conditions}) => conditions?.ready);
	return {
		ready: ready.length,
		hinted: ready.filter(({hints}) => hints !== undefined).length,
		addresses: ready.length <= 4 ? ready.map(({addresses: [address = '']}) => address) : [],
	};
};
