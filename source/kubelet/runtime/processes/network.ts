import type {Kernel} from '../../../kernel/kernel.js';
import {isRecord} from '../../../kernel/record.js';
import {nestedMapSlice, nestedNumber, nestedString} from '../../../objects/unstructured.js';
import {registryKey} from '../../../objects/resources.js';
import type {RuntimeContainer} from '../container.js';
import {answerAt, type Answer, type Listens} from '../images/catalogue.js';

/** What a name stands for. */
export interface Resolved {
	/** With the domain of the cluster, where that was added. */
	readonly name: string;
	readonly addresses: readonly string[];
	/** It is outside of the cluster: taken to exist. */
	readonly isOutside: boolean;
}

const isAddress = (host: string): boolean => /^\d+(?:\.\d+){3}$|:/.test(host);

const outsideAddress = '93.184.216.34';

/** What a container's resolver finds for a name; `undefined` if there is none. */
export const resolveName = (kernel: Kernel, container: RuntimeContainer, host: string): Resolved | undefined => {
	const {sandbox} = container;
	const name = host.replace(/\.$/, '');
	if (isAddress(name)) {
		return {name, addresses: [name], isOutside: false};
	}

	if (name === 'localhost') {
		return {name, addresses: ['127.0.0.1'], isOutside: false};
	}

	if (name === sandbox.pod || name === container.sandbox.pod) {
		return {name, addresses: [sandbox.ip], isOutside: false};
	}

	const parts = name.replace(/\.svc(?:\.cluster\.local)?$/, '').split('.');
	const [service = '', namespace = sandbox.namespace] = parts;
	const addresses = serviceAddresses(kernel, namespace, service);
	if (parts.length <= 2 && addresses) {
		return {name: `${service}.${namespace}.svc.cluster.local`, addresses, isOutside: false};
	}

	const [pod = '', governing = '', podNamespace = sandbox.namespace] = parts;
	const ip =
		parts.length === 3 || (parts.length === 2 && serviceAddresses(kernel, sandbox.namespace, governing))
			? podAddress(kernel, podNamespace, pod)
			: undefined;
	if (ip !== undefined) {
		return {name: `${pod}.${governing}.${podNamespace}.svc.cluster.local`, addresses: [ip], isOutside: false};
	}

	return parts.length < 2 ||
		/\.(?:local|svc|internal|invalid|test)$/.test(name) ||
		(parts.length === 2 && kernel.ledger.read(registryKey('namespaces', undefined, namespace)) !== undefined)
		? undefined
		: {name, addresses: [outsideAddress], isOutside: true};
};

const podAddress = (kernel: Kernel, namespace: string, pod: string): string | undefined => {
	const found = kernel.ledger.read(registryKey('pods', namespace, pod));
	const status = isRecord(found) ? found['status'] : undefined;
	return isRecord(status) ? nestedString(status, 'podIP') : undefined;
};

const specOf = (kernel: Kernel, namespace: string, service: string): Readonly<Record<string, unknown>> | undefined => {
	const found = kernel.ledger.read(registryKey('services', namespace, service));
	const spec = isRecord(found) ? found['spec'] : undefined;
	return isRecord(spec) ? spec : undefined;
};

const serviceAddresses = (kernel: Kernel, namespace: string, service: string): readonly string[] | undefined => {
	const spec = specOf(kernel, namespace, service);
	if (!spec) {
		return undefined;
	}

	const clusterIP = nestedString(spec, 'clusterIP') ?? '';
	if (clusterIP !== 'None' && clusterIP !== '') {
		return [clusterIP];
	}

	const addresses = [...new Set(endpointsOf(kernel, namespace, service).map(({ip}) => ip))];
	return addresses.length > 0 ? addresses : undefined;
};

