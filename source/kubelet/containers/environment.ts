import {bytes, cpuMillis, readQuantity} from '../../objects/quantity.js';
import type {
	ConfigMap,
	Container,
	EnvVarSource,
	ObjectFieldSelector,
	Pod,
	ResourceFieldSelector,
	Secret,
	Service,
} from '../../objects/kubernetes.generated.js';
import type {KnownNode} from '../node/own-node.js';

/** Objects that a container's variables come from; `undefined`: not found. */
export interface Sources {
	readonly configMaps: ReadonlyMap<string, ConfigMap | undefined>;
	readonly secrets: ReadonlyMap<string, Secret | undefined>;
	readonly services: readonly Service[];
	readonly node: KnownNode;
	readonly podIP: string;
	readonly hostIP: string;
}

/** A container cannot be configured as its Pod says. The text is the waiting message. */
export class ConfigurationError extends Error {
	override name = 'ConfigurationError';
}

export const decodeBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

/** Names of the config maps and secrets that the variables need. */
export const environmentSources = (
	container: Container,
): {readonly configMaps: ReadonlySet<string>; readonly secrets: ReadonlySet<string>} => {
	const configMaps = new Set<string>();
	const secrets = new Set<string>();
	for (const {configMapRef, secretRef} of container.envFrom ?? []) {
		if (configMapRef?.name) {
			configMaps.add(configMapRef.name);
		}

		if (secretRef?.name) {
			secrets.add(secretRef.name);
		}
	}

	for (const {valueFrom} of container.env ?? []) {
		if (valueFrom?.configMapKeyRef?.name) {
			configMaps.add(valueFrom.configMapKeyRef.name);
		}

		if (valueFrom?.secretKeyRef?.name) {
			secrets.add(valueFrom.secretKeyRef.name);
		}
	}

	return {configMaps, secrets};
};

/**
A container's environment, sorted by name.

@throws {ConfigurationError} for a source that does not exist and is not optional.
@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.makeEnvironmentVariables
*/
export const environment = (
	pod: Pod,
	container: Container,
	sources: Sources,
): ReadonlyArray<{readonly key: string; readonly value?: string}> => {
	const services = serviceEnvironment(pod, sources.services);
	const result: Record<string, string> = {};
	for (const {configMapRef, secretRef, prefix = ''} of container.envFrom ?? []) {
		const reference = configMapRef ?? secretRef;
		const name = reference?.name ?? '';
		const object = configMapRef ? sources.configMaps.get(name) : sources.secrets.get(name);
		if (!object) {
			if (reference?.optional) {
				continue;
			}

			throw new ConfigurationError(`${configMapRef ? 'configmap' : 'secret'} "${name}" not found`);
		}

		for (const [key, value] of Object.entries(object.data ?? {})) {
			result[prefix + key] = configMapRef ? value : decodeBase64(value);
		}
	}

	for (const {name, value, valueFrom} of container.env ?? []) {
		const found = valueFrom
			? valueOf(valueFrom, pod, container, sources)
			: expand(value ?? '', {...services, ...result});
		if (found !== undefined) {
			result[name] = found;
		}
	}

	return Object.entries({...services, ...result})
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, value]) => (value === '' ? {key} : {key, value}));
};

/** `$(NAME)` by the value of a variable known so far; `$$` is a dollar; what is unknown stays. */
export const expand = (text: string, known: Readonly<Record<string, string>>): string =>
	text.replaceAll(/\$(?:\$|\(([^)]*)\))/g, (whole, name: string | undefined) =>
		name === undefined ? '$' : (known[name] ?? whole),
	);

const valueOf = (from: EnvVarSource, pod: Pod, container: Container, sources: Sources): string | undefined => {
	const {fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef} = from;
	if (fieldRef) {
		return fieldValue(pod, fieldRef, sources);
	}

	if (resourceFieldRef) {
		return resourceValue(pod, container, resourceFieldRef, sources.node);
	}

	const reference = configMapKeyRef ?? secretKeyRef;
	const name = reference?.name ?? '';
	const object = configMapKeyRef ? sources.configMaps.get(name) : sources.secrets.get(name);
	if (!object) {
		if (reference?.optional) {
			return undefined;
		}

		throw new ConfigurationError(`${configMapKeyRef ? 'configmap' : 'secret'} "${name}" not found`);
	}

	const value = object.data?.[reference!.key];
	if (value === undefined) {
		if (reference?.optional) {
			return undefined;
		}

		throw new ConfigurationError(
			`couldn't find key ${reference!.key} in ${configMapKeyRef ? 'ConfigMap' : 'Secret'} ${pod.metadata.namespace}/${name}`,
		);
	}

	return configMapKeyRef ? value : decodeBase64(value);
};

