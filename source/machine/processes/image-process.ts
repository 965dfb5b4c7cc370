import type {RuntimeContainer} from '../container.js';
import {baseName} from './shell/program-name.js';
import {signalNamed, type Signal} from './signals.js';
import {Killed, Task, type Thread} from './task.js';
import type {TaskTable} from './task-table.js';
import type {StopSignal} from '../images/described-program.js';

/** Signals that request a server's end, in addition to its image's own. */
const asksToEnd: readonly StopSignal[] = ['SIGTERM', 'SIGINT', 'SIGQUIT'];

/** A signal from inside a container that requests the end of the image's own program; `undefined` for other signals, which have no effect here. */
export const endingSignal = (signal: Signal | undefined, stopSignal: StopSignal): StopSignal | undefined =>
	[...asksToEnd, stopSignal].find((name) => signal !== undefined && signalNamed(name) === signal);

/** The command line of a program, without the script that has started it by `exec`. */
const programWords = (words: readonly string[], name: string): readonly string[] => {
	const index = words.findIndex((word) => baseName(word) === name);
	return index === -1 ? [name] : words.slice(index);
};

/**
Enters the image's own program into the table of processes, as the first, so that other processes see it and can send it signals.

The program runs in the container's process: it is woken there, and receives the signal by `takeSignal`.
*/
export const addImageProcess = (table: TaskTable<Task>, container: RuntimeContainer, isInit: boolean): Task => {
	const {kernel} = table;
	const {signals, image, config} = container;
	const thread: Thread = {
		tasks: [],
		periodic: false,
		wake() {
			if (signals.waiting.length === 0) {
				kernel.send(signals, 'wake');
			}
		},
		*receive() {
			return undefined;
		},
	};
	return new Task(table, thread, undefined, {
		words: programWords(image.words ?? [], image.program?.name ?? container.name),
		environment: new Map(),
		directory: config.workingDir ?? '/',
		streams: new Map(),
		isInit,
	});
};

/**
The signal from inside that requests the end of the image's own program, if any.

@throws {Killed} when it is SIGKILL, and another process is the first of the namespace.
*/
export const takeSignal = (table: TaskTable<Task> | undefined, stopSignal: StopSignal): StopSignal | undefined => {
	const task = table?.first;
	const signal = task?.take();
	if (task && signal === 'KILL' && !task.options.isInit) {
		throw new Killed(task, signal);
	}

	return endingSignal(signal, stopSignal);
};
