import type {Routine} from '../../../kernel/routine.js';
import type {FileSystem} from '../../../host/file-system.js';
import {Capture} from '../capture.js';
import {fork} from '../fork.js';
import {signalDescription, type Signal} from '../signals.js';
import {Pipe, TextSource, type Stream} from '../streams.js';
import {Task} from '../task.js';
import {LoopExit, Return, ShellExit} from './control.js';
import {Expansion, type ExpansionScope} from './expansion.js';
import {ownVariables, specialParameter} from './special-parameters.js';
import {parseScript} from './syntax/script-parser.js';
import type {Command, Dialect, Script, Statement} from './syntax/tree.js';
import {ReadonlyVariable, Variables} from './variables.js';

/** The state that a subshell inherits from its shell. */
interface Inherited {
	readonly variables: Variables;
	readonly functions: ReadonlyMap<string, Command>;
	readonly arguments: readonly string[];
	readonly options: ReadonlySet<string>;
	readonly traps: ReadonlyMap<string, string>;
	readonly depth: number;
	readonly loops: number;
	readonly lastBackground: number | undefined;
	readonly status: number;
}

/** Runs the scripts of a shell. */
export interface ScriptRunner {
	/** A command substitution has set the exit code of the command that runs. */
	substituted: boolean;
	/** The depth of conditions, in which a failure does not end the shell. */
	tested: number;
	/** @param isLast whether the shell has no further work: then the program replaces the shell's process, as in dash, busybox and bash */
	script(script: Script, isLast?: boolean): Routine;
	command(command: Command): Routine;
	/** Runs commands that `&&` and `||` join. */
	list(statement: Statement): Routine;
	/** Calls a function. */
	call(body: Command, name: string, args: readonly string[]): Routine;
}

/** The commands of a shell, bound to it. `start-shell.ts` has those of all shells. */
export interface Commands {
	interpreterOf(shell: Shell): ScriptRunner;
	isBuiltin(shell: Shell, name: string): boolean;
	/** Runs a function, a builtin or a program. */
	run(shell: Shell, name: string, args: readonly string[], options: {readonly noFunctions?: boolean}): Routine;
}

/** Syntax of bash that is not simulated: menus, coprocesses, extended patterns. */
const beyond = /(?:^|[;&|\s])(?:select\s+\w+|coproc\s)|[?*+@!]\([^)]*\)/;

/** `$(< file)` is the content of a file: it runs as `cat < file`. */
const readingFile = (script: Script): Script => {
	const [statement] = script;
	const [command] = statement?.first.commands ?? [];
	const isOne = script.length === 1 && statement?.rest.length === 0 && statement.first.commands.length === 1;
	return isOne &&
		command?.kind === 'simple' &&
		command.words.length === 0 &&
		command.assignments.length === 0 &&
		command.redirects.length === 1 &&
		command.redirects[0]?.operator === '<'
		? [
				{
					...statement,
					first: {
						...statement.first,
						commands: [{...command, words: [[{kind: 'text', text: 'cat', quoted: false}]]}],
					},
				},
			]
		: script;
};

/** The maximum depth of nested functions; a deeper nesting would exhaust the stack. */
const deepest = 150;

/**
A shell that runs scripts in a container: dash, busybox's ash, or bash.

@see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html
*/
export class Shell implements ExpansionScope {
	readonly variables: Variables;
	readonly functions: Map<string, Command>;
	readonly options: Set<string>;
	/** The commands for a signal, for `EXIT` or `ERR`; empty: it is ignored. */
	readonly traps: Map<string, string>;
	readonly expansion: Expansion;
	readonly interpreter: ScriptRunner;
	/** The tasks that it has started in the background. */
	readonly background = new Map<number, Task>();
	arguments: readonly string[];
	lastBackground: number | undefined;
	/** Exit code of the last command. */
	status: number;
	/** Line of the command that runs. */
	line = 1;
	/** Exit code of each command of the last pipeline. */
	statuses: readonly number[] = [0];
	/** The function that runs. */
	callee: string | undefined;
	/** The depth of functions, files and subshells. */
	depth: number;
	/** The depth of loops. */
	loops: number;
	/** Whether it reads its commands from a terminal. */
	isInteractive = false;
	/** The position of `getopts` in a word. */
	optionPlace = {index: 1, at: 1};
	readonly startedAtMs: number;
	/** Whether another process reads its output: `>(…)`. */
	#feeds = false;

