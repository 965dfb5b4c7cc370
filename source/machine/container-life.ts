import type {Client} from '../client/client.js';
import {byteLengthOf} from '../kernel/byte-text.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Routine} from '../kernel/routine.js';
import {registryKey} from '../objects/resources.js';
import type {ProcessFacts, RuntimeFacts} from '../stages/facts/kubelet/runtime.js';
import {note} from '../stages/note.js';
import type {Sandbox} from '../cri/pod-sandbox.js';
import type {RuntimeContainer} from './container.js';
import type {LogLine} from '../host/host.js';
import {FileError, type FileSystem} from '../host/file-system.js';
import type {Listeners} from './listeners.js';
import type {ProcessNamespace} from './processes/process-namespace.js';
import type {Task} from './processes/task.js';
import {messageOf} from './termination-message.js';
import type {ContainerNetwork, RunKubectl} from './outside.js';

const logLimit = 1000;

const podOf = ({sandbox}: RuntimeContainer): string => registryKey('pods', sandbox.namespace, sandbox.pod);

const shownText = 200;

/** The change of a path: written, removed or made. */
const changeOf = (files: FileSystem, path: string): RuntimeFacts['container.files']['changes'][number] => {
	const stat = files.stat(path, {follow: false});
	const text = stat?.kind === 'file' && stat.mode & 0o444 ? readable(files, path) : '';
	return {path, kind: stat?.kind ?? 'removed', size: stat?.size ?? 0, text: text.slice(0, shownText)};
};

const readable = (files: FileSystem, path: string): string => {
	try {
		return files.read(path);
	} catch (error) {
		if (error instanceof FileError) {
			return '';
		}

		throw error;
	}
};

/** A runtime's store of a node's containers, and their view. */
export interface ContainerStore {
	readonly kernel: Kernel;
	readonly node: string;
	container(id: string): RuntimeContainer | undefined;
	/** Sandboxes of a Pod, newest first. */
	sandboxesOf(uid: string): readonly Sandbox[];
	/** Containers of a Pod, newest first. */
	containersOf(uid: string): readonly RuntimeContainer[];
	/** Writes the current state of a container to the ledger. */
	show(container: RuntimeContainer): void;
	/** Reports that something of a Pod has begun or ended. @param uid the Pod's. */
	tell(uid: string): void;
}

/** The processes of a node's containers, from their output to their end. */
export class ContainerLife {
	readonly kernel: Kernel;
	readonly #writeObservers = new Set<(uid: string) => void>();

	constructor(
		readonly containers: ContainerStore,
		readonly listeners: Listeners,
		/** How its containers reach the apiserver and any other address. */
		readonly reach: {
			readonly apiserver?: Client;
			readonly network?: ContainerNetwork;
			readonly runKubectl?: RunKubectl;
		} = {},
	) {
		this.kernel = containers.kernel;
	}

	/** Calls the observer when a container of a Pod, named by its uid, has written files. @returns a function that ends it. */
	onWritten(observer: (uid: string) => void): () => void {
		this.#writeObservers.add(observer);
		return () => {
			this.#writeObservers.delete(observer);
		};
	}

	/** Adds to the container's log. */
	*print(container: RuntimeContainer, text: string): Routine {
		yield* this.filesChanged(container);
		const {kernel, node} = this.containers;
		const time = kernel.microTimestamp();
		const lines: LogLine[] = text
			.replace(/\n$/, '')
			.split('\n')
			.map((line) => ({time, stream: 'stdout', text: line}));
		container.log = [...container.log, ...lines].slice(-logLimit);
		container.logBytes += byteLengthOf(text);
		kernel.ledger.write(`/nodes/${node}/logs/${container.id}`, container.log);
		container.tellReaders(lines, text);
		yield* note('container.log', {container: container.name, text}, {object: podOf(container)});
	}

	/** Reports writes to the container's files since the last call: programs call it when they wait or end. */
	*filesChanged(container: RuntimeContainer): Routine {
		const paths = container.takeChanged();
		if (paths.length === 0) {
			return;
		}

		for (const observer of this.#writeObservers) {
			observer(container.sandbox.uid);
		}

		const changes = paths.map((path) => changeOf(container.files, path));
		const {kernel, node} = this.containers;
		const key = `/nodes/${node}/files/${container.id}`;
		const known = {...kernel.ledger.read<Readonly<Record<string, string>>>(key)};
		for (const {path, kind, size} of changes) {
			known[path] = kind === 'file' ? `${size} bytes` : kind;
		}

		kernel.ledger.write(key, known);
		yield* note('container.files', {container: container.name, changes}, {object: podOf(container)});
	}

	/** The container's process has ended without a signal. */
	*end(container: RuntimeContainer, exitCode: number, reason?: string): Routine {
		yield* this.filesChanged(container);
		const table = container.tasks;
		const orphans = table?.namespace.orphansOf(table) ?? [];
		this.exited(container, exitCode, reason ?? (exitCode === 0 ? 'Completed' : 'Error'));
		yield* note(
			'container.exit',
			{
				container: container.name,
				exitCode,
				reason: container.reason,
				message: container.message || undefined,
			},
			{object: podOf(container), ...(exitCode === 0 ? {} : {outcome: 'warning' as const})},
		);
		yield* this.reaped(container, table?.namespace, orphans);
	}

	/** pause has reaped the leftovers of a container in its process namespace. */
	*reaped(
		container: RuntimeContainer,
		namespace: ProcessNamespace<Task> | undefined,
		orphans: readonly ProcessFacts[],
	): Routine {
		if (namespace && orphans.length > 0) {
			yield* note(
				'container.pause',
				{case: 'reap', container: container.name, ...namespace.reaped(orphans)},
				{object: podOf(container)},
			);
		}
	}

	/** SIGKILL: the process ends at once. */
	*kill(container: RuntimeContainer, why: RuntimeFacts['container.kill']['why']): Routine {
		const table = container.tasks;
		const orphans = table?.namespace.orphansOf(table) ?? [];
		this.kernel.processes.crash(container.process);
		this.exited(container, 137, why.case === 'memory' ? 'OOMKilled' : 'Error');
		yield* note('container.kill', {why, signal: 'SIGKILL', pid: container.pid, exitCode: 137}, {outcome: 'warning'});
		yield* this.reaped(container, table?.namespace, orphans);
	}

	/** Records that the container has ended, and closes its ports. Report it with the next stop. */
	exited(container: RuntimeContainer, exitCode: number, reason: string, message = ''): void {
		const {kernel} = this;
		container.cancelKill?.();
		container.tasks?.endAll(kernel.current);
		container.change({
			state: 'EXITED',
			finishedAtMs: kernel.now,
			finishedAt: kernel.timestamp(),
			exitCode,
			reason,
		});
		// The message depends on how it has ended.
		container.change({message: message || messageOf(container)});
		this.containers.show(container);
		this.listeners.close(container);
		this.containers.tell(container.sandbox.uid);
		container.tellReaders('ended');
		if (container.ended) {
			kernel.send(container.ended, 'ended');
		}
	}
}
