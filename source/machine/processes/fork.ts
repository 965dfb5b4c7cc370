import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {take, type Routine} from '../../kernel/routine.js';
import type {Signal} from './signals.js';
import {OutOfMemory} from './task-table.js';
import {Task, type TaskOptions, type Thread} from './task.js';

/** A thread with a mailbox for wake-ups and signals. */
export const mailboxThread = (kernel: Kernel, mailbox: Mailbox<Signal | 'wake'>, periodic: boolean): Thread => ({
	tasks: [],
	periodic,
	wake() {
		if (mailbox.waiting.length === 0) {
			kernel.send(mailbox, 'wake');
		}
	},
	*receive(timeoutMs, isPeriodic) {
		const message = yield* take(mailbox, {timeoutMs, periodic: isPeriodic});
		return message === 'wake' ? undefined : message;
	},
});

/** Starts a task that runs beside its parent, in a separate process of the simulation. @param body its work; its result is the exit code */
export const fork = (parent: Task, options: TaskOptions, body: (task: Task) => Routine<number>): Task => {
	const {table} = parent;
	const {kernel, machine, namespace} = table;
	const mailbox = new Mailbox<Signal | 'wake'>(`signals of ${machine.process}/${namespace.nextPid}`);
	const task = new Task(table, mailboxThread(kernel, mailbox, parent.thread.periodic), parent, options);
	const name = `${machine.process}/${task.pid}`;
	const leave = table.holdThread(name);
	kernel.spawn(name, 'container', function* () {
		kernel.atExit(() => {
			leave();
			task.end(137);
		});
		try {
			yield* task.run(body(task));
			if (namespace.pauseUser !== undefined && parent.status !== undefined) {
				yield* machine.orphanEnded(task);
			}
		} catch (error) {
			if (!(error instanceof OutOfMemory)) {
				throw error;
			}

			yield* machine.outOfMemory();
		}
	});
	return task;
};
