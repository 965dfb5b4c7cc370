import {sleep, take, type Routine} from '../../../kernel/routine.js';
import {nestedMapSlice, nestedNumber} from '../../../objects/unstructured.js';
import {note} from '../../../stages/note.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import type {Listens, Program} from '../images/catalogue.js';
import {terminationPath} from '../termination-message.js';

/** The ports the image's own program listens on; for an image without a description, whatever the container declares. */
export const listensOf = ({image, config}: Pick<RuntimeContainer, 'config' | 'image'>): readonly Listens[] => {
	if (!image.anyPort) {
		return image.listens ?? [];
	}

	const declared: unknown = JSON.parse(config.annotations['io.kubernetes.container.ports'] ?? '[]');
	return nestedMapSlice(declared)
		.filter(({protocol}) => protocol === undefined || protocol === 'TCP')
		.map((port) => ({port: nestedNumber(port, 'containerPort') ?? 0, http: {'*': [{status: 200, body: 'ok'}]}}));
};

/** Something that the program does at a moment after its start. */
interface Happening {
	readonly atMs: number;
	readonly do: () => Routine;
}

/** The image's own program, as the catalogue describes it. */
class ImageProgram {
	readonly #program: Program;

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
	) {
		this.#program = container.image.program ?? {};
	}

	/** Everything that it does by itself, in order. */
	get happenings(): readonly Happening[] {
		const {life, container} = this;
		const {log = [], forMs, oom, exit = 0} = this.#program;
		const happenings: Happening[] = [];
		for (const listens of listensOf(container)) {
			happenings.push({atMs: listens.afterMs ?? 0, do: () => life.listeners.listen(container, listens, true)});
			if (listens.untilMs !== undefined) {
				happenings.push({atMs: listens.untilMs, do: () => life.listeners.listen(container, listens, false)});
			}
		}

		for (const line of log) {
			happenings.push({atMs: 0, do: () => life.print(container, `${line}\n`)});
		}

		if (forMs !== undefined) {
			happenings.push({atMs: forMs, do: () => (oom ? this.#end(137, 'OOMKilled') : this.#end(exit))});
		}

		return happenings.sort((a, b) => a.atMs - b.atMs);
	}

	*#end(code: number, reason?: 'OOMKilled'): Routine {
		const {message} = this.#program;
		if (message !== undefined && !reason) {
			this.container.files.write(terminationPath(this.container), message);
		}

		yield* this.life.end(this.container, code, reason);
	}

	/** @returns true if it ends. */
	*signal(signal: 'SIGTERM'): Routine<boolean> {
		const {life, container} = this;
		const {term, name: program = container.name} = this.#program;
		if (!term || term.ignore) {
			yield* note('container.signal', {case: 'ignore', signal, program}, {outcome: 'warning'});
			return false;
		}

		const {exit = 0, afterMs = 0} = term;
		life.listeners.refuse(container);
		yield* note('container.signal', {case: 'shut-down', signal, program, exit, afterMs, ip: container.sandbox.ip});
		yield* sleep(afterMs);
		yield* this.#end(exit);
		return true;
	}
}

/** Runs the image's own program until it ends: by itself, or by a signal. */
export function* runProgram(life: ContainerLife, container: RuntimeContainer): Routine {
	const {kernel} = life;
	const program = new ImageProgram(life, container);
	const happenings = [...program.happenings];
	for (;;) {
		const [next] = happenings;
		const timeoutMs = next && container.startedAtMs + next.atMs - kernel.now;
		const signal = timeoutMs !== undefined && timeoutMs <= 0 ? undefined : yield* take(container.signals, {timeoutMs});
		if (signal !== undefined) {
			if (yield* program.signal(signal)) {
				return;
			}
		} else if (next) {
			happenings.shift();
			yield* next.do();
			if (container.state === 'EXITED') {
				return;
			}
		}
	}
}
