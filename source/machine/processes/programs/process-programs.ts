import type {Routine} from '../../../kernel/routine.js';
import type {ProcessRow} from '../process-namespace.js';
import {baseName} from '../shell/program-name.js';
import type {Dialect} from '../shell/syntax/tree.js';
import {signalNamed, signalNumber} from '../signals.js';
import type {Task} from '../task.js';
import {complain, nameOf, program, type Programs} from './program.js';

/** The answer of `kill -l`: the number of a name, the name of a number, or all names. */
const listed = (asked: string): string | number => {
	const known = asked === '' ? undefined : signalNamed(asked);
	if (!known) {
		return 'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM';
	}

	return /^\d+$/.test(asked) ? known : signalNumber(known);
};

/** The message of `kill`, by shell. */
const noSuchProcess: Readonly<Record<Dialect, (target: string) => string>> = {
	bash: (target) => `kill: (${target}) - No such process`,
	dash: () => 'kill: No such process',
	ash: (target) => `can't kill pid ${target}: No such process`,
};

function* kill(task: Task, args: readonly string[]): Routine<number> {
	let signal = 'TERM';
	const targets: string[] = [];
	for (let index = 0; index < args.length; index++) {
		const word = args[index] ?? '';
		if (word === '-l') {
			yield* task.out(`${listed(args[index + 1] ?? '')}\n`);
			return 0;
		}

		if (word === '-s' || word === '-n') {
			signal = args[++index] ?? '';
		} else if (/^-./.test(word) && targets.length === 0 && word !== '--') {
			signal = word.slice(1);
		} else if (word !== '--') {
			targets.push(word);
		}
	}

	const known = signal === '0' ? undefined : signalNamed(signal);
	if (signal !== '0' && !known) {
		yield* task.error(task.shellMessage(`kill: ${signal}: invalid signal specification`));
		return 1;
	}

	let status = 0;
	for (const target of targets) {
		const pid = Number(target.replace(/^%/, '').replace(/^-/, ''));
		const {namespace} = task.table;
		const found = namespace.task(pid);
		if (namespace.isPause(pid)) {
			// It ends by SIGTERM and SIGINT, and all the Pod's containers with it.
			if (known === 'TERM' || known === 'INT') {
				yield* task.table.machine.assume(task, `kill ${target}`);
			}
		} else if (!found) {
			status = 1;
			yield* task.error(task.shellMessage(noSuchProcess[task.shellDialect](target)));
		} else if (known) {
			found.signal(known);
			yield* task.wait(0);
		}
	}

	return status;
}

/** The name of its program. */
const programOf = ({command}: ProcessRow<Task>): string =>
	baseName(command.split(' ')[0] ?? '').replace(/^\[(.*)\]$/, '$1');

const withDefunct = ({command, state}: ProcessRow<Task>): string => (state === 'Z' ? `${command} <defunct>` : command);

/** The tables of procps' `ps`, by its options `u` and `f`. */
const tables: Readonly<
	Record<'user' | 'full' | 'plain', {readonly head: string; readonly line: (row: ProcessRow<Task>) => string}>
> = {
	user: {
		head: 'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND',
		line: (row) =>
			`${row.user.padEnd(8)} ${String(row.pid).padStart(7)}  0.0  0.0 ${row.state === 'Z' ? '     0     0 ?        Z ' : '  2576   900 ?        Ss'}   00:00   0:00 ${withDefunct(row)}`,
	},
	full: {
		head: 'UID          PID    PPID  C STIME TTY          TIME CMD',
		line: (row) =>
			`${row.user.padEnd(8)} ${String(row.pid).padStart(7)} ${String(row.ppid).padStart(7)}  0 00:00 ?        00:00:00 ${withDefunct(row)}`,
	},
	plain: {
		head: '    PID TTY          TIME CMD',
		line: (row) =>
			`${String(row.pid).padStart(7)} ?        00:00:00 ${programOf(row)}${row.state === 'Z' ? ' <defunct>' : ''}`,
	},
};

function* ps(task: Task, args: readonly string[]): Routine<number> {
	const all = task.table.namespace.rows;
	if (task.isBusybox) {
		yield* task.out(
			`PID   USER     TIME  COMMAND\n${all.map(({pid, user, command}) => `${String(pid).padStart(5)} ${user.padEnd(8)}  0:00 ${command}\n`).join('')}`,
		);
		return 0;
	}

	const has = (letter: string): boolean => args.some((word) => word.includes(letter));
	const table = (has('u') && tables.user) || (has('f') && tables.full) || tables.plain;
	yield* task.out(`${table.head}\n${all.map((row) => `${table.line(row)}\n`).join('')}`);
	return 0;
}

/** Processes whose name, or with `-f` whose entire command line, matches a pattern. */
const matching = (
	task: Task,
	pattern: string,
	{whole, exact}: {readonly whole: boolean; readonly exact: boolean},
): ReadonlyArray<ProcessRow<Task>> =>
	task.table.namespace.rows.filter((row) => {
		const name = whole ? row.command : programOf(row);
		return (
			row.pid !== task.pid &&
			row.pid !== task.parent?.pid &&
			(exact ? name === pattern : name.includes(pattern.replace(/^\^/, '').replace(/\$$/, '')))
		);
	});

const pgrep = program(
	{flags: 'flaxovnc', values: 'uP', long: {full: 'f', exact: 'x'}},
	function* (task, {flags, operands}) {
		const found = matching(task, operands.at(-1) ?? '', {whole: flags.has('f'), exact: flags.has('x')});
		yield* task.out(
			found.map(({pid, command}) => `${pid}${flags.has('l') || flags.has('a') ? ` ${command}` : ''}\n`).join(''),
		);
		return found.length > 0 ? 0 : 1;
	},
);

function* pkill(task: Task, args: readonly string[]): Routine<number> {
	const signal =
		args
			.map((word) => (/^-[A-Z0-9]+$/.test(word) ? signalNamed(word.slice(1)) : undefined))
			.find((one) => one !== undefined) ?? 'TERM';
	const name = args.findLast((word) => !word.startsWith('-')) ?? '';
	const found = matching(task, name, {
		whole: args.some((word) => /^-[a-z]*f/.test(word)),
		exact: nameOf(task) === 'killall' || args.includes('-x'),
	});
	for (const row of found) {
		row.task?.signal(signal);
	}

	yield* task.wait(0);
	if (found.length === 0 && nameOf(task) === 'killall') {
		yield* complain(task, `${name}: no process ${task.isBusybox ? 'killed' : 'found'}`);
	}

	return found.length > 0 ? 0 : 1;
}

/** Programs that list processes and send them signals. */
export const processPrograms: Programs = {
	kill,
	ps,
	pgrep,
	*pidof(task, [name = '']) {
		const found = matching(task, name, {whole: false, exact: true});
		yield* task.out(found.length > 0 ? `${found.map(({pid}) => pid).join(' ')}\n` : '');
		return found.length > 0 ? 0 : 1;
	},
	pkill,
	killall: pkill,
};
