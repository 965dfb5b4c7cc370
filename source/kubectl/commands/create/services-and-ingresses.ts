import type {Routine} from '../../../kernel/routine.js';
import {dnsSubdomainErrors, portNameErrors, portNumberErrors} from '../../../objects/names.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import type {HTTPIngressPath, ServicePort} from '../../../objects/kubernetes.generated.js';
import type {Generated} from './generated.js';

/**
An unsigned 16-bit number.

@throws {CommandFailure} in the words of Go's strconv.
*/
export const parsePortNumber = (text: string): number => {
	const number = Number(text);
	if (!/^\d+$/.test(text) || number > 65_535) {
		throw new CommandFailure(
			`strconv.ParseUint: parsing ${JSON.stringify(text)}: ${/^\d+$/.test(text) ? 'value out of range' : 'invalid syntax'}`,
		);
	}

	return number;
};

/** @throws {CommandFailure} if the target is neither the name of a port nor a number. */
const parseTarget = (text: string): number | string => {
	const target = /^[+-]?\d+$/.test(text) ? Number(text) : text;
	const problems = typeof target === 'string' ? portNameErrors(target) : portNumberErrors(target);
	if (problems.length > 0) {
		throw new CommandFailure(problems.join(','));
	}

	return target;
};

/** A port of `--tcp`: `80`, `80:8080`, `80:http`. */
const parsePort = (text: string): ServicePort => {
	const [portText = '', target] = text.split(':');
	const port = parsePortNumber(portText);
	return {
		name: text.replaceAll(':', '-'),
		port,
		protocol: 'TCP',
		targetPort: target === undefined ? port : parseTarget(target),
	};
};

function* service(invocation: Invocation, name: string, type: string): Routine<Generated> {
	const {flags} = invocation;
	const ports = flags.list('tcp').map(parsePort);
	const clusterIPText = type === 'ClusterIP' ? flags.text('clusterip') : '';
	if (type !== 'ExternalName' && ports.length === 0 && clusterIPText !== 'None') {
		throw new CommandFailure('at least one tcp port specifier must be provided');
	}

	const nodePortNumber = type === 'NodePort' ? flags.number('node-port') : 0;
	const labels = {app: name};
	const object = {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: {name, labels},
		spec: {
			...(ports.length > 0
				? {ports: ports.map((port) => (nodePortNumber ? {...port, nodePort: nodePortNumber} : port))}
				: {}),
			selector: labels,
			type,
			...(clusterIPText ? {clusterIP: clusterIPText} : {}),
			...(type === 'ExternalName' ? {externalName: flags.text('external-name')} : {}),
		},
		status: {loadBalancer: {}},
	};
	return {object, failing: `${type} service:`};
}

/** `kubectl create service clusterip`. */
export const clusterIP = (invocation: Invocation, name: string): Routine<Generated> =>
	service(invocation, name, 'ClusterIP');

/** `kubectl create service nodeport`. */
export const nodePort = (invocation: Invocation, name: string): Routine<Generated> =>
	service(invocation, name, 'NodePort');

/** `kubectl create service loadbalancer`. */
export const loadBalancer = (invocation: Invocation, name: string): Routine<Generated> =>
	service(invocation, name, 'LoadBalancer');

/** `kubectl create service externalname`. */
export function* externalName(invocation: Invocation, name: string): Routine<Generated> {
	const target = invocation.flags.text('external-name');
	if (dnsSubdomainErrors(target).length > 0) {
		throw new CommandFailure(`invalid service external name ${target}`);
	}

	return yield* service(invocation, name, 'ExternalName');
}

const rulePattern =
	/^(?<host>[\w*\-.]*)(?<path>\/.*)=(?<service>[\w-]+):(?<port>[\w-]+)(?:,(?<tls>tls)=?(?<secret>[\w-]+)?)?/;

const backendOf = (serviceName: string, port: string) => ({
	service: {name: serviceName, port: /^\d+$/.test(port) ? {number: Number(port)} : {name: port}},
});

/** Paths of each host, and the hosts of each Secret with a certificate. */
interface IngressRules {
	readonly paths: ReadonlyMap<string, readonly HTTPIngressPath[]>;
	readonly tls: ReadonlyMap<string, readonly string[]>;
}

/** The meaning of `--rule`. @throws {CommandFailure} for an invalid rule. */
const ingressRules = (texts: readonly string[]): IngressRules => {
	const paths = new Map<string, HTTPIngressPath[]>();
	const tls = new Map<string, string[]>();
	for (const text of texts) {
		const match = rulePattern.exec(text);
		if (!match) {
			throw new CommandFailure(
				`rule ${text} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`,
			);
		}

		const {host = '', path = '', service: serviceName = '', port = '', secret = '', tls: isSecure} = match.groups ?? {};
		const prefix = path.endsWith('*');
		paths.set(host, [
			...(paths.get(host) ?? []),
			{
				backend: backendOf(serviceName, port),
				path: prefix ? path.slice(0, -1) : path,
				pathType: prefix ? 'Prefix' : 'Exact',
			},
		]);
		if (isSecure) {
			const hosts = tls.get(secret) ?? [];
			tls.set(secret, host === '' || hosts.includes(host) ? hosts : [...hosts, host]);
		}
	}

	return {paths, tls};
};

/** `kubectl create ingress`. @mirrors kubectl/pkg/cmd/create CreateIngressOptions */
export function* ingress(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const texts = flags.list('rule');
	const fallback = flags.text('default-backend');
	if (texts.length === 0 && !fallback) {
		throw new CommandFailure(
			'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)',
		);
	}

	const wrong = flags.list('annotation').find((one) => !one.includes('='));
	if (wrong !== undefined) {
		throw new CommandFailure(`annotation ${wrong} is invalid and should be in format key=[value]`);
	}

	const {paths, tls} = ingressRules(texts);
	const [fallbackName = '', fallbackPort, ...others] = fallback.split(':');
	if (fallback && (fallbackPort === undefined || others.length > 0)) {
		throw new CommandFailure('default-backend should be in format servicename:serviceport');
	}

	const ingressClassName = flags.text('class');
	const annotations = Object.fromEntries(
		flags.list('annotation').map((one) => [one.split('=', 1)[0], one.slice(one.indexOf('=') + 1)]),
	);
	const object = {
		apiVersion: 'networking.k8s.io/v1',
		kind: 'Ingress',
		metadata: {name, ...(Object.keys(annotations).length > 0 ? {annotations} : {})},
		spec: {
			...(ingressClassName ? {ingressClassName} : {}),
			...(fallback ? {defaultBackend: backendOf(fallbackName, fallbackPort ?? '')} : {}),
			...(paths.size > 0
				? {rules: [...paths].map(([host, some]) => ({...(host ? {host} : {}), http: {paths: some}}))}
				: {}),
			...(tls.size > 0
				? {
						tls: [...tls].map(([secretName, hosts]) => ({
							...(hosts.length > 0 ? {hosts} : {}),
							...(secretName ? {secretName} : {}),
						})),
					}
				: {}),
		},
		status: {loadBalancer: {}},
	};
	return {object, failing: 'ingress:'};
}
