import {sleep, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import {FileError, numberOf} from '../../host/file-system.js';
import type {OpenPort} from '../listeners.js';
import {credentialsOf, hasCapability} from '../files/container-files.js';
import {begin, staysInForeground} from './nginx/start.js';
import {placeOf, reach, resolve} from './network.js';
import {redisSettings} from './redis.js';
import {terminationPath} from '../termination-message.js';
import type {Image} from '../images/image.js';
import type {Creation, Program, StopSignal} from '../images/described-program.js';

/** The end of a program. */
export interface Ending {
	readonly code: number;
	readonly reason?: 'OOMKilled';
}

/** The event that ends a program: a signal, or its own client with an exit code. */
export type Told = StopSignal | {readonly exit: number};

/** An action of the program at a time after its start. @returns its end, if it ends. */
interface Happening {
	readonly atMs: number;
	readonly do: () => Routine<Ending | undefined>;
}

const then = (routine: () => Routine<unknown>) =>
	function* (): Routine<undefined> {
		yield* routine();
		return undefined;
	};

/** The time after which the first process of a daemon ends. */
export const daemonMs = 100;

/** The time between two attempts to connect to a server that a program waits for. */
const retryMs = 5000;

/** Whether a program becomes a daemon: a container ends with its first process. */
export const isDaemon = (container: RuntimeContainer, program: Program | undefined): boolean =>
	program?.isDaemon === true &&
	(program.configured === undefined || !staysInForeground(container, program.configured.words));

/** The image's own program, as the catalogue describes it. */
class ImageProgram {
	readonly #program: Program;

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
		readonly image: Pick<Image, 'program' | 'listens'>,
	) {
		this.#program = image.program ?? {};
	}

	/** All its own work, in order. */
	get happenings(): readonly Happening[] {
		const {life, container} = this;
		const {log = [], readyMs = 0, forMs, oom, exit = 0} = this.#program;
		if (container.isRestored) {
			return this.#goingOn;
		}

		const happenings: Happening[] = [];
		const {configured, settings, creates, asRoot, reads, connects} = this.#program;
		if (reads) {
			happenings.push({atMs: 0, do: () => this.#read(reads)});
		}

		if (connects) {
			happenings.push({atMs: 0, do: () => this.#connect(connects)});
		}

		if (settings) {
			happenings.push({atMs: 0, do: () => this.#readSettings(settings.words)});
		}

		if (asRoot) {
			happenings.push({atMs: 0, do: () => this.#becomeUser(asRoot)});
		}

		if (configured) {
			happenings.push({atMs: 0, do: () => this.#configure(configured.words)});
		}

		if (creates && !configured) {
			happenings.push({atMs: 0, do: () => this.#create(creates)});
		}

		for (const listens of configured ? [] : (this.image.listens ?? [])) {
			happenings.push({atMs: listens.afterMs ?? 0, do: () => this.#listen(listens)});
			if (listens.untilMs !== undefined) {
				happenings.push({atMs: listens.untilMs, do: then(() => life.listeners.listen(container, listens, false))});
			}
		}

		const early = readyMs > 0 ? log.slice(0, log.length > 1 ? 1 : 0) : log;
		for (const [atMs, lines] of [
			[0, early],
			[readyMs, log.slice(early.length)],
		] as const) {
			if (lines.length > 0) {
				happenings.push({atMs, do: then(() => life.print(container, `${lines.join('\n')}\n`))});
			}
		}

		if (forMs !== undefined) {
			happenings.push({atMs: forMs, do: () => this.#byItself(oom ?? false, exit)});
		} else if (isDaemon(container, this.#program)) {
			happenings.push({atMs: daemonMs, do: () => this.#byItself(false, 0)});
		}

		return happenings.sort((a, b) => a.atMs - b.atMs);
	}

	/**
	Reads the program's files; without one, it reports that and ends. A volume that other programs may fill is assumed to have the file.

	The volumes of ConfigMaps and Secrets have exactly the keys of their objects.
	*/
	*#read(files: NonNullable<Program['reads']>): Routine<Ending | undefined> {
		const {life, container} = this;
		const isFilled = (path: string): boolean =>
			(container.config.mounts ?? []).some(
				({containerPath, hostPath = ''}) =>
					(path === containerPath || path.startsWith(`${containerPath}/`)) &&
					!/\/kubernetes\.io~(?:configmap|secret|projected|downward-api)\//.test(hostPath),
			);
		const missing = files.find(({path}) => !container.files.stat(path) && !isFilled(path));
		if (!missing) {
			return undefined;
		}

		yield* life.print(container, `${missing.failed}\n`);
		return this.#ending(missing.exit);
	}

	/** Waits for a server, as a shell script does, which no signal interrupts; without it, the program reports that and ends. */
	*#connect({host, port, withinMs, failed, exit}: NonNullable<Program['connects']>): Routine<Ending | undefined> {
		const {life, container} = this;
		const place = placeOf(life, container);
		for (let waitedMs = 0; ; waitedMs += retryMs) {
			const found = yield* resolve(place, host);
			const [ip] = found.case === 'found' ? found.addresses : [];
			const reached = ip === undefined ? undefined : yield* reach(place, ip, port);
			if (reached && reached.case !== 'lost' && reached.case !== 'refused') {
				return undefined;
			}

			if (waitedMs >= withinMs) {
				break;
			}

			yield* sleep(retryMs);
		}

		yield* life.print(container, `${failed}\n`);
		return this.#ending(exit);
	}

	/** Checks the capabilities that a program needs as root to switch to another user; without one, it prints an error and ends. */
	*#becomeUser(needed: NonNullable<Program['asRoot']>): Routine<Ending | undefined> {
		const {life, container} = this;
		const {config, image} = container;
		const isRoot = credentialsOf(config, () => image.uid ?? 1000).uid === 0;
		const lacking = isRoot ? needed.find(({capability}) => !hasCapability(config, capability)) : undefined;
		if (!lacking) {
			return undefined;
		}

		yield* life.print(container, `${lacking.failed}\n`);
		return this.#ending(1);
	}

	/** The remaining work of a program that was running before the simulation: its ports are open, and it ends at its planned time. */
	get #goingOn(): readonly Happening[] {
		const {life, container} = this;
		const {forMs, oom, exit = 0, configured} = this.#program;
		const ranMs = life.kernel.now - container.startedAtMs;
		if (configured) {
			return [{atMs: 0, do: then(() => this.#serveOn(configured.words))}];
		}

		const open = (this.image.listens ?? []).filter(({untilMs}) => untilMs === undefined || untilMs > ranMs);
		return [
			...open.map((listens) => ({
				atMs: Math.max(0, (listens.afterMs ?? 0) - ranMs),
				do: () => this.#listen(listens),
			})),
			...(forMs === undefined
				? []
				: [{atMs: Math.max(1000, forMs - ranMs), do: () => this.#byItself(oom ?? false, exit)}]),
		];
	}

	/** Serves the configuration; a mistake in it was added after the program's start. */
	*#serveOn(words: readonly string[]): Routine {
		const begun = yield* begin(placeOf(this.life, this.container), words);
		for (const listens of begun.case === 'ready' ? begun.listens : (this.image.listens ?? [])) {
			yield* this.#listen(listens);
		}
	}

	*#byItself(oom: boolean, exit: number): Routine<Ending> {
		return oom ? {code: 137, reason: 'OOMKilled'} : this.#ending(exit);
	}

	/** Reads its configuration, makes its files and opens its ports; on a mistake, it reports that and ends. */
	*#configure(words: readonly string[]): Routine<Ending | undefined> {
		const {life, container} = this;
		const begun = yield* begin(placeOf(life, container), words);
		if (begun.log.length > 0) {
			yield* life.print(container, `${begun.log.join('\n')}\n`);
		}

		if (begun.case === 'failed') {
			return this.#ending(1);
		}

		let ending = yield* this.#create(this.#program.creates ?? []);
		for (const listens of begun.listens) {
			ending ??= yield* this.#listen(listens);
		}

		return ending;
	}

	/** Reads and keeps the current settings of its file. */
	*#readSettings(words: readonly string[]): Routine<Ending | undefined> {
		const {life, container} = this;
		const settings = redisSettings(words, container.files);
		if (typeof settings !== 'string') {
			container.settings = settings;
			return undefined;
		}

		yield* life.print(container, `${settings}\n`);
		return this.#ending(1);
	}

	/** Creates the program's files; without the permission, it reports that and ends. These files make no stop. */
	*#create(creations: readonly Creation[]): Routine<Ending | undefined> {
		const {life, container} = this;
		const {files} = container;
		for (const {path, kind, failed} of creations) {
			try {
				if (kind === 'file') {
					files.write(path, '');
				} else if (!files.stat(path)) {
					files.makeDirectory(path);
				}
			} catch (error) {
				if (!(error instanceof FileError)) {
					throw error;
				}

				const number = String(numberOf(error));
				yield* life.print(container, `${failed.replace('$NUMBER', number).replace('$WHY', error.description)}\n`);
				return this.#ending(1);
			}
		}

		container.takeChanged();
		return undefined;
	}

	/** Opens a port; if it is taken, the program reports that and ends. */
	*#listen(listens: OpenPort): Routine<Ending | undefined> {
		const {life, container} = this;
		if (yield* life.listeners.listen(container, listens, true)) {
			return undefined;
		}

		const {inUse = 'listen tcp :$PORT: bind: address already in use'} = this.#program;
		yield* life.print(container, `${inUse.replaceAll('$PORT', String(listens.port))}\n`);
		return this.#ending(1);
	}

	#ending(code: number): Ending {
		const {message} = this.#program;
		if (message !== undefined) {
			this.container.files.write(terminationPath(this.container), message);
		}

		return {code};
	}

	/** @returns its end, if it ends. */
	*told(told: Told): Routine<Ending | undefined> {
		return typeof told === 'string' ? yield* this.#signal(told) : this.#ending(told.exit);
	}

	*#signal(signal: StopSignal): Routine<Ending | undefined> {
		const {life, container} = this;
		const {term, name: program = container.name} = this.#program;
		if (!term || term.ignore) {
			yield* note('container.signal', {case: 'ignore', signal, program}, {outcome: 'warning'});
			return undefined;
		}

		const {exit = 0, afterMs = 0} = term;
		life.listeners.refuse(container);
		yield* note('container.signal', {case: 'shut-down', signal, program, exit, afterMs, ip: container.sandbox.ip});
		yield* sleep(afterMs);
		return this.#ending(exit);
	}
}

/**
Runs the image's own program until it ends, possibly by a signal.

@param receive waits for an event of the program, or for a time.
@param image the program's behaviour.
*/
export function* runProgram(
	life: ContainerLife,
	container: RuntimeContainer,
	receive: (timeoutMs: number | undefined) => Routine<Told | undefined>,
	image: Pick<Image, 'program' | 'listens'> = container.image,
): Routine<Ending> {
	const {kernel} = life;
	const startedAtMs = kernel.now;
	const program = new ImageProgram(life, container, image);
	const happenings = [...program.happenings];
	for (;;) {
		const [next] = happenings;
		const timeoutMs = next && startedAtMs + next.atMs - kernel.now;
		const told = timeoutMs !== undefined && timeoutMs <= 0 ? undefined : yield* receive(timeoutMs);
		const ending = told === undefined ? next && (happenings.shift(), yield* next.do()) : yield* program.told(told);
		if (ending) {
			return ending;
		}
	}
}
