import type {Task} from '../task.js';
import {Interpreter} from './interpreter.js';
import {Shell, type Commands} from './shell.js';
import {isBuiltin, runNamed} from './simple-command.js';
import type {Dialect} from './syntax/tree.js';

const commands: Commands = {interpreterOf: (shell) => new Interpreter(shell), isBuiltin, run: runNamed};

/** A shell of a process, with its commands. @param name its name in messages. */
export const startShell = (task: Task, dialect: Dialect, name: string, args: readonly string[]): Shell =>
	new Shell(task, dialect, name, args, commands);
