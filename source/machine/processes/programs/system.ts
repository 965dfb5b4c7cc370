import type {Routine} from '../../../kernel/routine.js';
import {evaluateExpression} from './expr.js';
import {date} from './date.js';
import {fork} from '../fork.js';
import type {ProcessRow} from '../process-namespace.js';
import {baseName} from '../shell/program-name.js';
import {signalNamed, signalNumber} from '../signals.js';
import type {Task} from '../task.js';
import {complain, linesOf, nameOf, program, readOptions, runOther, textsOf, type Programs} from './program.js';

/** `5`, `0.5`, `2m`, `infinity` in milliseconds. @returns `undefined` if it is none. */
export const durationMs = (text: string): number | undefined => {
	if (/^inf(?:inity)?$/i.test(text)) {
		return Number.POSITIVE_INFINITY;
	}

	const [, amount, unit = ''] = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(text) ?? [];
	const seconds: ReadonlyMap<string, number> = new Map([
		['m', 60],
		['h', 3600],
		['d', 86_400],
	]);
	return amount === undefined ? undefined : Number(amount) * (seconds.get(unit) ?? 1) * 1000;
};

function* sleep(task: Task, args: readonly string[]): Routine<number> {
	if (args.length === 0) {
		yield* complain(task, 'missing operand');
		return 1;
	}

	let ms = 0;
	for (const text of args) {
		const own = durationMs(text);
		if (own === undefined) {
			yield* complain(
				task,
				task.isBusybox
					? `invalid number '${text}'`
					: `invalid time interval '${text}'\nTry 'sleep --help' for more information.`,
			);
			return 1;
		}

		ms += own;
	}

	yield* task.wait(ms);
	return 0;
}

/** Runs a program beside, and ends it after a time. */
function* timeout(task: Task, args: readonly string[]): Routine<number> {
	const options = readOptions(args, {
		flags: 'vpf',
		values: 'skt',
		long: {signal: 's', 'kill-after': 'k', foreground: 'f', 'preserve-status': 'p'},
		stops: true,
	});
	if ('unknown' in options) {
		yield* task.table.machine.assume(task, `timeout ${options.unknown}`);
		return 0;
	}

	const {values, flags} = options;
	const [text = '', ...words] = values.has('t') ? [values.get('t') ?? '', ...options.operands] : options.operands;
	const ms = durationMs(text);
	if (ms === undefined || words.length === 0) {
		yield* complain(
			task,
			ms === undefined
				? task.isBusybox
					? `invalid number '${text}'`
					: `invalid time interval '${text}'`
				: 'missing operand',
		);
		return 125;
	}

	const signal = signalNamed(values.get('s') ?? 'TERM') ?? 'TERM';
	const child = fork(
		task,
		{words, environment: task.environment, directory: task.directory, streams: task.streams},
		(own) => runOther(own, words),
	);
	const ended = (): boolean => child.status !== undefined;
	const how = yield* task.wait(ms === 0 ? Number.POSITIVE_INFINITY : ms, ended);
	if (how === 'ready') {
		return child.status ?? 0;
	}

	child.signal(signal);
	const killMs = durationMs(values.get('k') ?? '');
	if (killMs !== undefined && (yield* task.wait(killMs, ended)) === 'time') {
		child.signal('KILL');
	}

	yield* task.wait(Number.POSITIVE_INFINITY, ended);
	if (task.isBusybox || flags.has('p')) {
		return child.status ?? 0;
	}

	if (signal === 'KILL') {
		return 137;
	}

	return 124;
}

