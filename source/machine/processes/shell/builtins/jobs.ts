import type {Routine} from '../../../../kernel/routine.js';
import {signalNumber} from '../../signals.js';
import type {Task} from '../../task.js';
import type {Shell} from '../shell.js';
import type {Builtin} from './builtin.js';

/** Waits for a process, or until a signal is caught. @returns its exit code. */
function* waitFor(shell: Shell, child: Task): Routine<number> {
	const how = yield* shell.task.wait(Number.POSITIVE_INFINITY, () => child.status !== undefined, {interruptible: true});
	if (how === 'signal') {
		const signal = shell.task.next;
		yield* shell.runTraps();
		return signal ? 128 + signalNumber(signal) : 0;
	}

	shell.background.delete(child.pid);
	if (shell.dialect !== 'bash') {
		yield* shell.sayKilled(child);
	}

	return child.status ?? 0;
}

function* wait(shell: Shell, args: readonly string[]): Routine<number> {
	const words = args.filter((word) => word !== '-f');
	if (words[0] === '-n') {
		const all = [...shell.background.values()];
		yield* shell.task.wait(
			Number.POSITIVE_INFINITY,
			() => all.length === 0 || all.some(({status}) => status !== undefined),
			{interruptible: true},
		);
		const ended = all.find(({status}) => status !== undefined);
		if (ended) {
			return yield* waitFor(shell, ended);
		}

		if (shell.task.caught) {
			return (yield* shell.runTraps(), 143);
		}

		return 127;
	}

	if (words.length === 0) {
		for (const child of shell.background.values()) {
			const status = yield* waitFor(shell, child);
			if (child.status === undefined) {
				return status;
			}
		}

		return 0;
	}

	let status = 0;
	for (const word of words) {
		const child = jobOf(shell, word);
		if (!child) {
			if (shell.dialect === 'bash' && /^\d+$/.test(word)) {
				yield* shell.complain(`wait: pid ${word} is not a child of this shell`);
			}

			status = 127;
			continue;
		}

		status = yield* waitFor(shell, child);
	}

	return status;
}

/** `%1` or a process id. */
const jobOf = (shell: Shell, word: string): Task | undefined =>
	word.startsWith('%')
		? [...shell.background.values()].at(/^%\d+$/.test(word) ? Number(word.slice(1)) - 1 : -1)
		: shell.background.get(Number(word));

function* listJobs(shell: Shell, args: readonly string[]): Routine<number> {
	let number = 0;
	for (const [pid, child] of shell.background) {
		number++;
		yield* shell.task.out(
			args.includes('-p')
				? `${pid}\n`
				: `[${number}]${number === shell.background.size ? '+' : '-'}  ${child.status === undefined ? 'Running' : 'Done   '}                 ${child.words.join(' ')}${child.status === undefined && shell.dialect === 'bash' ? ' &' : ''}\n`,
		);
		if (child.status !== undefined) {
			shell.background.delete(pid);
		}
	}

	return 0;
}

/** Built-ins for the processes that a shell has started. */
export const jobs: Readonly<Record<string, Builtin>> = {
	wait: {run: wait},
	jobs: {run: listJobs},
	fg: {
		*run(shell, [word = '%']) {
			const child = jobOf(shell, word);
			return child ? yield* waitFor(shell, child) : 1;
		},
	},
	bg: {
		*run() {
			return 0;
		},
	},
	disown: {
		*run(shell) {
			shell.background.clear();
			return 0;
		},
		onlyBash: true,
	},
};
