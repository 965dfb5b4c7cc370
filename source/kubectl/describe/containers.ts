import {bytes, cpuMillis} from '../../objects/quantity.js';
import type {
	Container,
	ContainerPort,
	ContainerState,
	ContainerStatus,
	EnvVar,
	EphemeralContainer,
	Probe,
	ResourceFieldSelector,
	ResourceRequirements,
} from '../../objects/kubernetes.generated.js';
import {goList, longTime, pairs, truth} from './text.js';
import type {DescriptionWriter} from './writer.js';

/** The value of a field of the Pod, where the description knows it. */
export type FieldValue = (fieldPath: string) => string;

type AnyContainer = Container | EphemeralContainer;

const ports = (list: readonly ContainerPort[] | undefined, field: 'containerPort' | 'hostPort'): string =>
	(list ?? [])
		.map((port) => `${port[field] ?? 0}/${port.protocol ?? ''}${port.name ? ` (${port.name})` : ''}`)
		.join(', ');

const writePorts = (writer: DescriptionWriter, title: string, text: string): void => {
	writer.write(2, text.includes(',') ? `${title}s:\t${text}\n` : `${title}:\t${text || '<none>'}\n`);
};

const writeBasics = (
	writer: DescriptionWriter,
	container: AnyContainer,
	status: ContainerStatus | undefined,
	space: string,
): void => {
	writer.write(1, `${space === '' ? '' : ' '}${container.name}:\n`);
	if (status) {
		writer.write(2, `Container ID:\t${status.containerID ?? ''}\n`);
	}

	writer.write(2, `Image:\t${container.image ?? ''}\n`);
	if (status) {
		writer.write(2, `Image ID:\t${status.imageID ?? ''}\n`);
	}

	writePorts(writer, 'Port', ports(container.ports, 'containerPort'));
	writePorts(writer, 'Host Port', ports(container.ports, 'hostPort'));
	const seccomp = container.securityContext?.seccompProfile;
	if (seccomp) {
		writer.write(2, `SeccompProfile:\t${seccomp.type}\n`);
		if (seccomp.type === 'Localhost') {
			writer.write(3, `LocalhostProfile:\t${seccomp.localhostProfile}\n`);
		}
	}
};

const writeWords = (writer: DescriptionWriter, title: string, words: readonly string[] = []): void => {
	if (words.length > 0) {
		writer.write(2, `${title}:\n`);
		for (const line of words.flatMap((word) => word.split('\n'))) {
			writer.write(3, `${line}\n`);
		}
	}
};

const writeState = (writer: DescriptionWriter, title: string, state: ContainerState | undefined): void => {
	if (state?.running) {
		writer.write(2, `${title}:\tRunning\n`);
		writer.write(3, `Started:\t${longTime(state.running.startedAt)}\n`);
		return;
	}

	if (state?.terminated && !state.waiting) {
		const {reason, message, exitCode = 0, signal = 0, startedAt, finishedAt} = state.terminated;
		writer.write(2, `${title}:\tTerminated\n`);
		if (reason) {
			writer.write(3, `Reason:\t${reason}\n`);
		}

		if (message) {
			writer.write(3, `Message:\t${message}\n`);
		}

		writer.write(3, `Exit Code:\t${exitCode}\n`);
		if (signal > 0) {
			writer.write(3, `Signal:\t${signal}\n`);
		}

		writer.write(3, `Started:\t${longTime(startedAt)}\n`);
		writer.write(3, `Finished:\t${longTime(finishedAt)}\n`);
		return;
	}

	writer.write(2, `${title}:\tWaiting\n`);
	if (state?.waiting?.reason) {
		writer.write(3, `Reason:\t${state.waiting.reason}\n`);
	}
};

