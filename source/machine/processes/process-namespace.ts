import type {ProcessFacts, RuntimeFacts} from '../../stages/facts/kubelet/runtime.js';
import {baseName} from './shell/program-name.js';

/** A process in its namespace. */
export interface Member<T> {
	readonly pid: number;
	/** `undefined`: the runtime has started it. */
	readonly parent: T | undefined;
	/** Its command line. */
	readonly words: readonly string[];
	/** Its exit code, once it has ended. */
	readonly status: number | undefined;
	readonly isSubshell: boolean;
	/** The processes of its container. */
	readonly table: {readonly machine: {readonly user: {readonly name: string}}};
}

/** A process as `ps` shows it. */
export interface ProcessRow<T> extends ProcessFacts {
	/** `undefined` for pause. */
	readonly task: T | undefined;
}

/** Programs that start no other programs, and so never collect an exit code. */
const childless: ReadonlySet<string> = new Set(['sleep', 'usleep', 'tail', 'cat']);

/** Whether a program asks how its children, and those it has inherited, have ended. @param words its command line. */
export const reaps = ([program = '']: readonly string[]): boolean => !childless.has(baseName(program));

type Reaped = Extract<RuntimeFacts['container.pause'], {case: 'reap'}>;

/** A process that has ended has no command line any more, only the name of its program. */
const ended = ({command}: Pick<ProcessFacts, 'command'>): Pick<ProcessFacts, 'state' | 'command'> => ({
	state: 'Z',
	command: /^\[.*]$/.test(command) ? command : `[${baseName(command.split(' ')[0] ?? '')}]`,
});

/** An orphan that has ended, before pause asks how. */
export const zombie = ({pid, user, command}: Pick<ProcessFacts, 'pid' | 'user' | 'command'>): ProcessFacts => ({
	pid,
	ppid: 1,
	user,
	...ended({command}),
});

/** Whether a program is a subshell's only command, as in `sleep 3 &`: it replaces the subshell, and is not a separate process. */
const isInPlace = <T extends Member<T>>({parent, words}: T): boolean =>
	parent !== undefined && parent.isSubshell && parent.words.join(' ') === words.join(' ');

/**
The processes of one namespace: those of one container, or, if a Pod shares its process namespace, those of all its containers, with pause as the first.

@see https://kubernetes.io/docs/tasks/configure-pod-container/share-process-namespace/
*/
export class ProcessNamespace<T extends Member<T>> {
	readonly #tasks = new Map<number, T>();
	#pid: number;

	/** @param pauseUser the user of pause, if it is the first process here. */
	constructor(readonly pauseUser?: string) {
		this.#pid = pauseUser === undefined ? 0 : 1;
	}

	/** The number of the next process. */
	get nextPid(): number {
		return this.#pid + 1;
	}

	/** @returns the number of the process. */
	enter(task: T): number {
		this.#tasks.set(++this.#pid, task);
		return this.#pid;
	}

	/** A process has ended: it stays as a zombie if its parent does not wait for it. */
	end(task: T): void {
		if (this.#isReaped(task)) {
			this.leave(task);
		}

		for (const other of this.#tasks.values()) {
			if (other.status !== undefined && this.#isReaped(other)) {
				this.leave(other);
			}
		}
	}

	/** Removes a process. */
	leave(task: T): void {
		if (this.#tasks.get(task.pid) === task) {
			this.#tasks.delete(task.pid);
		}
	}

	/** Removes all processes of a container. */
	leaveAll(table: T['table']): void {
		for (const task of this.#tasks.values()) {
			if (task.table === table) {
				this.leave(task);
			}
		}
	}

	/** The processes of an ending container that pause will reap: the children of its processes, since the runtime waits for its own. */
	orphansOf(table: T['table']): readonly ProcessFacts[] {
		return this.pauseUser === undefined
			? []
			: this.rows.filter(({task}) => task?.table === table && task.parent !== undefined).map(zombie);
	}

	/** The processes that pause has reaped, and those before and after. @param orphans as zombies. */
	reaped(orphans: readonly ProcessFacts[]): Pick<Reaped, 'pids' | 'before' | 'after'> {
		const after = this.rows.map(({pid, ppid, user, state, command}) => ({pid, ppid, user, state, command}));
		return {
			pids: orphans.map(({pid}) => pid),
			before: [...after, ...orphans].sort((a, b) => a.pid - b.pid),
			after,
		};
	}

	/** @returns `undefined` for pause, and where there is no such process. */
	task(pid: number): T | undefined {
		return this.#tasks.get(pid);
	}

	isPause(pid: number): boolean {
		return pid === 1 && this.pauseUser !== undefined;
	}

	/** All processes, by number. */
	get rows(): ReadonlyArray<ProcessRow<T>> {
		const pause: ReadonlyArray<ProcessRow<T>> =
			this.pauseUser === undefined
				? []
				: [{pid: 1, ppid: 0, user: this.pauseUser, state: 'S', command: '/pause', task: undefined}];
		return [
			...pause,
			...[...this.#tasks].filter(([, task]) => !isInPlace(task)).map(([pid, task]) => this.#row(pid, task)),
		];
	}

	#row(pid: number, task: T): ProcessRow<T> {
		const {words, parent, status, table} = task;
		// The first process of the namespace is the parent of orphans.
		const living = parent?.status === undefined ? parent?.pid : 1;
		const row: ProcessRow<T> = {
			pid,
			ppid: living ?? 0,
			user: table.machine.user.name,
			state: 'S',
			command: words.join(' '),
			task,
		};
		return status === undefined ? row : {...row, ...ended(row)};
	}

	/**
	Whether a process has a parent that waits for it; for an orphan, the first process does. A process without a parent was started by the
	runtime, which waits for it.
	*/
	#isReaped({parent}: T): boolean {
		const reaper = parent?.status === undefined ? parent : this.task(1);
		return reaper === undefined || reaper.status !== undefined || reaps(reaper.words);
	}
}
