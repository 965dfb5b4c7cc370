import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {registryKey} from '../../objects/resources.js';
import type {AssumedKind} from '../../stages/facts/kubelet/runtime.js';
import {note} from '../../stages/note.js';
import type {FileSystem} from '../../host/file-system.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import {PartlyKnownFiles} from '../files/partly-known-files.js';
import type {Image} from '../images/image.js';
import type {Load} from '../images/usage.js';
import {ContainerPrograms, rootOf} from './container-programs.js';
import {dialectOf} from './image-shell.js';
import {placeOf, reach, resolve} from './network.js';
import {privilegeLines} from './privileges.js';
import {zombie} from './process-namespace.js';
import {userOf} from './process-start.js';
import {lostMs, waitForSilence} from './programs/network/place.js';
import type {Dialect} from './shell/syntax/tree.js';
import {TextSource, type Stream} from './streams.js';
import type {Machine} from './task-table.js';
import type {Task} from './task.js';

/** Folders without files of an image. */
const wellKnownFolders = ['/proc', '/sys', '/dev', '/tmp', '/run', '/var/run'];

/** A container as its processes see it. */
export class ContainerMachine implements Machine<Task> {
	readonly process: string;
	readonly dialect: Dialect;
	readonly user: Machine<Task>['user'];
	/** The programs that were assumed to work: each is reported once. */
	readonly #assumed = new Set<string>();
	guesses = 0;
	readonly #programs: ContainerPrograms;
	#files: PartlyKnownFiles | undefined;

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
	) {
		this.process = container.process;
		this.dialect = dialectOf(container);
		this.user = userOf(container);
		this.#programs = new ContainerPrograms(life, container, this);
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
		this.#programs.installed();
	}

	mayServe(words: readonly string[]): void {
		this.#programs.mayServe(words);
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
		return this.#programs.unfinished;
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
		return this.#programs.has(name);
	}

	program(task: Task, words: readonly string[]): Routine<number | undefined> {
		return this.#programs.run(task, words);
	}

	*connect(task: Task, host: string, port: number): Routine<Stream | undefined> {
		const place = placeOf(this.life, this.container);
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
