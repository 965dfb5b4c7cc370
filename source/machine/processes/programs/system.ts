import type {Routine} from '../../../kernel/routine.js';
import {fork} from '../fork.js';
import {signalNamed} from '../signals.js';
import type {Task} from '../task.js';
import {date} from './date.js';
import {evaluateExpression} from './expr.js';
import {processPrograms} from './process-programs.js';
import {complain, program, readOptions, runOther, type Programs} from './program.js';
import {xargs} from './xargs.js';

/** `5`, `0.5`, `2m`, `infinity` in milliseconds. @returns `undefined` for any other text. */
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

/** Runs a program in the background, and ends it after a time. */
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
		const invalid = `invalid ${task.isBusybox ? 'number' : 'time interval'} '${text}'`;
		yield* complain(task, ms === undefined ? invalid : 'missing operand');
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

/** Runs the remaining words as a command: `nice`, `nohup`. */
const passes = (values: string, flags = '') =>
	program({values, flags, stops: true, number: 'n'}, function* (task, {operands}) {
		return operands.length === 0 ? 0 : yield* runOther(task, operands);
	});

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
	...processPrograms,
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
			const answers: Readonly<Record<string, string>> = {
				i: address,
				I: address,
				f: whole,
				A: whole,
				d: whole.replace(/^[^.]*\.?/, ''),
			};
			const asked = Object.keys(answers).find((letter) => flags.has(letter)) ?? '';
			yield* task.out(`${answers[asked] ?? hostname}\n`);
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
		const answers: Readonly<Record<string, string | number>> = {
			u: flags.has('n') ? name : uid,
			G: all.join(' '),
			g: flags.has('n') ? group : gid,
		};
		const asked = Object.keys(answers).find((letter) => flags.has(letter)) ?? '';
		const whole = `uid=${uid}${known ? `(${name})` : ''} gid=${gid}${gid === 0 ? '(root)' : ''} groups=${all.map((one) => (one === 0 ? '0(root)' : String(one))).join(',')}`;
		yield* task.out(`${answers[asked] ?? whole}\n`);
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
		const all = {s: 'Linux', n: hostname, r: '6.12.0', v: '#1 SMP', m: 'x86_64', o: 'GNU/Linux'};
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