	/** @param name its name in messages. */
	constructor(
		readonly task: Task,
		readonly dialect: Dialect,
		readonly name: string,
		args: readonly string[],
		readonly commands: Commands,
		inherited?: Inherited,
	) {
		const reserve = (characters: number): void => {
			task.reserve(characters);
		};

		this.variables = inherited?.variables ?? new Variables(reserve, ownVariables(task));
		this.functions = new Map(inherited?.functions);
		this.options = new Set(inherited?.options);
		this.traps = new Map(inherited?.traps);
		this.arguments = inherited?.arguments ?? args;
		this.depth = inherited?.depth ?? 0;
		this.loops = inherited?.loops ?? 0;
		this.status = inherited?.status ?? 0;
		this.lastBackground = inherited?.lastBackground;
		this.startedAtMs = task.kernel.now;
		this.expansion = new Expansion(this);
		this.interpreter = commands.interpreterOf(this);
		task.shell = this;
		task.disposition = (signal: Signal) => {
			const trap = this.traps.get(signal);
			if (trap === undefined) {
				return 'default';
			}

			if (trap === '') {
				return 'ignored';
			}

			return 'caught';
		};
	}

	get files(): FileSystem {
		return this.task.files;
	}

	get directory(): string {
		return this.task.directory;
	}

	get globs(): boolean {
		return !this.options.has('noglob');
	}

	get refusesUnset(): boolean {
		return this.options.has('nounset');
	}

	*spend(steps: number): Routine {
		yield* this.task.spend(steps);
	}

	special(name: string): string | undefined {
		return specialParameter(this, name);
	}

	/** A message, as the shell prefixes it. */
	message(text: string): string {
		const {dialect, name, line} = this;
		const place = {bash: `line ${line}: `, dash: `${line}: `, ash: ''}[dialect];
		return `${name}: ${place}${text}\n`;
	}

	*complain(text: string): Routine {
		yield* this.task.error(this.message(text));
	}

	*fail(message: string, status = this.dialect === 'bash' ? 1 : 2): Routine<never> {
		yield* this.complain(message);
		// With `set -e` bash ends as a failed command does.
		throw new ShellExit(status === 127 && this.dialect === 'bash' && this.options.has('errexit') ? 1 : status);
	}

	/**
	Runs a script to the end of the shell, with its traps.

	@param isCommand whether it is the argument of `-c`, which a shell reads completely before it runs the last command.
	@returns its exit code.
	*/
	*main(source: string, isCommand = false): Routine<number> {
		// After a line break, dash and busybox do not know yet that nothing follows.
		const isLast = isCommand && (this.dialect === 'bash' || !source.endsWith('\n'));
		return yield* this.untilExit(this.evaluate(source, isLast));
	}

	/** Runs the last work of a shell. @returns its exit code. */
	*untilExit(body: Routine): Routine<number> {
		yield* this.#untilThrown(body);
		const trap = this.traps.get('EXIT');
		if (trap) {
			this.traps.delete('EXIT');
			const {status} = this;
			yield* this.#untilThrown(this.evaluate(trap), status);
		}

		if (this.#feeds) {
			// Its readers read its last output before they end with it.
			yield* this.task.wait(1);
		}

		return this.status & 255;
	}