function* kill(task: Task, args: readonly string[]): Routine<number> {
	let signal = 'TERM';
	const targets: string[] = [];
	for (let index = 0; index < args.length; index++) {
		const word = args[index] ?? '';
		if (word === '-l') {
			const asked = args[index + 1];
			const known = asked === undefined ? undefined : signalNamed(asked);
			yield* task.out(
				known
					? `${/^\d+$/.test(asked ?? '') ? known : signalNumber(known)}\n`
					: 'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM\n',
			);
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
			yield* task.error(
				task.shellDialect === 'bash'
					? task.shellMessage(`kill: (${target}) - No such process`)
					: task.shellDialect === 'dash'
						? task.shellMessage('kill: No such process')
						: task.shellMessage(`can't kill pid ${target}: No such process`),
			);
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

function* ps(task: Task, args: readonly string[]): Routine<number> {
	const all = task.table.namespace.rows;
	if (task.isBusybox) {
		yield* task.out(
			`PID   USER     TIME  COMMAND\n${all.map(({pid, user, command}) => `${String(pid).padStart(5)} ${user.padEnd(8)}  0:00 ${command}\n`).join('')}`,
		);
		return 0;
	}

	const isFull = args.some((word) => /f/.test(word));
	const isUser = args.some((word) => /u/.test(word));
	yield* task.out(
		isUser
			? `USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n${all.map((row) => `${row.user.padEnd(8)} ${String(row.pid).padStart(7)}  0.0  0.0 ${row.state === 'Z' ? '     0     0 ?        Z ' : '  2576   900 ?        Ss'}   00:00   0:00 ${withDefunct(row)}\n`).join('')}`
			: isFull
				? `UID          PID    PPID  C STIME TTY          TIME CMD\n${all.map((row) => `${row.user.padEnd(8)} ${String(row.pid).padStart(7)} ${String(row.ppid).padStart(7)}  0 00:00 ?        00:00:00 ${withDefunct(row)}\n`).join('')}`
				: `    PID TTY          TIME CMD\n${all.map((row) => `${String(row.pid).padStart(7)} ?        00:00:00 ${programOf(row)}${row.state === 'Z' ? ' <defunct>' : ''}\n`).join('')}`,
	);
	return 0;
}

/** Processes whose name, or with `-f` whole command, has a pattern. */
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

/** `env`: changes the environment for a program, or prints it. */
function* env(task: Task, args: readonly string[]): Routine<number> {
	let index = 0;
	for (; index < args.length; index++) {
		const word = args[index] ?? '';
		if (word === '-i' || word === '-') {
			task.environment = new Map();
		} else if (word === '-u') {
			task.environment.delete(args[++index] ?? '');
		} else if (/^[A-Za-z_]\w*=/.test(word)) {
			task.environment.set(word.replace(/=.*$/s, ''), word.replace(/^[^=]*=/s, ''));
		} else if (word.startsWith('-') && word !== '--') {
			yield* task.table.machine.assume(task, `env ${word}`);
			return 0;
		} else if (word !== '--') {
			return yield* runOther(task, args.slice(index));
		}
	}

	yield* task.out([...task.environment].map(([name, value]) => `${name}=${value}\n`).join(''));
	return 0;
}

/** Runs the rest of the words as they are: `nice`, `nohup`. */
const passes = (values: string, flags = '') =>
	program({values, flags, stops: true, number: 'n'}, function* (task, {operands}) {
		return operands.length === 0 ? 0 : yield* runOther(task, operands);
	});

/** The words of a line as `xargs` reads them: quotes keep blanks. */
const wordsOf = (text: string): string[] =>
	[...text.matchAll(/(?:[^\s'"\\]|\\.|'[^']*'|"[^"]*")+/gs)].map(([word]) =>
		word.replaceAll(
			/\\(.)|'([^']*)'|"([^"]*)"/gs,
			(_, plain?: string, single?: string, double?: string) => plain ?? single ?? double ?? '',
		),
	);

const xargs = program(
	{
		flags: '0rtpx',
		values: 'nILPdsE',
		long: {null: '0', 'no-run-if-empty': 'r', 'max-args': 'n', replace: 'I', 'max-procs': 'P', delimiter: 'd'},
		stops: true,
	},
	function* (task, {flags, values, operands}) {
		const {text} = yield* textsOf(task, []);
		const replaces = values.get('I');
		const delimiter = flags.has('0') ? '\0' : values.get('d')?.replace('\\n', '\n');
		const items =
			delimiter === undefined
				? replaces === undefined
					? wordsOf(text)
					: linesOf(text)
							.map((line) => line.trim())
							.filter((line) => line !== '')
				: text.split(delimiter).filter((item, index, all) => index < all.length - 1 || item !== '');
		const size = replaces === undefined ? Number(values.get('n') ?? values.get('L') ?? 5000) : 1;
		const command = operands.length === 0 ? ['echo'] : operands;
		let status = 0;
		const runsOnNothing = !flags.has('r') && replaces === undefined;
		const count = Math.max(items.length, runsOnNothing ? 1 : 0);
		for (let at = 0; at < count; at += Math.max(1, size)) {
			const chunk = items.slice(at, at + Math.max(1, size));
			yield* task.spend(5);
			const words =
				replaces === undefined
					? [...command, ...chunk]
					: command.map((word) => word.replaceAll(replaces, chunk[0] ?? ''));
			const own = yield* runOther(task, words);
			status = own === 127 || own === 126 ? own : own === 0 ? status : 123;
			if (own === 127 || own === 255) {
				break;
			}
		}

		return status;
	},
);

const prints = (text: (task: Task) => string) =>
	function* (task: Task): Routine<number> {
		yield* task.out(`${text(task)}\n`);
		return 0;
	};

/** The host name with its domain, as `/etc/hosts` has it. */
const wholeName = ({files, table: {machine}}: Task): string =>
	(files.stat('/etc/hosts') ? files.read('/etc/hosts') : '')
		.split('\n')
		.map((line) => line.split(/\s+/))
		.find(([, ...names]) => names.includes(machine.hostname))?.[1] ?? machine.hostname;

/** Programs about processes, users, time and the machine. */
export const systemPrograms: Programs = {
	sleep,
	*usleep(task, [text = '']) {
		if (!/^\d+$/.test(text)) {
			yield* complain(task, text === '' ? 'missing operand' : `invalid number '${text}'`);
			return 1;
		}

		yield* task.wait(Number(text) / 1000);
		return 0;
	},
	timeout,
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
	env,
	*printenv(task, names) {
		if (names.length === 0) {
			return yield* env(task, []);
		}

		const found = names.map((name) => task.environment.get(name)).filter((value) => value !== undefined);
		yield* task.out(found.map((value) => `${value}\n`).join(''));
		return found.length === names.length ? 0 : 1;
	},
	xargs,
	nice: passes('n'),
	ionice: passes('cnp'),
	nohup: passes(''),
	setsid: passes('', 'cfw'),
	stdbuf: passes('ioe'),
	time: passes('', 'pv'),
	'dumb-init': passes('', 'cv'),
	tini: passes('pe', 'sgvw'),
	date,
	hostname: program(
		{
			flags: 'sfidIA',
			long: {fqdn: 'f', long: 'f', short: 's', 'ip-address': 'i', 'all-ip-addresses': 'I', domain: 'd'},
		},
		function* (task, {flags}) {
			const {hostname, address} = task.table.machine;
			const whole = wholeName(task);
			yield* task.out(
				`${flags.has('i') || flags.has('I') ? address : flags.has('f') || flags.has('A') ? whole : flags.has('d') ? whole.replace(/^[^.]*\.?/, '') : hostname}\n`,
			);
			return 0;
		},
	),
	*expr(task, words) {
		const value = evaluateExpression(words);
		if (value === undefined) {
			yield* complain(task, 'syntax error');
			return 2;
		}

		if (value === 'division') {
			yield* complain(task, 'division by zero');
			return 2;
		}

		if (value === 'number') {
			yield* complain(task, task.isBusybox ? 'non-numeric argument' : 'non-integer argument');
			return 2;
		}

		yield* task.out(`${value.text}\n`);
		return value.text === '' || value.text === '0' ? 1 : 0;
	},
	id: program({flags: 'ugnGr'}, function* (task, {flags}) {
		const {uid, gid, name, groups} = task.table.machine.user;
		const group = gid === 0 ? 'root' : String(gid);
		const all = [...new Set([gid, ...groups])].sort((a, b) => a - b);
		const known = uid === 0 || name !== String(uid);
		yield* task.out(
			flags.has('u')
				? `${flags.has('n') ? name : uid}\n`
				: flags.has('G')
					? `${all.join(' ')}\n`
					: flags.has('g')
						? `${flags.has('n') ? group : gid}\n`
						: `uid=${uid}${known ? `(${name})` : ''} gid=${gid}${gid === 0 ? '(root)' : ''} groups=${all.map((one) => (one === 0 ? '0(root)' : String(one))).join(',')}\n`,
		);
		return 0;
	}),
	*whoami(task) {
		const {uid, name} = task.table.machine.user;
		if (uid !== 0 && name === String(uid)) {
			yield* complain(task, task.isBusybox ? `unknown uid ${uid}` : `cannot find name for user ID ${uid}`);
			return 1;
		}

		yield* task.out(`${name}\n`);
		return 0;
	},
	groups: prints(() => 'root'),
	nproc: prints(() => '2'),
	arch: prints(() => 'x86_64'),
	pwd: prints(({directory}) => directory),
	uptime: prints(() => ' 00:00:00 up 0 min,  load average: 0.00, 0.00, 0.00'),
	uname: program({flags: 'asnrvmpio'}, function* (task, {flags}) {
		const {hostname} = task.table.machine;
		const all = {s: 'Linux', n: hostname, r: '6.1.0', v: '#1 SMP', m: 'x86_64', o: 'GNU/Linux'};
		const chosen = Object.entries(all).filter(([letter]) => flags.has('a') || flags.has(letter));
		yield* task.out(`${chosen.length === 0 ? 'Linux' : chosen.map(([, value]) => value).join(' ')}\n`);
		return 0;
	}),
	which: program({flags: 'as'}, function* (task, {operands}) {
		let status = 0;
		for (const name of operands) {
			if (task.table.machine.hasProgram(name)) {
				yield* task.out(`${name.includes('/') ? name : `/usr/bin/${name}`}\n`);
			} else {
				status = 1;
			}
		}

		return status;
	}),
	free: prints(
		() =>
			'              total        used        free      shared  buff/cache   available\nMem:        8000000     1000000     6000000           0     1000000     7000000\nSwap:             0           0           0',
	),
	mount: function* () {
		return 0;
	},
};
