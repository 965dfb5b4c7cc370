import type {APIService, APIServiceCondition, EndpointSlice, Service} from '../../objects/kubernetes.generated.js';
import {joinHostPort} from '../../objects/host-port.js';

/** The condition of an APIService that another server serves. */
export type Availability = Pick<APIServiceCondition, 'status' | 'reason' | 'message'>;

const unavailable = (reason: string, message: string): Availability => ({status: 'False', reason, message});

/** Whether an endpoint is ready, and a port has that name. @mirrors hasAvailableEndpoint */
const hasEndpoint = (portName: string, slices: readonly EndpointSlice[]): boolean =>
	slices.some(
		({endpoints = [], ports = []}) =>
			(endpoints ?? []).some(({conditions}) => conditions?.ready !== false) &&
			(ports ?? []).some(({name, port}) => (name ?? '') === portName && port !== undefined),
	);

/**
Whether the server behind an APIService can be reached, from objects of the cluster alone.

Simplified: the Service itself is not called, because no container here serves an API.

@param slices the EndpointSlices of the Service.
@mirrors k8s.io/kube-aggregator/pkg/controllers/status/remote AvailableConditionController.sync
*/
export const availabilityOf = (
	{spec}: APIService,
	service: Service | undefined,
	slices: readonly EndpointSlice[],
): Availability => {
	const {name = '', namespace = '', port = 443} = spec?.service ?? {};
	const place = `service/${name} in ${JSON.stringify(namespace)}`;
	if (!service) {
		return unavailable('ServiceNotFound', `${place} is not present`);
	}

	const {type, clusterIP = '', externalName = '', ports = []} = service.spec ?? {};
	const isExternal = type === 'ExternalName';
	if (type === 'ClusterIP') {
		const found = ports.find((candidate) => candidate.port === port);
		if (!found) {
			return unavailable('ServicePortError', `${place} is not listening on port ${port}`);
		}

		if (slices.length === 0) {
			return unavailable('EndpointsNotFound', `cannot find endpointslices for ${place}`);
		}

		if (!hasEndpoint(found.name ?? '', slices)) {
			const named = JSON.stringify(found.name ?? '');
			return unavailable('MissingEndpoints', `endpointslices for ${place} have no addresses with port name ${named}`);
		}
	}

	const host = joinHostPort(isExternal ? externalName : clusterIP, port);
	const url = `https://${host}${discoveryPath({spec})}`;
	const why = isExternal ? `lookup ${externalName}: no such host` : `${host}: connect: connection refused`;
	return noAnswer(url, `Get ${JSON.stringify(url)}: dial tcp${isExternal ? ':' : ''} ${why}`);
};

/** The path that a server must serve if an APIService names it. */
export const discoveryPath = ({spec}: Pick<APIService, 'spec'>): string => `/apis/${spec?.group}/${spec?.version}`;

const noAnswer = (url: string, why: string): Availability =>
	unavailable('FailedDiscoveryCheck', `failing or missing response from ${url}: ${why}`);

/** The availability of an APIService, from the answer of its server. */
export const availabilityFrom = (
	url: string,
	answer: {readonly status: number} | {readonly error: string},
): Availability => {
	if ('error' in answer) {
		return noAnswer(url, `Get ${JSON.stringify(url)}: ${answer.error}`);
	}

	if (answer.status < 200 || answer.status > 299) {
		return noAnswer(url, `bad status from ${url}: ${answer.status}`);
	}

	return {status: 'True', reason: 'Passed', message: 'all checks passed'};
};