	/** @param status the result, unless the body sets another one. */
	*#untilThrown(body: Routine, status?: number): Routine {
		try {
			yield* body;
			this.status = status ?? this.status;
		} catch (error) {
			this.status = yield* this.caught(error);
		}
	}

	/** @returns the exit code of a shell that something ended. */
	*caught(error: unknown): Routine<number> {
		if (error instanceof ShellExit || error instanceof Return) {
			return error.status;
		}

		// A subshell that leaves a loop of its shell has ended.
		if (error instanceof LoopExit) {
			return 0;
		}

		if (error instanceof ReadonlyVariable) {
			yield* this.complain(`${error.name}: ${this.dialect === 'bash' ? 'readonly variable' : 'is read only'}`);
			return this.dialect === 'bash' ? 1 : 2;
		}

		// Functions without an end use up the stack.
		if (error instanceof RangeError && /call stack/i.test(error.message)) {
			return 139;
		}

		throw error;
	}

	/** Whether a command of this name runs in the shell itself. */
	isBuiltin(name: string): boolean {
		return this.commands.isBuiltin(this, name);
	}

	/** Runs a builtin or a program, ignoring functions. @returns its exit code. */
	*run(name: string, args: readonly string[]): Routine<number> {
		yield* this.commands.run(this, name, args, {noFunctions: true});
		return this.status;
	}

	/** Reads and runs a script in this shell. @param isLast see {@link ScriptRunner.script} */
	*evaluate(source: string, isLast = false): Routine {
		const {script, error} = parseScript(source, this.dialect);
		yield* this.interpreter.script(script, isLast && error === undefined);
		if (error && this.dialect === 'bash' && beyond.test(source)) {
			yield* this.task.table.machine.assume(this.task, `${this.name}: ${source.trim()}`);
			this.task.table.machine.mayServe([this.name]);
			return;
		}

		if (error) {
			yield* this.task.error(error.shown(this.dialect, this.name));
			throw new ShellExit(error.problem.kind === 'name' && this.dialect === 'bash' ? 1 : 2);
		}
	}

	/** Runs a function or a file one level deeper. */
	*deeper(body: Routine): Routine {
		if (this.depth >= deepest) {
			if (this.dialect === 'dash') {
				yield* this.fail('Maximum function recursion depth (1000) reached');
			}

			yield* this.task.raise('SEGV');
			throw new ShellExit(139);
		}

		this.depth++;
		try {
			yield* body;
		} finally {
			this.depth--;
		}
	}

	/** Prints the signal that ended a program, if any. */
	*sayKilled({killedBy}: Task): Routine {
		const text = killedBy && signalDescription(killedBy);
		if (text !== undefined) {
			yield* this.task.error(`${text}\n`);
		}
	}

	/** The first state of a subshell: traps of signals are not handed down. */
	#inherited(): Inherited {
		return {
			variables: this.variables.copy(),
			functions: this.functions,
			arguments: this.arguments,
			options: this.options,
			traps: new Map([...this.traps].filter(([, script]) => script === '')),
			depth: this.depth + 1,
			loops: this.loops,
			lastBackground: this.lastBackground,
			status: this.status,
		};
	}

	#subshell(task: Task, inherited: Inherited): Shell {
		const shell = new Shell(task, this.dialect, this.name, [], this.commands, inherited);
		shell.line = this.line;
		return shell;
	}

	/** Whether one more process can start; prints an error if not. */
	*canFork(): Routine<boolean> {
		if (this.task.table.canFork && this.depth < deepest) {
			return true;
		}

		yield* this.fail(
			{
				bash: 'fork: Resource temporarily unavailable',
				dash: 'Cannot fork',
				ash: "can't fork: Resource temporarily unavailable",
			}[this.dialect],
			this.dialect === 'bash' ? 254 : 2,
		);
		return false;
	}

	/** Runs something in a subshell, and waits for it. @returns its exit code. */
	*inSubshell(
		body: (shell: Shell) => Routine,
		streams: ReadonlyMap<number, Stream> = this.task.streams,
	): Routine<number> {
		yield* this.canFork();
		yield* this.spend(5);
		const {task} = this;
		const child = new Task(task.table, task.thread, task, {
			words: task.words,
			environment: task.environment,
			directory: task.directory,
			streams,
			isSubshell: true,
		});
		const shell = this.#subshell(child, this.#inherited());
		return yield* child.run(shell.untilExit(body(shell)));
	}

	/** Runs something in a subshell beside this one. @param text as it is written. */
	*beside(
		body: (shell: Shell) => Routine,
		text: string,
		streams: ReadonlyMap<number, Stream> = this.task.streams,
	): Routine<Task> {
		yield* this.canFork();
		yield* this.spend(10);
		const {task} = this;
		const inherited = this.#inherited();
		return fork(
			task,
			{words: [text], environment: task.environment, directory: task.directory, streams, isSubshell: true},
			(child) => {
				const shell = this.#subshell(child, inherited);
				return shell.untilExit(body(shell));
			},
		);
	}

	*capture(script: Script): Routine<string> {
		const capture = new Capture(this.task);
		const run = this.dialect === 'bash' ? readingFile(script) : script;
		this.status = yield* this.inSubshell(
			(shell) => shell.interpreter.script(run),
			new Map<number, Stream>(this.task.streams).set(1, capture),
		);
		this.interpreter.substituted = true;
		return capture.text.replace(/\n+$/, '').replaceAll('\0', '');
	}

	*throughFile(script: Script, operator: '<' | '>'): Routine<string> {
		let descriptor = 63;
		while (this.task.stream(descriptor)) {
			descriptor--;
		}

		if (operator === '<') {
			this.task.setStream(descriptor, new TextSource(`${yield* this.capture(script)}\n`));
		} else {
			const pipe = new Pipe();
			// Kept open until the other process has it.
			pipe.output.retain();
			const streams = new Map(this.task.streams).set(0, pipe.output);
			yield* this.beside((own) => own.interpreter.script(script), 'sh', streams);
			pipe.output.release();
			this.task.setStream(descriptor, pipe.input);
			this.#feeds = true;
		}

		return `/dev/fd/${descriptor}`;
	}

	/** Runs the traps of arrived signals. */
	*runTraps(): Routine {
		while (this.task.caught) {
			const signal = this.task.take();
			const script = signal && this.traps.get(signal);
			if (script) {
				const {status} = this;
				yield* this.evaluate(script);
				this.status = status;
			}
		}
	}
}
