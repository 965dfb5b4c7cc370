import {stress} from './stress.js';
import {sysctl} from './sysctl.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Task} from '../task.js';
import {attempt, nameOf, pathIn, runOther, textOf, textsOf, type Programs} from './program.js';

/** `envsubst`: replaces variables in a text; its argument selects them. */
function* envsubst(task: Task, [only]: readonly string[]): Routine<number> {
	const {text} = yield* textsOf(task, []);
	const names = only?.match(/\w+/g);
	yield* task.spend(text.length / 500);
	yield* task.out(
		text.replaceAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (all, braced?: string, plain?: string) => {
			const name = braced ?? plain ?? '';
			return names && !names.includes(name) ? all : (task.environment.get(name) ?? '');
		}),
	);
	return 0;
}

/** `diff` and `cmp`: compare two files for equality. The output about differences is not simulated. */
function* differ(task: Task, args: readonly string[]): Routine<number> {
	const [left = '', right = ''] = args.filter((word) => word === '-' || !word.startsWith('-'));
	const first = yield* textOf(task, left);
	const second = yield* textOf(task, right);
	if (first === undefined || second === undefined) {
		return 2;
	}

	if (first === second) {
		return 0;
	}

	if (args.includes('-q') || args.includes('--brief')) {
		yield* task.out(`Files ${left} and ${right} differ\n`);
	} else if (!args.includes('-s')) {
		yield* task.table.machine.assume(task, [nameOf(task), ...args].join(' '));
	}

	return 1;
}

/** A program that may continue to run. */
function* daemon(task: Task, args: readonly string[]): Routine<number> {
	yield* task.table.machine.assume(task, [nameOf(task), ...args].join(' '));
	task.table.machine.mayServe(task.words);
	return 0;
}

/** A program that needs a while, and is assumed to succeed. */
const assumed = (ms: number) =>
	function* (task: Task, args: readonly string[]): Routine<number> {
		yield* task.table.machine.assume(task, [nameOf(task), ...args].join(' '));
		yield* task.wait(ms);
		return 0;
	};

/** A program that also installs programs, which later commands of a script may use. */
const installer = (ms: number) =>
	function* (task: Task, args: readonly string[]): Routine<number> {
		if (args.some((word) => /^(?:add|install|i|ci)$/.test(word))) {
			task.table.machine.installed();
		}

		const status = yield* assumed(ms)(task, args);
		if (args.some((word) => /^(?:start|run|serve|exec)$/.test(word))) {
			task.table.machine.mayServe(task.words);
		}

		return status;
	};

/** `git clone`: makes the folder, with unknown files. */
function* git(task: Task, args: readonly string[]): Routine<number> {
	const status = yield* assumed(2000)(task, args);
	const [command, url, folder] = args.filter((word, at) => !word.startsWith('-') && !isValue(args[at - 1]));
	if (command !== 'clone' || url === undefined) {
		return status;
	}

	const path = pathIn(task, folder ?? (/([^/]+?)(?:\.git)?\/*$/.exec(url)?.[1] || 'repository'));
	const made = yield* attempt(
		task,
		() => {
			task.files.makeDirectory(path, {parents: true});
		},
		(error) => `could not create work tree dir '${folder ?? path}': ${error.description}`,
	);
	if (!made) {
		return 128;
	}

	task.table.machine.partlyKnown(path);
	return status;
}

/** Whether the word after an option of git is its value. */
const isValue = (option: string | undefined): boolean =>
	option !== undefined &&
	/^(?:-b|-o|-c|-C|-j|--branch|--depth|--origin|--config|--jobs|--reference|--filter)$/.test(option);

/** Programs that are not simulated: they need some time, and succeed. */
export const packagePrograms: Programs = {
	apk: installer(3000),
	'apt-get': installer(5000),
	apt: installer(5000),
	yum: installer(5000),
	dnf: installer(5000),
	microdnf: installer(5000),
	pip: installer(5000),
	pip3: installer(5000),
	npm: installer(5000),
	yarn: installer(5000),
	gem: installer(5000),
	git,
	unzip: assumed(100),
	openssl: assumed(100),
	jq: assumed(10),
	ssh: assumed(500),
	'ssh-keygen': assumed(500),
	sysctl,
	iptables: assumed(10),
	ip: assumed(10),
	ifconfig: assumed(10),
	route: assumed(10),
	mknod: assumed(10),
	mkfifo: assumed(10),
	adduser: assumed(10),
	useradd: assumed(10),
	chroot: assumed(10),
	umount: assumed(10),
	diff: differ,
	cmp: differ,
	envsubst,
	...Object.fromEntries(
		'od cksum comm split csplit expand unexpand join factor fmt sum base32 hexdump xxd bc dc numfmt sha224sum sha384sum vi less more traceroute fuser lsof addgroup delgroup deluser passwd chpasswd crontab logger run-parts nsenter unshare mountpoint losetup dmesg lsmod modprobe ftpget tftp arping make patch file install-info locale update-ca-certificates ldconfig'
			.split(' ')
			.map((name) => [name, assumed(10)]),
	),
	...Object.fromEntries(
		'top watch crond syslogd inotifyd telnetd dnsmasq sshd'.split(' ').map((name) => [name, daemon]),
	),
	stress,
	'stress-ng': stress,
	su: function* (task, args) {
		const at = args.indexOf('-c');
		return at === -1 ? 0 : yield* runOther(task, ['sh', '-c', args[at + 1] ?? '']);
	},
	sudo: (task, args) => runOther(task, args),
	'su-exec': (task, [, ...words]) => runOther(task, words),
	gosu: (task, [, ...words]) => runOther(task, words),
};
