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

/** Where the client looks for the server, as the scenario names it, and the name of that place in Go's errors. */
export const placeOf = (
	{url, service}: ClientConfig,
	timeoutSeconds: number,
): {readonly key: string; readonly shown: string} =>
	service
		? {
				key: `${service.namespace}/${service.name}`,
				shown: `https://${service.name}.${service.namespace}.svc:${service.port ?? 443}${service.path ?? '/'}?timeout=${timeoutSeconds}s`,
			}
		: {key: url ?? '', shown: `${url}?timeout=${timeoutSeconds}s`};

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
