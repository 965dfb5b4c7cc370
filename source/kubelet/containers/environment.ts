import type {
	ConfigMap,
	ConfigMapKeySelector,
	Container,
	EnvVarSource,
	FileKeySelector,
	Pod,
	Secret,
	Service,
} from '../../objects/kubernetes.generated.js';
import {textOfBytes} from '../../kernel/byte-text.js';
import type {KnownNode} from '../node/own-node.js';
import {FileError, type FileSystem} from '../../host/file-system.js';
import {fieldValue, resourceValue, type Addresses} from './downward-api.js';
import {EnvFileError, variableIn} from './env-file.js';
import {Expansion} from './expansion.js';
import {serviceEnvironment} from './service-environment.js';

/** Objects behind a container's variables; `undefined` if not found. */
export interface Sources extends Addresses {
	readonly configMaps: ReadonlyMap<string, ConfigMap | undefined>;
	readonly secrets: ReadonlyMap<string, Secret | undefined>;
	readonly services: readonly Service[];
	readonly node: KnownNode;
	/** A volume of the Pod and where the node has it; `undefined` if it is not mounted. */
	readonly volume: (name: string) => VolumeFiles | undefined;
}

/** The files of a volume, below its path on the node. */
interface VolumeFiles {
	readonly hostPath: string;
	readonly files: Pick<FileSystem, 'read'>;
}

/** A container cannot be configured as its Pod says. The text is the waiting message. */
export class ConfigurationError extends Error {
	override name = 'ConfigurationError';
}

/** The text of a value of a Secret. Bytes that are not UTF-8 stay as they are. */
export const decodeBase64 = (text: string): string => textOfBytes(Buffer.from(text, 'base64'));

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
@throws {RuntimeError} when expanded variables are longer than the runtime accepts.
@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.makeEnvironmentVariables
*/
export const environment = (
	pod: Pod,
	container: Container,
	sources: Sources,
): ReadonlyArray<{readonly key: string; readonly value?: string}> => {
	const result = new Map(Object.entries(serviceEnvironment(pod, sources.services)));
	const expansion = new Expansion(result);
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
			result.set(prefix + key, configMapRef ? value : decodeBase64(value));
		}
	}

	for (const {name, value, valueFrom} of container.env ?? []) {
		const found = valueFrom ? valueOf(valueFrom, pod, container, sources) : expansion.expand(value ?? '');
		if (found !== undefined) {
			result.set(name, found);
		}
	}

	return [...result].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => (value === '' ? {key} : {key, value}));
};

const valueOf = (from: EnvVarSource, pod: Pod, container: Container, sources: Sources): string | undefined => {
	const {fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef} = from;
	if (fileKeyRef) {
		return valueInFile(fileKeyRef, sources);
	}

	if (fieldRef) {
		return fieldValue(pod, fieldRef, sources);
	}

	if (resourceFieldRef) {
		return resourceValue(pod, container, resourceFieldRef, sources.node);
	}

	return configMapKeyRef
		? keyValue('ConfigMap', pod, configMapKeyRef, sources.configMaps)
		: secretKeyRef && keyValue('Secret', pod, secretKeyRef, sources.secrets, decodeBase64);
};

/** The value that an init container has written for a key; `undefined` if it is missing or empty, and optional. */
const valueInFile = ({volumeName, path, key, optional}: FileKeySelector, {volume}: Sources): string | undefined => {
	const place = volume(volumeName);
	if (!place) {
		throw new ConfigurationError(`cannot find the volume "${volumeName}" referenced by FileKeyRef`);
	}

	const file = `${place.hostPath}/${path}`;
	const value = readVariable(file, () => place.files.read(`/${path}`), key);
	if (value !== '' || optional) {
		return value || undefined;
	}

	throw new ConfigurationError(`environment variable key "${key}" not found in file "${file}"`);
};

/** Reads a variable from a file. Only the kubelet's log reports an error in the file. */
const readVariable = (file: string, read: () => string, key: string): string => {
	const refuse = (cause: Error): never => {
		throw new ConfigurationError("couldn't parse env file", {cause});
	};
	try {
		return variableIn(read(), key);
	} catch (error) {
		if (error instanceof FileError) {
			const why = `open ${file}: ${error.description.toLowerCase()}`;
			return refuse(new Error(`failed to open environment variable file "${file}": ${why}`));
		}

		if (error instanceof EnvFileError) {
			return refuse(error);
		}

		throw error;
	}
};

/** The value of a key of an object; `undefined` if it is missing and optional. */
const keyValue = (
	kind: 'ConfigMap' | 'Secret',
	pod: Pod,
	{name = '', key, optional}: ConfigMapKeySelector,
	objects: ReadonlyMap<string, Pick<ConfigMap, 'data'> | undefined>,
	decode = (value: string) => value,
): string | undefined => {
	const object = objects.get(name);
	const value = object?.data?.[key];
	if (value !== undefined) {
		return decode(value);
	}

	if (optional) {
		return undefined;
	}

	throw new ConfigurationError(
		object
			? `couldn't find key ${key} in ${kind} ${pod.metadata.namespace}/${name}`
			: `${kind.toLowerCase()} "${name}" not found`,
	);
};
