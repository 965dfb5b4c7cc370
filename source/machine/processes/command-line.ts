import type {LinuxResources} from '../../cri/messages.js';
import type {RuntimeContainer} from '../container.js';
import {mountMisfit} from '../files/mount-misfit.js';
import {imageFiles} from '../images/image-files.js';
import {baseName, programName, programPath} from './shell/program-name.js';
import {networkPrograms} from './programs/network/network.js';
import {waiterNamed} from './programs/network/waiters.js';
import {programNamed} from './programs/programs.js';

/** Whether every image with a shell has the program. */
const isKnown = (name: string): boolean =>
	name !== '' && (programNamed(name) !== undefined || networkPrograms.has(name));

/** The command line that the container runs; `undefined` for the image's own program. */
export const commandLine = ({
	config,
	image,
}: Pick<RuntimeContainer, 'config' | 'image'>): readonly string[] | undefined => {
	if (image.own) {
		return undefined;
	}

	if (image.words) {
		return image.words.length > 0 ? image.words : ['sh'];
	}

	const {command = [], args = []} = config;
	if (image.custom) {
		return command.length > 0 ? [...command, ...args] : undefined;
	}

	const {program} = image;
	const ownWords = args.length > 0 && !program?.name && !image.anyPort ? args : undefined;
	const words = command.length > 0 ? [...command, ...args] : ownWords;
	if (words === undefined) {
		return program ? undefined : ['sh'];
	}

	const [first = ''] = words;
	const own =
		program && (first === program.name || baseName(first) === program.name || first === '/docker-entrypoint.sh');
	const isSimulated = isKnown(baseName(first)) || baseName(first) === 'kubectl' || waiterNamed(first) !== undefined;
	return own || (image.anyPort && !isSimulated) ? undefined : words;
};

/** The working directory of a container's processes. */
export const directoryOf = ({config, image}: Pick<RuntimeContainer, 'config' | 'image'>): string =>
	config.workingDir ?? image.known?.directory ?? '/';

/** Why a name is not a program, in runc's words. */
export const whyNoProgram = (container: Pick<RuntimeContainer, 'config' | 'files' | 'image'>, name: string): string => {
	const isPath = name.includes('/');
	const kind = isPath ? container.files.stat(programPath(directoryOf(container), name))?.kind : undefined;
	if (kind === 'file') {
		return 'permission denied';
	}

	if (kind === 'directory') {
		return 'is a directory';
	}

	if (isPath) {
		return `stat ${name}: no such file or directory`;
	}

	return 'executable file not found in $PATH';
};

const cannotStart =
	'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process:';

/** The memory that runc needs before it runs a container's program. */
const leastBytes = 4 * 1024 * 1024;

/** @returns why no process starts with a limit of memory, in runc's words; `undefined` if the limit is high enough. */
export const memoryProblem = ({memoryLimitInBytes}: Pick<LinuxResources, 'memoryLimitInBytes'>): string | undefined =>
	memoryLimitInBytes !== undefined && Number(memoryLimitInBytes) > 0 && Number(memoryLimitInBytes) < leastBytes
		? `${cannotStart} container init was OOM-killed (memory limit too low?): unknown`
		: undefined;

/** @returns why a mount cannot be made, in runc's words; `undefined` if all can be made. @mirrors runc mountToRootfs, createMountpoint */
const mountProblem = ({id, image, mounted, config}: RuntimeContainer): string | undefined => {
	const misfit = mountMisfit(imageFiles(image), mounted.mounts);
	if (!misfit) {
		return undefined;
	}

	const {path, mounted: kind} = misfit;
	const source = config.mounts?.find(({containerPath}) => containerPath === path)?.hostPath ?? '';
	const why =
		kind === 'directory'
			? `create mountpoint for ${path} mount: cannot create subdirectories in "/run/containerd/io.containerd.runtime.v2.task/k8s.io/${id}/rootfs${path}": not a directory`
			: `mount src=${source}, dst=${path}, dstFd=/proc/thread-self/fd/11, flags=MS_BIND|MS_REC: not a directory`;
	return `${cannotStart} error during container init: error mounting ${JSON.stringify(source)} to rootfs at ${JSON.stringify(path)}: ${why}: unknown`;
};

/** @returns why the container cannot start, in runc's words; `undefined` if it can. */
export const startProblem = (container: RuntimeContainer): string | undefined => {
	const problem = memoryProblem(container.resources) ?? mountProblem(container);
	if (problem !== undefined) {
		return problem;
	}

	const words = commandLine(container);
	const [first = ''] = words ?? [];
	const path = programPath(directoryOf(container), first);
	if (
		words === undefined ||
		(container.image.shell !== false &&
			isKnown(programName(path)) &&
			container.image.known?.lacks?.includes(baseName(first)) !== true) ||
		container.image.tools?.[baseName(first)] !== undefined ||
		container.image.known?.programs[baseName(first)]?.isKubectl === true ||
		(container.image.anyPort === true && (baseName(first) === 'kubectl' || waiterNamed(first) !== undefined)) ||
		(path.startsWith('/') && (container.files.stat(path)?.mode ?? 0) & 0o111)
	) {
		return undefined;
	}

	return `${cannotStart} error during container init: exec: "${first}": ${whyNoProgram(container, first)}`;
};
