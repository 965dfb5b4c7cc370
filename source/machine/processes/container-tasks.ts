import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {nestedString} from '../../objects/unstructured.js';
import {registryKey} from '../../objects/resources.js';
import type {AssumedKind} from '../../stages/facts/kubelet/runtime.js';
import {note} from '../../stages/note.js';
import type {Sandbox} from '../../cri/pod-sandbox.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import {resolvePath, type FileSystem} from '../../host/file-system.js';
import {PartlyKnownFiles} from '../files/partly-known-files.js';
import {answerAt} from '../images/catalogue.js';
import {assumedProgram, programOf, toolAnswer} from '../images/container-behaviour.js';
import {commandLine, directoryOf} from './command-line.js';
import {addImageProcess} from './image-process.js';
import {baseName, programPath} from './shell/program-name.js';
import type {Dialect} from './shell/syntax/tree.js';
import {runTool} from './image-tool.js';
import {placeOf, reach, resolve, type Place} from './network.js';
import {ProcessNamespace, zombie} from './process-namespace.js';
import {fork} from './fork.js';
import {daemonMs, isDaemon, runProgram} from './program.js';
import {kubectl} from './programs/network/kubectl.js';
import {networkPrograms} from './programs/network/network.js';
import {waiterNamed} from './programs/network/waiters.js';
import {lostMs, waitForSilence} from './programs/network/place.js';
import {fileProgram, programNamed} from './programs/programs.js';
import {signalNamed, type Signal} from './signals.js';
import {TextSource, type Stream} from './streams.js';
import {TaskTable, type Machine} from './task-table.js';
import {privilegeLines} from './privileges.js';
import type {Task} from './task.js';
import type {StopSignal} from '../images/described-program.js';
import type {Image} from '../images/image.js';
import type {Load} from '../images/usage.js';

/** The variables of a container's processes. */
const environmentOf = (container: RuntimeContainer, tty: boolean): ReadonlyMap<string, string> => {
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
	container: RuntimeContainer,
	tty = false,
): {readonly environment: ReadonlyMap<string, string>; readonly directory: string} => {
	return {
		environment: environmentOf(container, tty || container.config.tty === true),
		directory: directoryOf(container),
	};
};

const numberIn = (value: unknown): number => Number(nestedString(value, 'value') ?? 0);