interface Endpoint {
	readonly ip: string;
	readonly ports: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** The ready endpoints of a Service. */
const endpointsOf = (kernel: Kernel, namespace: string, service: string): readonly Endpoint[] => {
	const prefix = registryKey('endpointslices.discovery.k8s.io', namespace, service);
	return kernel.ledger.entries(prefix).flatMap(([, slice]) => {
		const metadata = isRecord(slice) ? slice['metadata'] : undefined;
		const labels = isRecord(metadata) ? metadata['labels'] : undefined;
		if (!isRecord(slice) || !isRecord(labels) || labels['kubernetes.io/service-name'] !== service) {
			return [];
		}

		const ports = nestedMapSlice(slice['ports']);
		return nestedMapSlice(slice['endpoints']).flatMap((endpoint) => {
			const conditions = endpoint['conditions'];
			const addresses = endpoint['addresses'];
			return isRecord(conditions) && conditions['ready'] === false
				? []
				: (Array.isArray(addresses) ? addresses : []).map((ip) => ({ip: String(ip), ports}));
		});
	});
};

/** Who answers at an address: nobody takes the connection, or a server does. */
export type Reached =
	/** No route, or a rule that drops: nothing comes back. */
	| {readonly case: 'lost'}
	| {readonly case: 'refused'}
	| {readonly case: 'open'; readonly http: Listens['http']; readonly startedAtMs: number}
	/** Outside of the cluster: taken to work. */
	| {readonly case: 'outside'};

interface Listener {
	readonly port: number;
	readonly accepts: boolean;
	readonly startedAtMs: number;
	readonly http?: Listens['http'];
}

const listenersAt = (kernel: Kernel, ip: string): readonly Listener[] | undefined =>
	kernel.ledger.read<{readonly listeners?: readonly Listener[]}>(`/network/addresses/${ip}`)?.listeners;

/** What happens to a connection from a container. Simplified: policies and the rules of kube-proxy are not walked through. */
export const reach = (kernel: Kernel, container: RuntimeContainer, ip: string, port: number): Reached => {
	const own = ip.startsWith('127.') || ip === '::1' ? container.sandbox.ip : ip;
	const service = serviceAt(kernel, own, port);
	const [target] = service ? service.targets : [{ip: own, port}];
	if (!target) {
		return {case: 'refused'};
	}

	const listeners = listenersAt(kernel, target.ip);
	if (!listeners) {
		return ip.startsWith('127.')
			? {case: 'refused'}
			: /^(?:10|172|192\.168)\./.test(target.ip)
				? service
					? {case: 'outside'}
					: {case: 'lost'}
				: {case: 'outside'};
	}

	const open = listeners.find((one) => one.port === target.port);
	return open?.accepts ? {case: 'open', http: open.http, startedAtMs: open.startedAtMs} : {case: 'refused'};
};

/** The Service with a cluster address. */
const serviceAt = (
	kernel: Kernel,
	ip: string,
	port: number,
): {readonly targets: ReadonlyArray<{readonly ip: string; readonly port: number}>} | undefined => {
	for (const [key, service] of kernel.ledger.entries('/registry/services/specs/')) {
		const spec = isRecord(service) ? service['spec'] : undefined;
		if (!isRecord(spec) || spec['clusterIP'] !== ip) {
			continue;
		}

		const [, namespace = '', name = ''] = /\/specs\/([^/]+)\/([^/]+)$/.exec(key) ?? [];
		const wanted = nestedMapSlice(spec['ports']).find((one) => nestedNumber(one, 'port') === port);
		const targets = endpointsOf(kernel, namespace, name).flatMap((endpoint) =>
			endpoint.ports
				.filter((one) => (nestedString(one, 'name') ?? '') === ((wanted && nestedString(wanted, 'name')) ?? ''))
				.map((one) => ({ip: endpoint.ip, port: nestedNumber(one, 'port') ?? 0})),
		);
		return {targets: wanted ? targets : []};
	}

	return undefined;
};

/** The answer of a server to a path. */
export const answerOf = (
	{http, startedAtMs}: Extract<Reached, {readonly case: 'open'}>,
	path: string,
	nowMs: number,
): Answer | undefined =>
	http && (answerAt(http[path.replace(/[?#].*$/, '')] ?? http['*'], nowMs - startedAtMs) ?? {status: 404});
