import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Routine} from '../../kernel/routine.js';
import type {Sandbox} from '../../cri/pod-sandbox.js';
import {resolvePath} from '../../host/file-system.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import {answerAt} from '../images/catalogue.js';
import {assumedProgram} from '../images/container-behaviour.js';
import type {Answer, StopSignal} from '../images/described-program.js';
import type {Image} from '../images/image.js';
import {fork} from './fork.js';
import {runTool} from './image-tool.js';
import {placeOf} from './network.js';
import {daemonMs, isDaemon, runProgram} from './program.js';
import {hasProgram, programChoice} from './program-choice.js';
import {kubectl} from './programs/network/kubectl.js';
import type {NetworkPlace} from './programs/network/place.js';
import {waiterNamed} from './programs/network/waiters.js';
import {fileProgram} from './programs/programs.js';
import {signalNamed, type Signal} from './signals.js';
import type {Machine} from './task-table.js';
import type {Task} from './task.js';

/** The first process of an exec or of the container. */
export const rootOf = (task: Task): Task => (task.parent ? rootOf(task.parent) : task);

/** Whether a task runs in an exec, beside the container's main work: a probe's code ends soon. */
const isBeside = (task: Task): boolean => rootOf(task).table.first !== rootOf(task);

/** The folders that unsimulated programs received as arguments, by Pod: its containers share volumes, usually at one path. */
const filledFolders = new WeakMap<Sandbox, Set<string>>();

/** The programs of a container: finds the one that a command line names, and runs it to its end. */
export class ContainerPrograms {
	#hasInstalled = false;
	/** The program that was assumed to work, if none has run since. */
	#last: readonly string[] | undefined;

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
		readonly machine: Pick<Machine<Task>, 'assume' | 'mayHold'>,
	) {}

	/** Records an installation, after which unknown programs may exist. */
	installed(): void {
		this.#hasInstalled = true;
	}

	/** A program that is not simulated may be a server. */
	mayServe(words: readonly string[]): void {
		this.#last = words;
	}

	/** The further work of the last program, when it is not simulated. */
	get unfinished(): Pick<Image, 'program' | 'listens'> | undefined {
		const {run} = this.container.image;
		return this.#last && run && assumedProgram(this.#last, run);
	}

	/** Whether there is a program of a name. */
	has(name: string): boolean {
		const mayBeThere = (path: string): boolean => this.machine.mayHold(path) || this.#isFilled(path);
		return hasProgram(this.container.image, name, mayBeThere, this.#hasInstalled);
	}

	/** Runs a command line. @returns its exit code; `undefined` if there is no such program. */
	*run(task: Task, words: readonly string[]): Routine<number | undefined> {
		const {image, config} = this.container;
		this.#last = undefined;
		const choice = programChoice(image, words, {
			imageName: config.image.userSpecifiedImage,
			directory: task.directory,
			mayBeOfImage: (word) => this.#isOfImage(task, word),
		});
		switch (choice.case) {
			case 'scripted': {
				return yield* this.#scripted(task, choice.answers);
			}

			case 'kubectl': {
				return yield* kubectl(this.#place(task), words.slice(1));
			}

			case 'tool': {
				return yield* runTool(this.#place(task), words, choice.answer);
			}

			case 'own': {
				return yield* this.#ownProgram(task, choice.image);
			}

			case 'simulated': {
				return yield* choice.run(task, words.slice(1));
			}

			case 'network': {
				return yield* choice.run(this.#place(task), words.slice(1));
			}

			case 'assumed': {
				yield* this.machine.assume(task, words.join(' '));
				return 0;
			}

			case 'file': {
				return yield* this.#otherProgram(task, words);
			}
		}
	}

	*#scripted(task: Task, answers: readonly Answer[]): Routine<number> {
		const answer = answerAt(answers, this.life.kernel.now - this.container.startedAtMs);
		if (answer?.takesMs) {
			yield* task.wait(answer.takesMs);
		}

		yield* task.out(answer?.output ?? '');
		return answer?.exit ?? 0;
	}

	/** A script, one that waits for a server, or a program that is not known. */
	*#otherProgram(task: Task, words: readonly string[]): Routine<number | undefined> {
		const [name = '', ...args] = words;
		const ended = yield* fileProgram(task, words);
		const waiter = ended === undefined && this.#mayHaveAny ? waiterNamed(name) : undefined;
		return ended ?? (waiter ? yield* waiter(this.#place(task), args) : yield* this.#assumedProgram(task, words));
	}

	#place(task: Task): NetworkPlace {
		return {...placeOf(this.life, this.container), task};
	}

	/** Whether it has programs that are not known. */
	get #mayHaveAny(): boolean {
		return this.container.image.anyPort === true || this.#hasInstalled;
	}

	/** Whether an argument is a path that may be part of the image, whose files are unknown. */
	#isOfImage({directory, files}: Task, word: string): boolean {
		const path = resolvePath(directory, word);
		return /^[\w./]/.test(word) && this.machine.mayHold(path) && files.stat(path) === undefined;
	}

	/** Notes the folders in the command line of a program that is not simulated: `python -m venv /venv` fills one. */
	#fill({directory, files}: Task, words: readonly string[]): void {
		for (const word of words.slice(1)) {
			const path = resolvePath(directory, word);
			if (/^[\w./]/.test(word) && files.stat(path)?.kind === 'directory') {
				getOrInsert(filledFolders, this.container.sandbox, () => new Set()).add(path);
			}
		}
	}

	/** Whether a program may be one that another container of the Pod, or this one, has created. */
	#isFilled(name: string): boolean {
		return [...(filledFolders.get(this.container.sandbox) ?? [])].some((folder) => name.startsWith(`${folder}/`));
	}

	/** A program of an unknown image, or an installed one, is assumed to work. */
	*#assumedProgram(task: Task, words: readonly string[]): Routine<number | undefined> {
		if (!this.#mayHaveAny) {
			return undefined;
		}

		yield* this.machine.assume(task, words.join(' '));
		this.#fill(task, words);
		this.#last = words;
		return 0;
	}

	/** Runs the image's main program when a script starts it. */
	*#ownProgram(task: Task, image: Pick<Image, 'program' | 'listens' | 'opaque'>): Routine<number> {
		if (image.opaque !== undefined) {
			yield* this.machine.assume(task, image.opaque);
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
}