const userOf = ({config, image}: RuntimeContainer): Machine<Task>['user'] => {
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

/** Images that have GNU's programs and Debian's shell. */
const debian =
	/(?:^|\/)(?:debian|ubuntu|nginx|httpd|postgres|mysql|mariadb|redis|mongo|python|node|ruby|golang|openjdk|php|perl|rabbitmq)(?:[:@][^/]*)?$/;

/** The shell that an image calls sh. */
const dialectOf = ({imageName, image: {known}}: Pick<RuntimeContainer, 'imageName' | 'image'>): Dialect => {
	if (known?.sh) {
		return known.sh;
	}

	const isDebian = known?.shell
		? known.shell !== 'ash'
		: debian.test(imageName.replace(/@.*$/, '')) && !/alpine/.test(imageName);
	return isDebian ? 'dash' : 'ash';
};

/** Folders that hold nothing of an image. */
const wellKnownFolders = ['/proc', '/sys', '/dev', '/tmp', '/run', '/var/run'];

/** Programs that fail where a file is missing. */
const readers = /^(?:ls|cp|mv|cat|head|tail|stat|chmod|chown|ln|find|tar|unzip|du)$/;

/** The process that an exec or the container began with. */
const rootOf = (task: Task): Task => (task.parent ? rootOf(task.parent) : task);

/** Whether a task runs by an exec, beside the container's purpose: a probe's code ends soon. */
const isBeside = (task: Task): boolean => rootOf(task).table.first !== rootOf(task);

/** The folders that programs which are not simulated were given, by Pod: its containers share volumes, mostly at one path. */
const filledFolders = new WeakMap<Sandbox, Set<string>>();

/** A container as its processes see it. */
class ContainerMachine implements Machine<Task> {
	readonly process: string;
	readonly dialect: Dialect;
	readonly user: Machine<Task>['user'];
	/** The programs that were assumed to work: each is reported once. */
	readonly #assumed = new Set<string>();
	#hasInstalled = false;
	guesses = 0;
	/** The program that was assumed to work, if none has run since. */
	#last: readonly string[] | undefined;
	#files: PartlyKnownFiles | undefined;

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
	) {
		this.process = container.process;
		this.dialect = dialectOf(container);
		this.user = userOf(container);
		if (container.image.anyPort) {
			this.partlyKnown('/');
		}
	}

	get kernel(): Kernel {
		return this.life.kernel;
	}

	get privileges(): string {
		return privilegeLines(this.container.config, this.user.uid);
	}

	get files(): FileSystem {
		return this.#files ?? this.container.files;
	}

	installed(): void {
		this.#hasInstalled = true;
	}

	mayServe(words: readonly string[]): void {
		this.#last = words;
	}

	partlyKnown(folder: string): void {
		this.#files ??= new PartlyKnownFiles(this.container.files, [
			...wellKnownFolders,
			...this.container.mounted.mounts.map(({path}) => path),
		]);
		this.#files.add(folder);
	}

	mayHold(path: string): boolean {
		return this.#files?.mayHold(path) === true;
	}

	get unfinished(): Pick<Image, 'program' | 'listens'> | undefined {
		const {run} = this.container.image;
		return this.#last && run && assumedProgram(this.#last, run);
	}

	get hostname(): string {
		return this.container.sandbox.hostname;
	}

	get address(): string {
		return this.container.sandbox.ip;
	}

	occupy({memory, cpuMillis}: Load): () => void {
		const {container} = this;
		const {cpuQuota, cpuPeriod} = container.resources;
		const most = Number(cpuQuota) > 0 ? (Number(cpuQuota) * 1000) / Number(cpuPeriod) : Number.POSITIVE_INFINITY;
		const {load} = container;
		const added = Math.min(cpuMillis, most - load.cpuMillis);
		container.load = {memory: load.memory + memory, cpuMillis: load.cpuMillis + added};
		return () => {
			const now = container.load;
			container.load = {memory: now.memory - memory, cpuMillis: now.cpuMillis - added};
		};
	}

	get memoryLimit(): number | undefined {
		const {memoryLimitInBytes} = this.container.resources;
		return memoryLimitInBytes === undefined ? undefined : Number(memoryLimitInBytes);
	}

	random(limit: number): number {
		return this.kernel.random(`containers/${this.container.sandbox.node}`).below(limit);
	}

	hasProgram(name: string): boolean {
		const {image} = this.container;
		const own = baseName(name);
		return (
			(image.program?.name !== undefined && (name === image.program.name || own === image.program.name)) ||
			image.known?.programs[own] !== undefined ||
			image.tools?.[own] !== undefined ||
			(image.anyPort === true && (!name.includes('/') || this.mayHold(name) || this.#isFilled(name))) ||
			this.#hasInstalled ||
			(image.exec?.some(({command}) => command === name || command.startsWith(`${name} `)) ?? false) ||
			(image.shell !== false &&
				image.known?.lacks?.includes(own) !== true &&
				(programNamed(name) !== undefined || networkPrograms.has(own)))
		);
	}

	get #place(): Place {
		return placeOf(this.life, this.container);
	}

	*program(task: Task, words: readonly string[]): Routine<number | undefined> {
		const {container, life} = this;
		const [name = '', ...args] = words;
		this.#last = undefined;
		const scripted = container.image.exec?.find(({command}) => command === words.join(' '));
		if (scripted) {
			const answer = answerAt(scripted.answers, life.kernel.now - container.startedAtMs);
			if (answer?.takesMs) {
				yield* task.wait(answer.takesMs);
			}

			yield* task.out(answer?.output ?? '');
			return answer?.exit ?? 0;
		}

		if (this.#hasKubectl(name)) {
			return yield* kubectl({...this.#place, task}, args);
		}

		const answer = toolAnswer(container.image, words, container.config.image.userSpecifiedImage);
		const {image} = container;
		const isMain = image.known?.programs[baseName(name)] !== undefined && !image.own;
		if (answer && !(isMain && answer.when === undefined)) {
			return yield* runTool({...this.#place, task}, words, answer);
		}

		if (image.known?.programs[baseName(name)] && /^-{1,2}(?:[hvV]|help|version)$/.test(args[0] ?? '')) {
			yield* this.assume(task, words.join(' '));
			return 0;
		}

		const own = container.image.program?.name;
		const program = container.image.known?.programs[baseName(name)];
		if (program && !program.isSimulated) {
			return yield* this.#ownProgram(task, programOf(container.image, words));
		}

		if (own !== undefined && (name === own || baseName(name) === own)) {
			return yield* this.#ownProgram(task, container.image);
		}

		const known = programNamed(programPath(task.directory, name));
		if (known) {
			if (readers.test(baseName(name)) && args.some((word) => this.#isOfImage(task, word))) {
				yield* this.assume(task, words.join(' '));
				return 0;
			}

			return yield* known(task, args);
		}

		const network = networkPrograms.get(baseName(name));
		if (network) {
			return yield* network({...this.#place, task}, args);
		}

		const ended = yield* fileProgram(task, words);
		const waiter = ended === undefined && this.#mayHaveAny ? waiterNamed(name) : undefined;
		return ended ?? (waiter ? yield* waiter({...this.#place, task}, args) : yield* this.#assumedProgram(task, words));
	}

	/** Whether it has programs that are not known. */
	get #mayHaveAny(): boolean {
		return this.container.image.anyPort === true || this.#hasInstalled;
	}

	/** Whether an argument is a path that may be part of the image, whose files are unknown. */
	#isOfImage({directory, files}: Task, word: string): boolean {
		const path = resolvePath(directory, word);
		return /^[\w./]/.test(word) && this.mayHold(path) && files.stat(path) === undefined;
	}

	/** Whether a name is that of kubectl, which few images have. */
	#hasKubectl(name: string): boolean {
		const {image} = this.container;
		return baseName(name) === 'kubectl' && (image.known?.programs['kubectl'] !== undefined || image.anyPort === true);
	}

	/** Notes the folders that a program which is not simulated was given: `python -m venv /venv` fills one. */
	#fill({directory, files}: Task, words: readonly string[]): void {
		for (const word of words.slice(1)) {
			const path = resolvePath(directory, word);
			if (/^[\w./]/.test(word) && files.stat(path)?.kind === 'directory') {
				getOrInsert(filledFolders, this.container.sandbox, () => new Set()).add(path);
			}
		}
	}

	/** Whether a program may be one that another container of the Pod, or this one, has put there. */
	#isFilled(name: string): boolean {
		return [...(filledFolders.get(this.container.sandbox) ?? [])].some((folder) => name.startsWith(`${folder}/`));
	}

	/** A program of an unknown image, or an installed one, is assumed to work. */
	*#assumedProgram(task: Task, words: readonly string[]): Routine<number | undefined> {
		if (!this.#mayHaveAny) {
			return undefined;
		}

		yield* this.assume(task, words.join(' '));
		this.#fill(task, words);
		this.#last = words;
		return 0;
	}

	/** The program that the image is for, started by a script. */
	*#ownProgram(task: Task, image: Pick<Image, 'program' | 'listens' | 'opaque'>): Routine<number> {
		if (image.opaque !== undefined) {
			yield* this.assume(task, image.opaque);
			if (isBeside(task)) {
				return 0;
			}
		}

		if (image.program && isDaemon(this.container, image.program)) {
			const {words, environment, directory, streams} = task;
			const program = {...image.program, isDaemon: undefined};
			const child = fork(task, {words, environment, directory, streams}, (own) =>
				this.#runProgram(own, {...image, program}),
			);
			yield* task.wait(daemonMs, () => child.status !== undefined);
			return child.status ?? 0;
		}

		return yield* this.#runProgram(task, image);
	}

	/** Runs an own program to its end. @returns its exit code */
	*#runProgram(task: Task, image: Pick<Image, 'program' | 'listens'>): Routine<number> {
		const {stopSignal = 'SIGTERM'} = this.container.image;
		const asks = (signal: Signal | undefined): StopSignal | undefined =>
			(['SIGTERM', stopSignal] as const).find((name) => signal !== undefined && signalNamed(name) === signal);
		task.disposition = (signal) => (asks(signal) ? 'caught' : 'default');
		const {code} = yield* runProgram(
			this.life,
			this.container,
			function* (timeoutMs) {
				const how = yield* task.wait(timeoutMs ?? Number.POSITIVE_INFINITY, undefined, {interruptible: true});
				return how === 'signal' ? asks(task.take()) : undefined;
			},
			image,
		);
		return code;
	}

	*connect(task: Task, host: string, port: number): Routine<Stream | undefined> {
		const place = this.#place;
		const found = yield* resolve(place, host);
		yield* task.wait(1);
		if (found.case === 'silent') {
			yield* waitForSilence(task);
		}

		const [ip] = found.case === 'found' ? found.addresses : [];
		if (ip === undefined) {
			return undefined;
		}

		const {case: outcome} = yield* reach(place, ip, port);
		if (outcome === 'lost') {
			yield* task.wait(lostMs);
		}

		return outcome === 'lost' || outcome === 'refused' ? undefined : new TextSource('');
	}

	*reportFiles(): Routine {
		yield* this.life.filesChanged(this.container);
		if (this.container.image.anyPort) {
			for (const path of this.#files?.takeSupplied() ?? []) {
				yield* this.assume(undefined, path, 'file');
			}
		}
	}

	*isBusy(task: Task): Routine {
		yield* note(
			'container.busy',
			{container: this.container.name, command: task.words.join(' ').slice(0, 200)},
			{outcome: 'warning'},
		);
	}

	*assume(task: Task | undefined, what: string, kind: AssumedKind = 'program'): Routine {
		if (task && task.streams.get(1) !== rootOf(task).streams.get(1)) {
			this.guesses++;
		}

		if (this.#assumed.has(what)) {
			return;
		}

		this.#assumed.add(what);
		const {name, sandbox} = this.container;
		yield* note(
			'container.assume',
			{kind, container: name, what: what.slice(0, 200)},
			{object: registryKey('pods', sandbox.namespace, sandbox.pod), outcome: 'warning'},
		);
	}

	*orphanEnded({pid, words, table}: Task): Routine {
		yield* this.life.reaped(this.container, table.namespace, [
			zombie({pid, user: this.user.name, command: words.join(' ')}),
		]);
	}

	*outOfMemory(): Routine {
		const {container, life} = this;
		if (container.isRunning) {
			life.kernel.processes.crash(container.process);
			yield* life.end(container, 137, 'OOMKilled');
		}
	}
}

/** Whether a container's first process is the first of its process namespace, too: signals that it does not catch do nothing. */
export const isInit = ({config}: RuntimeContainer): boolean => {
	const {pid} = config.linux.securityContext.namespaceOptions;
	return pid !== undefined && pid !== 'TARGET';
};

/** Whether a container sees the processes of its Pod's other containers. */
export const sharesProcesses = ({config}: RuntimeContainer): boolean =>
	config.linux.securityContext.namespaceOptions.pid === undefined;

/** The image of pause says that user 65535 runs it; the Pod may name another. */
const pauseUser = '65535';

/** The processes that a container's own see. */
const namespaceOf = (life: ContainerLife, container: RuntimeContainer): ProcessNamespace<Task> => {
	const {sandbox, config} = container;
	const {targetId = ''} = config.linux.securityContext.namespaceOptions;
	const target = life.containers.container(targetId);
	if (target?.isRunning) {
		return tasksOf(life, target).namespace;
	}

	if (!sharesProcesses(container)) {
		return new ProcessNamespace();
	}

	const others = life.containers
		.containersOf(sandbox.uid)
		.filter((other) => other.sandbox.id === sandbox.id && sharesProcesses(other));
	const known = others.map((other) => other.tasks?.namespace).find((namespace) => namespace !== undefined);
	return known ?? new ProcessNamespace(pauseUser);
};

/** The processes of a container. */
export const tasksOf = (life: ContainerLife, container: RuntimeContainer): TaskTable<Task> => {
	const known = container.tasks;
	if (known) {
		return known;
	}

	const table = new TaskTable<Task>(new ContainerMachine(life, container), namespaceOf(life, container));
	container.tasks = table;
	if (commandLine(container) === undefined) {
		addImageProcess(table, container, isInit(container));
	}

	return table;
};
