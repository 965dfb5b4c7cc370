import type {Routine} from '../../../kernel/routine.js';
import {dnsSubdomainErrors, portNameErrors, portNumberErrors} from '../../../objects/names.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import type {Value} from '../../unstructured.js';
import type {Generated} from './create.js';

/**
A number of 16 bits without a sign.

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

/** A port of `--tcp`: `80`, `80:8080`, `80:http`. */
const parsePort = (text: string): Value => {
	const [portText, target] = text.split(':');
	const port = parsePortNumber(portText);
	const named = target !== undefined && !/^[+-]?\d+$/.test(target);
	const problems = target === undefined ? [] : named ? portNameErrors(target) : portNumberErrors(Number(target));
	if (problems.length > 0) {
		throw new CommandFailure(problems.join(','));
	}

	return {
		name: text.replaceAll(':', '-'),
		port,
		protocol: 'TCP',
		targetPort: target === undefined ? port : named ? target : Number(target),
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

export const clusterIP = (invocation: Invocation, name: string): Routine<Generated> =>
	service(invocation, name, 'ClusterIP');
export const nodePort = (invocation: Invocation, name: string): Routine<Generated> =>
	service(invocation, name, 'NodePort');
export const loadBalancer = (invocation: Invocation, name: string): Routine<Generated> =>
	service(invocation, name, 'LoadBalancer');

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

/** @mirrors kubectl/pkg/cmd/create CreateIngressOptions */
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

	const rules = new Map<string, Value[]>();
	const tls = new Map<string, string[]>();
	for (const text of texts) {
		const match = rulePattern.exec(text);
		if (!match?.groups) {
			throw new CommandFailure(
				`rule ${text} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`,
			);
		}

		const {host, path = '', service: serviceName, port, secret = ''} = match.groups;
		const prefix = path.endsWith('*');
		const paths = rules.get(host) ?? [];
		paths.push({
			backend: backendOf(serviceName, port),
			path: prefix ? path.slice(0, -1) : path,
			pathType: prefix ? 'Prefix' : 'Exact',
		});
		rules.set(host, paths);
		if (match.groups.tls) {
			const hosts = tls.get(secret) ?? [];
			if (host !== '' && !hosts.includes(host)) {
				hosts.push(host);
			}

			tls.set(secret, hosts);
		}
	}

	if (fallback && fallback.split(':').length !== 2) {
		throw new CommandFailure('default-backend should be in format servicename:serviceport');
	}

	const [fallbackName, fallbackPort] = fallback.split(':');
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
			...(fallback ? {defaultBackend: backendOf(fallbackName, fallbackPort)} : {}),
			...(rules.size > 0 ? {rules: [...rules].map(([host, paths]) => ({...(host ? {host} : {}), http: {paths}}))} : {}),
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
