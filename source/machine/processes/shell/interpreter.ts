import type {Routine} from '../../../kernel/routine.js';
import {Pipe, type Stream} from '../streams.js';
import type {Task} from '../task.js';
import {assign} from './assignment.js';
import {conditionHolds} from './condition.js';
import {LoopExit, Return, ShellExit} from './control.js';
import {matches} from './pattern.js';
import {withRedirects} from './redirection.js';
import type {ScriptRunner, Shell} from './shell.js';
import {runSimple} from './simple-command.js';
import type {Command, Compound, Pipeline, Script, Statement} from './syntax/tree.js';

type CompoundOf<Kind extends Compound['kind']> = Extract<Compound, {readonly kind: Kind}>;

/** Runs a script, for one shell. */
export class Interpreter implements ScriptRunner {
	/** Whether the expansion of a command ran another one: its exit code counts if the command itself has none. */
	substituted = false;
	/** The depth of conditions, in which a failure does not end the shell. */
	tested = 0;

	constructor(readonly shell: Shell) {}

	*script(script: Script, isLast = false): Routine {
		for (const [index, statement] of script.entries()) {
			yield* this.#statement(statement, isLast && index === script.length - 1);
		}
	}

	*#statement(statement: Statement, isLast: boolean): Routine {
		const {shell} = this;
		if (statement.background) {
			yield* this.#background(statement);
			return;
		}