const asLines = (map: Readonly<Record<string, string>> | undefined): string =>
	Object.entries(map ?? {})
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, value]) => `${key}=${JSON.stringify(value)}`)
		.join('\n');

/** Value of a field of the Pod for the downward API. */
export const fieldValue = (
	pod: Pod,
	{fieldPath}: ObjectFieldSelector,
	{podIP, hostIP}: Pick<Sources, 'podIP' | 'hostIP'>,
): string => {
	const {metadata, spec} = pod;
	const key = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(fieldPath);
	if (key) {
		return metadata[key[1] as 'labels' | 'annotations']?.[key[2]!] ?? '';
	}

	switch (fieldPath) {
		case 'metadata.name': {
			return metadata.name;
		}

		case 'metadata.namespace': {
			return metadata.namespace ?? '';
		}

		case 'metadata.uid': {
			return metadata.uid;
		}

		case 'metadata.labels': {
			return asLines(metadata.labels);
		}

		case 'metadata.annotations': {
			return asLines(metadata.annotations);
		}

		case 'spec.nodeName': {
			return spec.nodeName ?? '';
		}

		case 'spec.serviceAccountName': {
			return spec.serviceAccountName ?? '';
		}

		case 'status.hostIP':
		case 'status.hostIPs': {
			return hostIP;
		}

		default: {
			return podIP;
		}
	}
};

/** Value of a resource of a container, in units of the divisor, rounded up; without a limit: what the node has to give. */
export const resourceValue = (
	pod: Pod,
	self: Container,
	{containerName, resource, divisor}: ResourceFieldSelector,
	node: KnownNode,
): string => {
	const container =
		[...pod.spec.containers, ...(pod.spec.initContainers ?? [])].find(({name}) => name === containerName) ?? self;
	const [kind, name] = resource.split(/\.(.*)/s) as [string, string];
	const quantity =
		container.resources?.[kind as 'limits' | 'requests']?.[name] ??
		(kind === 'limits' ? node.status.allocatable?.[name] : undefined) ??
		'0';
	const unit = divisor && readQuantity(divisor).nanos > 0n ? divisor : '1';
	return name === 'cpu'
		? String(Math.ceil(cpuMillis(quantity) / cpuMillis(unit)))
		: String(Math.ceil(bytes(quantity) / bytes(unit)));
};

/**
Variables of the Services of the Pod's namespace, and always of the apiserver's.

@mirrors k8s.io/kubernetes/pkg/kubelet/envvars FromServices
*/
export const serviceEnvironment = (pod: Pod, services: readonly Service[]): Readonly<Record<string, string>> => {
	const result: Record<string, string> = {};
	for (const service of services) {
		const {name, namespace} = service.metadata;
		const master = namespace === 'default' && name === 'kubernetes';
		const linked = namespace === pod.metadata.namespace && pod.spec.enableServiceLinks !== false;
		const ip = service.spec?.clusterIP;
		if ((!master && !linked) || !ip || ip === 'None') {
			continue;
		}

		const prefix = name.toUpperCase().replaceAll('-', '_');
		const ports = service.spec?.ports ?? [];
		result[`${prefix}_SERVICE_HOST`] = ip;
		for (const [index, {port, protocol = 'TCP', name: portName}] of ports.entries()) {
			const url = `${protocol.toLowerCase()}://${ip}:${port}`;
			if (index === 0) {
				result[`${prefix}_SERVICE_PORT`] = String(port);
				result[`${prefix}_PORT`] = url;
			}

			if (portName) {
				result[`${prefix}_SERVICE_PORT_${portName.toUpperCase().replaceAll('-', '_')}`] = String(port);
			}

			const own = `${prefix}_PORT_${port}_${protocol}`;
			result[own] = url;
			result[`${own}_PROTO`] = protocol.toLowerCase();
			result[`${own}_PORT`] = String(port);
			result[`${own}_ADDR`] = ip;
		}
	}

	return result;
};
