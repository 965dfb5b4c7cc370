import {note, sleep, take, type Routine} from '../../kernel/routine.js';
import type {Container} from './container.js';
import {answerAt, type Image, type Listens} from './images/catalogue.js';
import type {Runtime} from './runtime.js';
import {Exit, Shell, type ShellHost} from './shell/shell.js';

const builtins = new Set(
	'sh bash ash : true false set export cd mkdir chmod chown exit exec echo printf date hostname env sleep wait trap touch rm cat test [ tail httpd nc nslookup wget curl ping'.split(
		' ',
	),
);

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The command line that the container runs; `undefined`: the image's own program. */
export const commandLine = ({config, image}: Pick<Container, 'config' | 'image'>): readonly string[] | undefined => {
	const {command = [], args = []} = config;
	const {program} = image;
	const words =
		command.length > 0 ? [...command, ...args] : args.length > 0 && !program?.name && !image.anyPort ? args : undefined;
	if (words === undefined) {
		return program ? undefined : ['sh'];
	}

	const [first = ''] = words;
	const own =
		program && (first === program.name || baseName(first) === program.name || first === '/docker-entrypoint.sh');
	return own || (image.anyPort && !builtins.has(baseName(first))) ? undefined : words;
};

/** @returns why the container cannot start, in runc's words; `undefined`: it can. */
export const startProblem = (container: Pick<Container, 'config' | 'image'>): string | undefined => {
	const words = commandLine(container);
	const [first = ''] = words ?? [];
	if (words === undefined || (container.image.shell !== false && builtins.has(first.replace(/^(\/usr)?\/bin\//, '')))) {
		return undefined;
	}

	const why = first.startsWith('/') ? `stat ${first}: no such file or directory` : 'executable file not found in $PATH';
	return `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: exec: "${first}": ${why}`;
};

/** The ports the image's own program listens on; an image nobody described: whatever the container declares. */
export const listensOf = ({image, config}: Pick<Container, 'config' | 'image'>): readonly Listens[] => {
	if (!image.anyPort) {
		return image.listens ?? [];
	}

	const declared = JSON.parse(config.annotations['io.kubernetes.container.ports'] ?? '[]') as ReadonlyArray<{
		containerPort: number;
		protocol?: string;
	}>;
	return declared
		.filter(({protocol}) => protocol === undefined || protocol === 'TCP')
		.map(({containerPort: port}) => ({port, http: {'*': [{status: 200, body: 'ok'}]}}));
};

/** What a container does from its start to its end: a process of its own, so that it exits, logs and traps signals. */
export function* runContainer(runtime: Runtime, container: Container): Routine {
	const words = commandLine(container);
	if (words === undefined) {
		yield* runProgram(runtime, container);
		return;
	}

	const shell = new Shell(new FirstProcess(runtime, container));
	try {
		const status = yield* shell.execute(words);
		yield* runtime.containerEnds(container, status ?? 127);
	} catch (error) {
		if (!(error instanceof Exit)) {
			throw error;
		}

		yield* runtime.containerEnds(container, error.code, error.reason);
	}
}

interface Happening {
	readonly atMs: number;
	readonly do: () => Routine;
}

function* runProgram(runtime: Runtime, container: Container): Routine {
	const {kernel} = runtime;
	const {program = {}} = container.image;
	const who = program.name ?? container.name;
	const happenings: Happening[] = [];
	for (const listens of listensOf(container)) {
		happenings.push({atMs: listens.afterMs ?? 0, do: () => runtime.listeners.listen(container, listens, true)});
		if (listens.untilMs !== undefined) {
			happenings.push({atMs: listens.untilMs, do: () => runtime.listeners.listen(container, listens, false)});
		}
	}

	for (const line of program.log ?? []) {
		happenings.push({atMs: 0, do: () => runtime.print(container, `${line}\n`)});
	}

	if (program.forMs !== undefined) {
		happenings.push({
			atMs: program.forMs,
			do: () => end(program.oom ? 137 : (program.exit ?? 0), program.oom ? 'OOMKilled' : undefined),
		});
	}

	function* end(code: number, reason?: 'OOMKilled'): Routine {
		if (program.message !== undefined && !reason) {
			container.files.set(terminationPath(container), program.message);
		}

		yield* runtime.containerEnds(container, code, reason);
	}

	happenings.sort((a, b) => a.atMs - b.atMs);
	for (;;) {
		const next = happenings[0];
		const timeoutMs = next && container.startedAtMs + next.atMs - kernel.now;
		const signal = timeoutMs !== undefined && timeoutMs <= 0 ? undefined : yield* take(container.signals, {timeoutMs});
		if (signal === undefined) {
			happenings.shift();
			yield* next!.do();
			if (container.state === 'EXITED') {
				return;
			}

			continue;
		}

		const {term} = program;
		if (!term || term.ignore) {
			yield* note('container.signal', `${who} ignores SIGTERM and goes on.`, {signal}, {outcome: 'warning'});
			continue;
		}

		runtime.listeners.refuse(container);
		yield* note(
			'container.signal',
			`${who} gets SIGTERM: it accepts no new connections and ends in ${term.afterMs ?? 0} ms.`,
			{signal, exit: term.exit ?? 0, afterMs: term.afterMs ?? 0, ip: container.sandbox.ip},
		);
		yield* sleep(term.afterMs ?? 0);
		yield* end(term.exit ?? 0);
		return;
	}
}

/** Path of the file whose text becomes the termination message. */
export const terminationPath = (container: Container): string =>
	container.config.annotations['io.kubernetes.container.terminationMessagePath'] ?? '/dev/termination-log';

// A sleep of a minute or more says nothing about when a container is done; it should not keep the simulation from coming to rest.
const longSleepMs = 60_000;

/** Process 1 of a container that runs the small shell. */
class FirstProcess implements ShellHost {
	#terms = 0;

	constructor(
		readonly runtime: Runtime,
		readonly container: Container,
	) {}

	get files(): Map<string, string> {
		return this.container.files;
	}

	get environment(): Readonly<Record<string, string>> {
		return environmentOf(this.container);
	}

	*pause(
		ms: number,
		{interruptible, periodic}: {readonly interruptible: boolean; readonly periodic: boolean},
	): Routine {
		const {kernel} = this.runtime;
		const untilMs = kernel.now + ms;
		const timed = Number.isFinite(ms);
		while (kernel.now < untilMs) {
			if (interruptible && this.#terms > 0) {
				return;
			}

			const timeoutMs = timed ? untilMs - kernel.now : undefined;
			const signal = yield* take(this.container.signals, {timeoutMs, periodic: periodic || ms >= longSleepMs});
			if (signal === undefined) {
				return;
			}

			this.#terms++;
			yield* note(
				'container.signal',
				interruptible
					? `${this.container.name} gets SIGTERM while it waits: its trap runs at once.`
					: `${this.container.name} gets SIGTERM; as process 1 it has no default action for it, and a trap runs only when the sleep is over.`,
				{signal},
			);
		}
	}

	takeTerm(): boolean {
		if (this.#terms === 0) {
			return false;
		}

		this.#terms--;
		return true;
	}

	*print(text: string): Routine {
		yield* this.runtime.print(this.container, text);
	}

	*program(words: readonly string[]): Routine<number | undefined> {
		return yield* runTool(this.runtime, this.container, words, this);
	}

	now(): string {
		return this.runtime.kernel.timestamp();
	}
}

export const environmentOf = (container: Container): Readonly<Record<string, string>> => ({
	HOSTNAME: container.sandbox.pod,
	...Object.fromEntries((container.config.envs ?? []).map(({key, value}) => [key, value ?? ''])),
});

/** Programs that talk with the network, and the image's own when a script calls it. @returns `undefined`: there is no such program. */
export function* runTool(
	runtime: Runtime,
	container: Container,
	words: readonly string[],
	host: ShellHost,
): Routine<number | undefined> {
	const [name = '', ...rest] = words;
	const scripted = container.image.exec?.find(({command}) => command === words.join(' '));
	if (scripted) {
		const answer = answerAt(scripted.answers, runtime.kernel.now - container.startedAtMs);
		if (answer?.takesMs) {
			yield* host.pause(answer.takesMs, {interruptible: false, periodic: false});
		}

		yield* host.print(answer?.output ?? '');
		return answer?.exit ?? 0;
	}

	if (container.image.program && baseName(name) === container.image.program.name) {
		yield* host.pause(Number.POSITIVE_INFINITY, {interruptible: false, periodic: false});
		return 0;
	}

	switch (baseName(name)) {
		case 'httpd': {
			const flag = rest.indexOf('-p');
			yield* runtime.listeners.listen(
				container,
				{port: Number(flag === -1 ? 80 : rest[flag + 1]), http: {'*': [{status: 200, body: 'ok'}]}},
				true,
			);
			yield* host.pause(Number.POSITIVE_INFINITY, {interruptible: false, periodic: false});
			return 0;
		}

		case 'nslookup':
		case 'nc':
		case 'wget':
		case 'curl':
		case 'ping': {
			const target = rest.find((word) => !word.startsWith('-')) ?? '';
			const hostName = target.replace(/^\w+:\/\//, '').replace(/[:/].*$/, '');
			const found = serviceExists(runtime, container, hostName);
			yield* host.print(found ? '' : `${baseName(name)}: bad address '${hostName}'\n`);
			return found ? 0 : 1;
		}

		default: {
			return undefined;
		}
	}
}

/** Simplified: a script reaches a Service when its cluster DNS name exists. */
const serviceExists = (runtime: Runtime, container: Container, hostName: string): boolean => {
	const [service = '', namespace = container.sandbox.namespace] = hostName.split('.');
	return (
		/^[\d.]+$/.test(hostName) ||
		hostName === 'localhost' ||
		runtime.kernel.ledger.read(`/registry/services/specs/${namespace}/${service}`) !== undefined
	);
};

export const hasShell = (image: Image): boolean => image.shell !== false;