		yield* this.list(statement, isLast);
		if (shell.task.caught) {
			yield* shell.runTraps();
		}
	}

	*#background(statement: Statement): Routine {
		const {shell} = this;
		const {text} = statement;
		const child = yield* shell.beside((own) => own.interpreter.list(statement), text.replace(/\s*&$/, ''));
		shell.background.set(child.pid, child);
		shell.lastBackground = child.pid;
		shell.status = 0;
	}

	*list({first, rest}: Statement, isLast = false): Routine {
		const {shell} = this;
		yield* rest.length > 0 ? this.#testing(this.#pipeline(first)) : this.#pipeline(first, isLast);
		for (const [index, {operator, pipeline}] of rest.entries()) {
			if ((operator === '&&') === (shell.status === 0)) {
				yield* index < rest.length - 1 ? this.#testing(this.#pipeline(pipeline)) : this.#pipeline(pipeline, isLast);
			}
		}
	}

	/** Runs a command whose failure is checked. */
	*#testing(body: Routine): Routine {
		this.tested++;
		try {
			yield* body;
		} finally {
			this.tested--;
		}
	}

	*#pipeline(pipeline: Pipeline, isLast = false): Routine {
		const {shell} = this;
		const {negated, commands} = pipeline;
		const [only] = commands;
		if (negated) {
			this.tested++;
		}

		try {
			if (commands.length === 1 && only) {
				yield* this.command(only, isLast && !negated);
				shell.statuses = [shell.status];
			} else {
				yield* this.#piped(commands);
			}

			this.#keepStatuses();
		} finally {
			this.tested -= negated ? 1 : 0;
		}

		if (negated) {
			shell.status = shell.status === 0 ? 1 : 0;
		} else {
			yield* this.#checkError(only?.kind === 'compound' && commands.length === 1 ? only.command.kind : 'simple');
		}
	}

	/** Bash has the exit codes of a pipeline as an array, after the first pipeline of more than one command. */
	#keepStatuses(): void {
		const {statuses, variables, dialect} = this.shell;
		if (dialect === 'bash' && (statuses.length > 1 || variables.get('PIPESTATUS'))) {
			variables.set('PIPESTATUS', new Map(statuses.map((status, at) => [String(at), String(status)])));
		}
	}

	/** `set -e` and the trap `ERR`. @param kind loops and lists have handled their own failures. */
	*#checkError(kind: Compound['kind'] | 'simple'): Routine {
		const {shell} = this;
		const isOwn = ['simple', 'subshell', 'condition', 'arithmetic'].includes(kind);
		if (shell.status === 0 || this.tested > 0 || !isOwn) {
			return;
		}

		const trap = shell.traps.get('ERR');
		if (trap && shell.dialect === 'bash') {
			const {status} = shell;
			this.tested++;
			yield* shell.evaluate(trap);
			this.tested--;
			shell.status = status;
		}

		if (shell.options.has('errexit')) {
			throw new ShellExit(shell.status);
		}
	}

	/** Runs commands side by side, joined by pipes. */
	*#piped(commands: readonly Command[]): Routine {
		const {shell} = this;
		const beside: Task[] = [];
		let input: Stream | undefined;
		for (const command of commands.slice(0, -1)) {
			const pipe = new Pipe();
			const streams = withInput(shell.task.streams, input).set(1, pipe.input);
			// Kept open until the next command has it.
			pipe.output.retain();
			beside.push(yield* shell.beside((own) => own.interpreter.command(command), 'sh', streams));
			input?.release();
			input = pipe.output;
		}

		const last = commands.at(-1);
		const streams = withInput(shell.task.streams, input);
		const status = yield* shell.inSubshell(function* (own) {
			input?.release();
			if (last) {
				yield* own.interpreter.command(last);
			}
		}, streams);
		for (const task of beside) {
			yield* shell.task.wait(Number.POSITIVE_INFINITY, () => task.status !== undefined);
		}

		shell.statuses = [...beside.map((task) => task.status ?? 0), status];
		shell.status = shell.options.has('pipefail') ? (shell.statuses.findLast((one) => one !== 0) ?? 0) : status;
	}

	*command(command: Command, isLast = false): Routine {
		const {shell} = this;
		const isBash = shell.dialect === 'bash';
		switch (command.kind) {
			case 'simple': {
				yield* runSimple(shell, command, isLast && !(isBash && command.redirects.length > 0));
				return;
			}

			case 'function': {
				shell.functions.set(command.name, command.body);
				shell.status = 0;
				return;
			}

			case 'compound': {
				shell.line = command.line;
				yield* shell.spend(1);
				yield* command.redirects.length === 0
					? this.#compound(command.command, isLast && !isBash)
					: withRedirects(shell, command.redirects, this.#compound(command.command));
			}
		}
	}

	*#compound(command: Compound, isLast = false): Routine {
		const {shell} = this;
		switch (command.kind) {
			case 'group': {
				yield* this.script(command.body, isLast);
				return;
			}

			case 'subshell': {
				const tested = this.tested;
				shell.status = yield* shell.inSubshell((own) => {
					own.interpreter.tested = tested;
					return own.interpreter.script(command.body);
				});
				return;
			}

			case 'if': {
				yield* this.#if(command, isLast);
				return;
			}

			case 'loop': {
				yield* this.#loop(command);
				return;
			}

			case 'for': {
				yield* this.#for(command);
				return;
			}

			case 'count': {
				yield* this.#count(command);
				return;
			}

			case 'case': {
				yield* this.#case(command, isLast);
				return;
			}

			case 'condition': {
				shell.status = (yield* conditionHolds(shell, command.condition)) ? 0 : 1;
				return;
			}

			case 'arithmetic': {
				shell.status = (yield* shell.expansion.arithmetic(command.expression)) === 0n ? 1 : 0;
			}
		}
	}

	*#if({branches, otherwise}: CompoundOf<'if'>, isLast: boolean): Routine {
		for (const {condition, body} of branches) {
			yield* this.#testing(this.script(condition));
			if (this.shell.status === 0) {
				yield* this.script(body, isLast);
				return;
			}
		}

		this.shell.status = 0;
		if (otherwise) {
			yield* this.script(otherwise, isLast);
		}
	}

	*#loop({condition, body, until}: CompoundOf<'loop'>): Routine {
		const {shell} = this;
		let status = 0;
		yield* this.#rounds(!isCounted(condition), function* (self) {
			yield* self.#testing(self.script(condition));
			if ((shell.status === 0) === until) {
				shell.status = status;
				return false;
			}

			yield* self.script(body);
			({status} = shell);
			return true;
		});
	}

	*#for({name, words, body}: CompoundOf<'for'>): Routine {
		const {shell} = this;
		const values = words ? yield* shell.expansion.fields(words) : shell.arguments;
		shell.status = 0;
		let index = 0;
		yield* this.#rounds(false, function* (self) {
			const value = values[index++];
			if (value === undefined) {
				return false;
			}

			assign(shell, name, value);
			yield* self.script(body);
			return true;
		});
	}

	*#count({first, test, next, body}: CompoundOf<'count'>): Routine {
		const {shell} = this;
		const {expansion} = shell;
		yield* expansion.arithmetic(first);
		let isFirst = true;
		yield* this.#rounds(false, function* (self) {
			if (!isFirst) {
				yield* expansion.arithmetic(next);
			}

			isFirst = false;
			const text = yield* expansion.text(test);
			if (text.trim() !== '' && (yield* expansion.arithmeticOf(text)) === 0n) {
				return false;
			}

			yield* self.script(body);
			return true;
		});
	}

	/**
	Runs the rounds of a loop.

	@param isPeriodic whether its waits do not prevent rest, because it may never end.
	@param round returns false at the end.
	*/
	*#rounds(isPeriodic: boolean, round: (self: Interpreter) => Routine<boolean>): Routine {
		const {shell} = this;
		const {thread} = shell.task;
		const before = thread.periodic;
		const startedAtMs = shell.task.kernel.now;
		shell.loops++;
		try {
			for (;;) {
				thread.periodic ||= isPeriodic || shell.task.kernel.now - startedAtMs >= longLoopMs;
				yield* shell.spend(1);
				try {
					if (!(yield* round(this))) {
						return;
					}
				} catch (error) {
					if (!(error instanceof LoopExit)) {
						throw error;
					}

					if (error.levels > 1 && shell.loops > 1) {
						throw new LoopExit(error.levels - 1, error.continues);
					}

					shell.status = 0;
					if (!error.continues) {
						return;
					}
				}
			}
		} finally {
			shell.loops--;
			thread.periodic = before;
		}
	}

	*#case({word, items}: CompoundOf<'case'>, isLast: boolean): Routine {
		const {shell} = this;
		const text = yield* shell.expansion.text(word);
		shell.status = 0;
		let goesOn = false;
		for (const {patterns, body, end} of items) {
			let isMatch = goesOn;
			for (const pattern of isMatch ? [] : patterns) {
				const expanded = yield* shell.expansion.pattern(pattern);
				yield* shell.spend((text.length * (1 + expanded.length)) / 1000);
				isMatch ||= matches(expanded, text);
			}

			if (isMatch) {
				yield* this.script(body, isLast && end === ';;');
				if (end === ';;') {
					return;
				}

				goesOn = end === ';&';
			}
		}
	}

	/** Calls a function. */
	*call(body: Command, name: string, args: readonly string[]): Routine {
		const {shell} = this;
		const {callee} = shell;
		shell.callee = name;
		const before = shell.arguments;
		const {loops} = shell;
		shell.arguments = args;
		shell.loops = 0;
		shell.variables.enter();
		try {
			yield* shell.deeper(this.command(body));
		} catch (error) {
			if (!(error instanceof Return)) {
				throw error;
			}

			shell.status = error.status;
		} finally {
			shell.variables.leave();
			shell.callee = callee;
			shell.arguments = before;
			shell.loops = loops;
		}
	}
}

const withInput = (streams: ReadonlyMap<number, Stream>, input: Stream | undefined): Map<number, Stream> => {
	const all = new Map(streams);
	return input ? all.set(0, input) : all;
};

/** The time after which a loop is assumed to continue without end. */
const longLoopMs = 60_000;

/** Whether a loop's condition compares variables: such a loop counts, and ends. */
const isCounted = (condition: Script): boolean =>
	condition.some(({first}) =>
		first.commands.every(
			(command) =>
				(command.kind === 'compound' && command.command.kind === 'arithmetic') ||
				(command.kind === 'simple' &&
					command.words.some(([part]) => part?.kind === 'text' && /^-(?:lt|le|gt|ge|ne|eq)$/.test(part.text))),
		),
	);
