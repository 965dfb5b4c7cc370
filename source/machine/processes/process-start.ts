import {nestedString} from '../../objects/unstructured.js';
import type {ContainerConfig} from '../../cri/messages.js';
import type {RuntimeContainer} from '../container.js';
import type {Image} from '../images/image.js';
import {directoryOf} from './command-line.js';
import type {Machine} from './task-table.js';
import type {Task} from './task.js';

type StartedContainer = Pick<RuntimeContainer, 'config' | 'image' | 'sandbox'>;

const numberIn = (value: unknown): number => Number(nestedString(value, 'value') ?? 0);

/** The user that runs the processes of a container: its number, its groups, and its name as `id` prints it. */
export const userOf = ({
	config,
	image,
}: {
	readonly config: Pick<ContainerConfig, 'linux'>;
	readonly image: Pick<Image, 'uid'>;
}): Machine<Task>['user'] => {
	const {runAsUser, runAsGroup, runAsUsername, supplementalGroups} = config.linux.securityContext;
	const name = typeof runAsUsername === 'string' ? runAsUsername : undefined;
	const given = nestedString(runAsUser, 'value') ?? '0';
	const isNumber = /^\d+$/.test(given);
	const uid = name === undefined && isNumber ? Number(given) : (image.uid ?? 1000);
	const ownName = isNumber ? String(uid) : given;
	return {
		uid,
		gid: numberIn(runAsGroup),
		groups: (Array.isArray(supplementalGroups) ? supplementalGroups : []).map(Number),
		name: name ?? (uid === 0 ? 'root' : ownName),
	};
};

/** The variables of a container's processes. */
const environmentOf = (container: StartedContainer, tty: boolean): ReadonlyMap<string, string> => {
	const {uid, name} = userOf(container);
	const ownHome = name === String(uid) ? '/' : `/home/${name}`;
	const home = uid === 0 ? '/root' : ownHome;
	const given = new Map([
		['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
		['HOSTNAME', container.sandbox.hostname],
		...(tty ? [['TERM', 'xterm'] as const] : []),
		...Object.entries(container.image.known?.env ?? {}),
		...(container.config.envs ?? []).map(({key, value}) => [key, value ?? ''] as const),
	]);
	return given.has('HOME') ? given : given.set('HOME', home);
};

/** The start of the processes of a container: environment, files and user. @param tty whether they have a terminal of their own. @mirrors containerd oci.WithTTY */
export const startOf = (
	container: StartedContainer,
	tty = false,
): {readonly environment: ReadonlyMap<string, string>; readonly directory: string} => {
	return {
		environment: environmentOf(container, tty || container.config.tty === true),
		directory: directoryOf(container),
	};
};
