import type {ContainerConfig} from '../../cri/messages.js';
import {containerFiles} from './container-files.js';
import type {Directory} from './file-tree.js';
import {sandboxFile, sandboxFileNames} from '../sandbox.js';
import {FileError} from '../../host/file-system.js';
import type {Mount} from './path-walk.js';
import type {NodeFiles} from './node-files.js';

/** A container's view of a mounted image, or of a part of it. @throws {FileError} */
const inImage = (image: Directory, path = ''): Mount['node'] => {
	const node = containerFiles({image, nowMs: () => 0}).node(`/${path}`);
	if (node.kind === 'link') {
		throw new FileError('ELOOP', path);
	}

	return () => node;
};

/** A container's view of its node: the mounts of its configuration, and the files of its sandbox in `/etc`. @param imageNamed the files of an image that is mounted. */
export const mountsOf = (
	files: NodeFiles,
	{mounts = [], annotations}: ContainerConfig,
	sandbox: string,
	imageNamed: (reference: string) => Directory,
): readonly Mount[] => {
	const message = annotations['io.kubernetes.container.terminationMessagePath'];
	const asked = mounts.map(({containerPath, hostPath, readonly = false, image, imageSubPath}) => ({
		path: containerPath,
		readonly,
		node: image
			? inImage(imageNamed(image.userSpecifiedImage), imageSubPath)
			: files.bind(hostPath, containerPath === message ? {file: '', mode: 0o666} : undefined),
	}));
	const own = sandboxFileNames
		.map((name) => ({path: `/etc/${name}`, readonly: false, node: files.bind(sandboxFile(sandbox, name))}))
		.filter(({path}) => !asked.some((other) => other.path === path));
	return [...asked, ...own];
};
