import {FileError} from '../../host/file-system.js';
import type {Container, Pod, VolumeMount} from '../../objects/kubernetes.generated.js';
import {podDirectory} from '../node/pod-names.js';
import {ConfigurationError} from './environment.js';
import {expand, type Variables} from './expansion.js';

/**
The part of a volume that a container mounts; empty for a whole volume.

@throws {ConfigurationError} when the part is named by a variable without a value, or lies outside the volume.
@mirrors k8s.io/kubernetes/pkg/kubelet makeMounts and container ExpandContainerVolumeMounts
*/
export const subPathOf = ({subPath = '', subPathExpr}: VolumeMount, variables: Variables): string => {
	const missing = /(?<!\$)\$\(([^)]*)\)/.exec(subPathExpr ?? '')?.[1];
	if (missing !== undefined && !variables.has(missing)) {
		throw new ConfigurationError(`missing value for ${JSON.stringify(missing)}`);
	}

	const path = subPathExpr ? expand(subPathExpr, variables) : subPath;
	if (path.startsWith('/')) {
		throw new ConfigurationError(`error SubPath \`${path}\` must not be an absolute path`);
	}

	if (path.split('/').includes('..')) {
		throw new ConfigurationError(`unable to provision SubPath \`${path}\`: must not contain '..'`);
	}

	return path;
};

/** The path at which the node mounts a part of a volume for a container. @param hostPath the path of the whole volume. @param index of the mount. */
export const subPathDirectory = (
	pod: Pod,
	{name}: Container,
	mount: VolumeMount,
	hostPath: string,
	index: number,
): string => {
	const volume = /\/volumes\/[^/]+\/([^/]+)/.exec(hostPath)?.[1] ?? mount.name;
	return `${podDirectory(pod)}/volume-subpaths/${volume}/${name}/${index}`;
};

/** The variables of a container, and where the node has its volumes. */
export interface PartInput {
	readonly envs: ReadonlyArray<{readonly key: string; readonly value?: string}>;
	readonly volumes: ReadonlyMap<string, {readonly hostPath: string}>;
}

/**
Mounts the parts of volumes that a container requests, each at its own path.

@param bind mounts a path of the node at another one.
@returns the indexes of these mounts.
@throws {ConfigurationError} without the cause, which could reveal files of the node.
@mirrors k8s.io/kubernetes/pkg/volume/util/subpath PrepareSafeSubpath
*/
export const bindParts = (
	pod: Pod,
	container: Container,
	{envs, volumes}: PartInput,
	bind: (path: string, of: string) => void,
): ReadonlySet<number> => {
	const variables = new Map(envs.map(({key, value = ''}) => [key, value]));
	const parts = new Set<number>();
	for (const [index, mount] of (container.volumeMounts ?? []).entries()) {
		const hostPath = volumes.get(mount.name)?.hostPath;
		const part = hostPath === undefined ? '' : subPathOf(mount, variables);
		if (hostPath === undefined || part === '') {
			continue;
		}

		parts.add(index);
		try {
			bind(subPathDirectory(pod, container, mount, hostPath, index), `${hostPath}/${part}`);
		} catch (error) {
			if (!(error instanceof FileError)) {
				throw error;
			}

			throw new ConfigurationError(
				`failed to prepare subPath for volumeMount ${JSON.stringify(mount.name)} of container ${JSON.stringify(container.name)}`,
				{cause: error},
			);
		}
	}

	return parts;
};