/** Limits and requests of a container or a whole Pod. */
export const writeResources = (
	writer: DescriptionWriter,
	resources: ResourceRequirements | undefined,
	level: number,
): void => {
	for (const [title, amounts] of [
		['Limits', resources?.limits],
		['Requests', resources?.requests],
	] as const) {
		const sorted = pairs(amounts);
		if (sorted.length > 0) {
			writer.write(level, `${title}:\n`);
		}

		for (const [name, amount] of sorted) {
			writer.write(level + 1, `${name}:\t${amount}\n`);
		}
	}
};

/** A path as Go's `net/url` writes it. */
const pathText = (path: string): string =>
	encodeURIComponent(Buffer.from(path).toString())
		.replace(/%(24|26|2B|2C|2F|3A|3B|3D|40)/g, (code) => decodeURIComponent(code))
		.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** @mirrors kubectl/pkg/describe DescribeProbe */
export const probeText = (probe: Probe): string => {
	const attributes = `delay=${probe.initialDelaySeconds ?? 0}s timeout=${probe.timeoutSeconds ?? 0}s period=${probe.periodSeconds ?? 0}s #success=${probe.successThreshold ?? 0} #failure=${probe.failureThreshold ?? 0}`;
	if (probe.exec) {
		return `exec ${goList(probe.exec.command)} ${attributes}`;
	}

	if (probe.httpGet) {
		const {scheme = '', host = '', port, path = ''} = probe.httpGet;
		const name = host.includes(':') ? `[${host}]` : host;
		const rest = path === '' || path.startsWith('/') ? path : `/${path}`;
		return `http-get ${scheme === '' ? '' : `${scheme.toLowerCase()}:`}//${name}:${port}${pathText(rest)} ${attributes}`;
	}

	if (probe.tcpSocket) {
		return `tcp-socket ${probe.tcpSocket.host ?? ''}:${probe.tcpSocket.port} ${attributes}`;
	}

	return probe.grpc
		? `grpc <pod>:${probe.grpc.port} ${probe.grpc.service ?? ''} ${attributes}`
		: `unknown ${attributes}`;
};

/**
The resources of a container from the container's view, in units of the divisor.

@mirrors kubectl/pkg/util/resource ExtractContainerResourceValue
*/
const resourceValue = ({resource, divisor}: ResourceFieldSelector, {resources}: AnyContainer): string => {
	const [kind, ...rest] = resource.split('.');
	const name = rest.join('.');
	const amounts = kind === 'limits' || kind === 'requests' ? (resources?.[kind] ?? {}) : undefined;
	if (!amounts || !/^(?:cpu|memory|ephemeral-storage|hugepages-.+)$/.test(name)) {
		return '';
	}

	const of = name === 'cpu' ? cpuMillis : bytes;
	const unit = divisor && divisor !== '0' ? divisor : '1';
	return String(Math.ceil(of(amounts[name] ?? '0') / of(unit)));
};

const writeVariable = (
	writer: DescriptionWriter,
	{name, value = '', valueFrom: from}: EnvVar,
	container: AnyContainer,
	fieldValue: FieldValue | undefined,
): void => {
	if (!from) {
		for (const [index, line] of value.split('\n').entries()) {
			writer.write(3, index === 0 ? `${name}:\t${line}\n` : `\t${line}\n`);
		}
	} else if (from.fieldRef) {
		const {apiVersion = '', fieldPath} = from.fieldRef;
		writer.write(3, `${name}:\t${fieldValue?.(fieldPath) ?? ''} (${apiVersion}:${fieldPath})\n`);
	} else if (from.resourceFieldRef) {
		const {resource} = from.resourceFieldRef;
		const found = resourceValue(from.resourceFieldRef, container);
		const limit = found === '0' && (resource === 'limits.cpu' || resource === 'limits.memory');
		writer.write(3, `${name}:\t${limit ? 'node allocatable' : found} (${resource})\n`);
	} else if (from.secretKeyRef) {
		const {key, name: secret = '', optional = false} = from.secretKeyRef;
		writer.write(3, `${name}:\t<set to the key '${key}' in secret '${secret}'>\tOptional: ${optional}\n`);
	} else if (from.configMapKeyRef) {
		const {key, name: settings = '', optional = false} = from.configMapKeyRef;
		writer.write(3, `${name}:\t<set to the key '${key}' of config map '${settings}'>\tOptional: ${optional}\n`);
	}
};

