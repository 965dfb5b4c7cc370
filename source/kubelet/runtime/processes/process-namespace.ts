import type {Task} from './task.js';
import {baseName} from './shell/program-name.js';

/** A process as `ps` shows it. */
export interface ProcessRow {
	readonly pid: number;
	/** 0 where the parent is outside of the namespace. */
	readonly ppid: number;
	/** A user's name, or the number of one that has none. */
	readonly user: string;
	/** `Z`: it has ended, and its parent has not asked how. */
	readonly state: 'S' | 'Z';
	readonly command: string;
	/** `undefined` for pause. */
	readonly task: Task | undefined;
}

/** Programs that start no others, and so never ask how one has ended. */
const childless: ReadonlySet<string> = new Set(['sleep', 'usleep', 'tail', 'cat']);

/** Whether a program asks how its children, and those it has inherited, have ended. @param words its command line. */
export const reaps = ([program = '']: readonly string[]): boolean => !childless.has(baseName(program));

/** Whether a program is all that a subshell is for, as in `sleep 3 &`: it takes the subshell's place, and is no process of its own. */
const isInPlace = ({parent, words}: Task): boolean =>
	parent !== undefined && parent.isSubshell && parent.words.join(' ') === words.join(' ');

/**
The processes that see each other: those of one container, or, where a Pod shares its processes, those of all its containers, with pause as the first.

@see https://kubernetes.io/docs/tasks/configure-pod-container/share-process-namespace/
*/
export class ProcessNamespace {
	readonly #tasks = new Map<number, Task>();
	#pid: number;

	/** @param pauseUser who runs pause, if it is the first process here. */
	constructor(readonly pauseUser?: string) {
		this.#pid = pauseUser === undefined ? 0 : 1;
	}

	/** The number of the next process. */
	get nextPid(): number {
		return this.#pid + 1;
	}

	/** @returns the number of the process. */
	enter(task: Task): number {
		this.#tasks.set(++this.#pid, task);
		return this.#pid;
	}

	/** A process has ended: it stays as a zombie where nobody asks how. */
	end(task: Task): void {
		if (this.#isReaped(task)) {
			this.leave(task);
		}

		for (const other of this.#tasks.values()) {
			if (other.status !== undefined && this.#isReaped(other)) {
				this.leave(other);
			}
		}
	}

	/** Nothing is left of a process. */
	leave(task: Task): void {
		if (this.#tasks.get(task.pid) === task) {
			this.#tasks.delete(task.pid);
		}
	}

	/** @returns `undefined` for pause, and where there is no such process. */
	task(pid: number): Task | undefined {
		return this.#tasks.get(pid);
	}

	isPause(pid: number): boolean {
		return pid === 1 && this.pauseUser !== undefined;
	}

	/** All processes, by number. */
	get rows(): readonly ProcessRow[] {
		const pause: readonly ProcessRow[] =
			this.pauseUser === undefined
				? []
				: [{pid: 1, ppid: 0, user: this.pauseUser, state: 'S', command: '/pause', task: undefined}];
		return [
			...pause,
			...[...this.#tasks].filter(([, task]) => !isInPlace(task)).map(([pid, task]) => this.#row(pid, task)),
		];
	}

	#row(pid: number, task: Task): ProcessRow {
		const {words, parent, status, table} = task;
		const [program = ''] = words;
		const name = baseName(program.split(' ')[0] ?? '');
		return {
			pid,
			// The first process of the namespace gets the orphans.
			ppid: parent === undefined ? 0 : parent.status === undefined ? parent.pid : 1,
			user: table.machine.user.name,
			state: status === undefined ? 'S' : 'Z',
			command: status === undefined ? words.join(' ') : `[${name}]`,
			task,
		};
	}

	/** Whether somebody asks how a process has ended: its parent or, for an orphan, the first process. What has no parent was started from outside, by the runtime, which asks. */
	#isReaped({parent}: Task): boolean {
		const reaper = parent?.status === undefined ? parent : this.task(1);
		return reaper === undefined || reaper.status !== undefined || reaps(reaper.words);
	}
}
