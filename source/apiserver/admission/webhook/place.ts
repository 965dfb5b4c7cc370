import type {OutwardRequest} from '../../../client/outward.js';
import {joinHostPort} from '../../../objects/host-port.js';
import type {Reader} from '../../storage/reader.js';

/** How the server of a webhook is reached. @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#contacting-the-webhook */
export interface ClientConfig {
	readonly url?: string;
	readonly service?: {
		readonly namespace: string;
		readonly name: string;
		readonly path?: string;
		readonly port?: number;
	};
	/** PEM in base64. */
	readonly caBundle?: string;
}

/**
The path of a request, normalised as by Go's REST client: `/validate` of `//validate`, of `/a/../validate` and of `/validate/`.

@mirrors k8s.io/client-go/rest NewRequest
*/
const cleaned = (path: string): string => {
	const parts: string[] = [];
	for (const part of path.split('/')) {
		if (part === '..') {
			parts.pop();
		} else if (part !== '' && part !== '.') {
			parts.push(part);
		}
	}

	return `/${parts.join('/')}`;
};

/** The address with its path cleaned and the timeout; unchanged if it cannot be parsed. */
const asked = (url: string, timeoutSeconds: number): string => {
	const [, origin, path = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)([^?#]*)$/i.exec(url) ?? [];
	return `${origin === undefined ? url : `${origin}${cleaned(path)}`}?timeout=${timeoutSeconds}s`;
};

/** The place of the server, as the scenario names it, and the name of that place in Go's errors. */
export const placeOf = (
	{url, service}: ClientConfig,
	timeoutSeconds: number,
): {readonly key: string; readonly shown: string} =>
	service
		? {
				key: `${service.namespace}/${service.name}`,
				shown: asked(
					`https://${service.name}.${service.namespace}.svc:${service.port ?? 443}${service.path ?? '/'}`,
					timeoutSeconds,
				),
			}
		: {key: url ?? '', shown: asked(url ?? '', timeoutSeconds)};

/** The request that sends a review to a server outside the simulation; `undefined` for servers inside the cluster. */
export const outsideReview = (
	config: ClientConfig,
	reader: Reader,
	timeoutSeconds: number,
	review: object,
): OutwardRequest | undefined => {
	const outside = outsideAddress(config, reader);
	return (
		outside && {
			method: 'POST',
			...outside,
			url: asked(outside.url, timeoutSeconds),
			...(config.caBundle === undefined ? {} : {caBundle: config.caBundle}),
			body: JSON.stringify(review),
			timeoutMs: timeoutSeconds * 1000,
		}
	);
};

/**
The address that can be called beyond the simulation; `undefined` for servers that would run in the cluster.

@mirrors k8s.io/apiserver/pkg/util/proxy ResolveEndpoint
*/
export const outsideAddress = (
	{url, service}: ClientConfig,
	reader: Reader,
): {readonly url: string; readonly serverName?: string} | undefined => {
	if (url !== undefined) {
		return {url};
	}

	const {type, externalName} = (service && reader.get('services', service.namespace, service.name)?.spec) ?? {};
	return service && type === 'ExternalName'
		? {
				url: `https://${externalName}:${service.port ?? 443}${service.path ?? '/'}`,
				serverName: `${service.name}.${service.namespace}.svc`,
			}
		: undefined;
};

/** Whether a Pod is ready to take the calls of a webhook. The answers of its program are not simulated. */
export const isServed = ({service}: ClientConfig, reader: Reader): boolean => {
	const found = service && reader.get('services', service.namespace, service.name);
	const {port = 443} = service ?? {};
	const own = found?.spec.ports?.find((one) => one.port === port);
	return (
		own !== undefined &&
		service !== undefined &&
		(reader.get('endpoints', service.namespace, service.name)?.subsets ?? []).some(
			({addresses = [], ports = []}) => addresses.length > 0 && ports.some(({name}) => name === own.name),
		)
	);
};

/** The error of dialing a place where the scenario has no server. */
export const unreachable = ({url, service}: ClientConfig, reader: Reader): string => {
	if (service) {
		const found = reader.get('services', service.namespace, service.name);
		return found
			? `dial tcp ${joinHostPort(found.spec?.clusterIP ?? '', service.port ?? 443)}: connect: connection refused`
			: `service ${JSON.stringify(service.name)} not found`;
	}

	const {hostname, port} = new URL(url ?? '');
	return /^[\d.]+$|^\[/.test(hostname)
		? `dial tcp ${hostname}:${port || 443}: connect: connection refused`
		: `dial tcp: lookup ${hostname}: no such host`;
};