const writeEnvironment = (
	writer: DescriptionWriter,
	container: AnyContainer,
	fieldValue: FieldValue | undefined,
): void => {
	const sources = container.envFrom ?? [];
	if (sources.length > 0) {
		writer.write(2, 'Environment Variables from:\n');
		for (const {configMapRef, secretRef, prefix} of sources) {
			const otherKind = secretRef ? 'Secret' : '';
			const kind = configMapRef ? 'ConfigMap' : otherKind;
			const {name = '', optional = false} = configMapRef ?? secretRef ?? {};
			writer.write(3, `${name}\t${kind}${prefix ? ` with prefix '${prefix}'` : ''}\tOptional: ${optional}\n`);
		}
	}

	const variables = container.env ?? [];
	writer.write(2, `Environment:${variables.length === 0 ? '\t<none>' : ''}\n`);
	for (const variable of variables) {
		writeVariable(writer, variable, container, fieldValue);
	}
};

const byText = (a: string, b: string): number => {
	if (a < b) {
		return -1;
	}

	if (a > b) {
		return 1;
	}

	return 0;
};

const writeMounts = (writer: DescriptionWriter, {volumeMounts = [], volumeDevices = []}: AnyContainer): void => {
	const none = volumeMounts.length === 0 ? '\t<none>' : '';
	writer.write(2, `Mounts:${none}\n`);
	const mounts = [...volumeMounts].sort((a, b) => byText(a.mountPath, b.mountPath));
	for (const {mountPath, name, readOnly, subPath} of mounts) {
		const flags = [readOnly ? 'ro' : 'rw', ...(subPath ? [`path=${JSON.stringify(subPath)}`] : [])];
		writer.write(3, `${mountPath} from ${name} (${flags.join(',')})\n`);
	}

	if (volumeDevices.length > 0) {
		writer.write(2, `Devices:${none}\n`);
		for (const {devicePath, name} of [...volumeDevices].sort((a, b) => byText(a.devicePath, b.devicePath))) {
			writer.write(3, `${devicePath} from ${name}\n`);
		}
	}
};

const probes = [
	['Liveness', 'livenessProbe'],
	['Readiness', 'readinessProbe'],
	['Startup', 'startupProbe'],
] as const;

/**
Containers under a title: with their states for a Pod, without for a template.

@param space a template's text before the title; it shifts the names by one.
@mirrors kubectl/pkg/describe describeContainers
*/
export const writeContainers = (
	writer: DescriptionWriter,
	title: string,
	containers: readonly AnyContainer[],
	{
		statuses = [],
		fieldValue,
		space = '',
	}: {readonly statuses?: readonly ContainerStatus[]; readonly fieldValue?: FieldValue; readonly space?: string},
): void => {
	writer.write(0, `${space}${title}:${containers.length === 0 ? ' <none>' : ''}\n`);
	for (const container of containers) {
		const status = statuses.findLast(({name}) => name === container.name);
		writeBasics(writer, container, status, space);
		writeWords(writer, 'Command', container.command);
		writeWords(writer, 'Args', container.args);
		if (status) {
			writeState(writer, 'State', status.state);
			if (status.lastState?.terminated) {
				writeState(writer, 'Last State', status.lastState);
			}

			writer.write(2, `Ready:\t${truth(status.ready ?? false)}\n`);
			writer.write(2, `Restart Count:\t${status.restartCount ?? 0}\n`);
		}

		writeResources(writer, container.resources, 2);
		for (const [name, field] of probes) {
			const probe = container[field];
			if (probe) {
				writer.write(2, `${name}:\t${probeText(probe)}\n`);
			}
		}

		writeEnvironment(writer, container, fieldValue);
		writeMounts(writer, container);
	}
};
