import type {ContainerConfig} from '../cri.js';
import {sandboxFile, sandboxFileNames} from '../sandbox.js';
import type {Mount} from './mounted-files.js';
import type {NodeFiles} from './node-files.js';

/** What a container sees of its node: the mounts of its configuration, and the files of its sandbox in `/etc`. */
export const mountsOf = (
	files: NodeFiles,
	{mounts = [], annotations}: ContainerConfig,
	sandbox: string,
): readonly Mount[] => {
	const message = annotations['io.kubernetes.container.terminationMessagePath'];
	const asked = mounts.map(({containerPath, hostPath, readonly = false}) => ({
		path: containerPath,
		readonly,
		node: files.bind(hostPath, containerPath === message ? {file: '', mode: 0o666} : undefined),
	}));
	const own = sandboxFileNames
		.map((name) => ({path: `/etc/${name}`, readonly: false, node: files.bind(sandboxFile(sandbox, name))}))
		.filter(({path}) => !asked.some((other) => other.path === path));
	return [...asked, ...own];
};
