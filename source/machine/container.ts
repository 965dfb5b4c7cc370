import {nestedString} from '../objects/unstructured.js';
import {containerCgroup} from '../objects/pod-cgroup.js';
import {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {CRIContainer} from '../cri/container.js';
import type {ContainerConfig, LinuxResources} from '../cri/messages.js';
import type {LogLine, LogReader} from '../host/host.js';
import {containerFiles, credentialsOf} from './files/container-files.js';
import type {FileSystem} from '../host/file-system.js';
import type {MountedFiles} from './files/mounted-files.js';
import type {Mount} from './files/path-walk.js';
import {imageFiles} from './images/image-files.js';
import {ContainerInput} from './processes/container-input.js';
import type {TaskTable} from './processes/task-table.js';
import type {Task} from './processes/task.js';
import type {Terminal} from './processes/terminal.js';
import type {Sandbox} from '../cri/pod-sandbox.js';
import type {Image} from './images/image.js';
import {spentWindowMs, type Load, type Spent} from './images/usage.js';
import type {StopSignal} from './images/described-program.js';

/** A container's view of its node. */
interface ContainerMounts {
	readonly mounts: readonly Mount[];
	/** The time, in milliseconds since 1970. */
	readonly nowMs: () => number;
	/** Whether the disk of the node has no room left. */
	readonly isFull?: () => boolean;
}

/** The part of a container that changes. */
interface ContainerState extends Pick<
	CRIContainer,
	| 'state'
	| 'startedAtMs'
	| 'startedAt'
	| 'finishedAtMs'
	| 'finishedAt'
	| 'exitCode'
	| 'reason'
	| 'message'
	| 'resources'
> {
	/** 0 until it has started. */
	readonly pid: number;
}

const created: Omit<ContainerState, 'resources'> = {
	state: 'CREATED',
	pid: 0,
	startedAtMs: 0,
	startedAt: '',
	finishedAtMs: 0,
	finishedAt: '',
	exitCode: 0,
	reason: '',
	message: '',
};

/** A container of a node's runtime. Only the runtime writes it; the ledger shows it at `/nodes/<node>/containers/<id>`. */
export class RuntimeContainer {
	log: readonly LogLine[] = [];
	/** Whether it ran before the simulation, so that its program has already started. */
	isRestored = false;
	/** Whether it has received SIGTERM and not yet ended. */
	stopping = false;
	/** The numbers of its open terminals. */
	readonly terminals = new Set<number>();
	/** The terminal of its first process, once that runs, if it has one. */
	terminal: Terminal | undefined;
	/** Sends text to the clients that are attached to it. */
	readonly attached = new Set<(text: string) => void>();
	/** Its standard input, if it has one and no terminal. */
	readonly input: ContainerInput | undefined;
	readonly signals: Mailbox<StopSignal | 'wake'>;
	/** Runs a command in it, as its own server does for a client. */
	execute: ((command: readonly string[]) => Routine<{readonly exitCode: number; readonly output: string}>) | undefined;
	/** Its processes; `undefined` while only the image's own program runs and its processes were not read. */
	tasks: TaskTable<Task> | undefined;
	/** The shells that its own server runs for clients. */
	servedShells = 0;
	/** The resources that its processes keep in use, besides the usage that its image names. */
	load: Load = {memory: 0, cpuMillis: 0};
	/** The recent requests on which its server has spent processor time. */
	spent: readonly Spent[] = [];
	/** The settings at its server's start. */
	settings: ReadonlyMap<string, string> = new Map();
	/** The exit code that a client has given its own program. */
	exitAsked: number | undefined;
	/** Cancels the kill for too much memory. */
	cancelKill: (() => void) | undefined;
	/** A caller of StopContainer waits here for the end. */
	ended: Mailbox<'ended'> | undefined;
	readonly process: string;
	readonly #readers = new Set<LogReader>();
	#files: MountedFiles | undefined;
	#now: ContainerState;
	/** Its cached answer for CRI, until it changes. */
	#listed: CRIContainer | undefined;
	/** Bytes of its log. */
	logBytes = 0;
	readonly #changed = new Set<string>();

	constructor(
		readonly id: string,
		readonly sandbox: Sandbox,
		readonly config: ContainerConfig,
		readonly image: Image,
		/** Full name and digest: `docker.io/library/nginx@sha256:…`. */
		readonly imageName: string,
		readonly imageID: string,
		readonly createdAtMs: number,
		readonly mounted: ContainerMounts,
	) {
		const {namespace, pod} = sandbox;
		this.#now = {...created, resources: config.linux.resources};
		this.input = config.stdin && !config.tty ? new ContainerInput() : undefined;
		if (config.tty) {
			this.terminals.add(0);
		}

		this.process = `container/${sandbox.node}/${namespace}/${pod}/${config.metadata.name}-${id.slice(0, 8)}`;
		this.signals = new Mailbox(`signals of ${this.process}`);
	}

	/** Reports each line that is written from now on. @returns a function that stops this. */
	follow(reader: LogReader): () => void {
		this.#readers.add(reader);
		return () => {
			this.#readers.delete(reader);
		};
	}

	/** Notifies its readers of new lines or of its end. */
	tellReaders(news: readonly LogLine[] | 'ended', text = ''): void {
		for (const reader of this.#readers) {
			if (news === 'ended') {
				reader.onEnd();
			} else {
				reader.onLines(news, text);
			}
		}
	}

	/** Records processor time that its server spends on a request. */
	spend(cpuMs: number, atMs: number): void {
		this.spent = [...this.spent.filter((one) => one.atMs > atMs - spentWindowMs), {atMs, cpuMs}];
	}

	/** Its files, made at the first access. */
	get files(): FileSystem {
		this.#files ??= containerFiles({
			...this.mounted,
			image: imageFiles(this.image),
			hostname: this.sandbox.hostname,
			who: credentialsOf(this.config, () => this.image.uid ?? 1000),
			privileged: this.config.linux.securityContext['privileged'] === true,
			readonlyRoot: this.config.linux.securityContext['readonlyRootfs'] === true,
			terminals: () => [...this.terminals].sort((a, b) => a - b),
			changed: (path) => this.#changed.add(path),
		});
		return this.#files;
	}

	/** Bytes of its own files and its log, on the node's disk. */
	get diskBytes(): number {
		return (this.#files?.written ?? 0) + this.logBytes;
	}

	/** Returns and clears the paths written since the last call. */
	takeChanged(): readonly string[] {
		const paths = [...this.#changed].sort();
		this.#changed.clear();
		return paths;
	}

	/** Text of a file; `undefined` if it does not exist, or the container's files have not been made yet. */
	written(path: string): string | undefined {
		return this.#files?.stat(path)?.kind === 'file' ? this.#files.read(path) : undefined;
	}

	/** Something of its state is new. */
	change(news: Partial<ContainerState>): void {
		this.#now = {...this.#now, ...news};
		this.#listed = undefined;
	}

	/** The container as the runtime lists it now. */
	get listed(): CRIContainer {
		this.#listed ??= {
			id: this.id,
			sandbox: this.sandbox,
			config: this.config,
			name: this.name,
			attempt: this.attempt,
			imageName: this.imageName,
			imageID: this.imageID,
			imageUser: this.image.user ?? (this.image.anyPort ? this.#givenUser : undefined),
			isRunning: this.isRunning,
			...this.#now,
		};
		return this.#listed;
	}

	/** The user number with which it was created; `undefined` for a name. */
	get #givenUser(): string | undefined {
		return nestedString(this.config.linux.securityContext.runAsUser, 'value');
	}

	get state(): ContainerState['state'] {
		return this.#now.state;
	}

	get pid(): number {
		return this.#now.pid;
	}

	get startedAtMs(): number {
		return this.#now.startedAtMs;
	}

	get startedAt(): string {
		return this.#now.startedAt;
	}

	get finishedAtMs(): number {
		return this.#now.finishedAtMs;
	}

	get finishedAt(): string {
		return this.#now.finishedAt;
	}

	get exitCode(): number {
		return this.#now.exitCode;
	}

	get reason(): string {
		return this.#now.reason;
	}

	get message(): string {
		return this.#now.message;
	}

	/** Its current limits; at first, those of its configuration. */
	get resources(): LinuxResources {
		return this.#now.resources;
	}

	get isRunning(): boolean {
		return this.state === 'RUNNING';
	}

	get name(): string {
		return this.config.metadata.name;
	}

	get attempt(): number {
		return this.config.metadata.attempt ?? 0;
	}

	/** The container as the ledger shows it. */
	get record(): Readonly<Record<string, unknown>> {
		const {sandbox} = this;
		return {
			name: this.name,
			attempt: this.attempt,
			namespace: sandbox.namespace,
			pod: sandbox.pod,
			uid: sandbox.uid,
			sandbox: sandbox.id,
			image: this.imageName,
			imageID: this.imageID,
			state: this.state,
			...(this.pid > 0 ? {pid: this.pid, startedAt: this.startedAt} : {}),
			...(this.state === 'EXITED'
				? {
						finishedAt: this.finishedAt,
						exitCode: this.exitCode,
						reason: this.reason,
						...(this.message ? {message: this.message} : {}),
					}
				: {}),
			...(this.state === 'RUNNING' && this.stopping ? {stopping: true} : {}),
			namespaces: {
				network: sandbox.netns,
				ipc: `pause/${sandbox.pausePid}`,
				uts: `pause/${sandbox.pausePid}`,
				pid: this.config.linux.securityContext.namespaceOptions.pid === undefined ? `pause/${sandbox.pausePid}` : 'own',
				mount: 'own',
			},
			cgroup: containerCgroup(sandbox.cgroup, this.id),
			...(this.resources.cpusetCpus === undefined ? {} : {cpus: this.resources.cpusetCpus}),
			...(this.resources.cpusetMems === undefined ? {} : {mems: this.resources.cpusetMems}),
		};
	}
}
