import type {Routine} from '../../../../kernel/routine.js';
import type {Task} from '../task.js';
import {nameOf, runOther, type Programs} from './program.js';

/** Something that takes a while, and is taken to work. */
const assumed = (ms: number) =>
	function* (task: Task, args: readonly string[]): Routine<number> {
		yield* task.table.machine.assume(task, [nameOf(task), ...args].join(' '));
		yield* task.wait(ms);
		return 0;
	};

/** Programs that are not simulated: they take some time, and work. */
export const packagePrograms: Programs = {
	apk: assumed(3000),
	'apt-get': assumed(5000),
	apt: assumed(5000),
	yum: assumed(5000),
	dnf: assumed(5000),
	microdnf: assumed(5000),
	pip: assumed(5000),
	pip3: assumed(5000),
	npm: assumed(5000),
	yarn: assumed(5000),
	gem: assumed(5000),
	git: assumed(2000),
	tar: assumed(100),
	gzip: assumed(100),
	gunzip: assumed(100),
	unzip: assumed(100),
	openssl: assumed(100),
	jq: assumed(10),
	ssh: assumed(500),
	'ssh-keygen': assumed(500),
	sysctl: assumed(10),
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
	diff: assumed(10),
	cmp: assumed(10),
	stress: function* (task, args) {
		return yield* stress(task, args);
	},
	'stress-ng': function* (task, args) {
		return yield* stress(task, args);
	},
	su: function* (task, args) {
		const at = args.indexOf('-c');
		return at === -1 ? 0 : yield* runOther(task, ['sh', '-c', args[at + 1] ?? '']);
	},
	sudo: (task, args) => runOther(task, args),
	'su-exec': (task, [, ...words]) => runOther(task, words),
	gosu: (task, [, ...words]) => runOther(task, words),
};

/** `stress`: is busy, or takes memory, for a time. */
function* stress(task: Task, args: readonly string[]): Routine<number> {
	const seconds = args[args.findIndex((word) => word === '-t' || word === '--timeout') + 1];
	const wanted = args.some((word) => word === '--vm' || word === '-m');
	const bytes = /^(\d+)([KMG]?)/i.exec(args[args.indexOf('--vm-bytes') + 1] ?? '256M');
	const unit = {K: 1024, M: 1_048_576, G: 1_073_741_824}[(bytes?.[2] ?? 'M').toUpperCase()] ?? 1;
	const limit = task.table.machine.memoryLimit;
	yield* task.out(`stress: info: [${task.pid}] dispatching hogs: 0 cpu, 0 io, ${wanted ? 1 : 0} vm, 0 hdd\n`);
	if (wanted && limit !== undefined && Number(bytes?.[1] ?? 256) * unit > limit) {
		yield* task.wait(500);
		task.reserve(Number.POSITIVE_INFINITY);
	}

	const duration = /^\d+/.exec(seconds ?? '')?.[0];
	yield* task.wait(
		args.some((word) => word === '-t' || word === '--timeout') && duration !== undefined
			? Number(duration) * 1000
			: Number.POSITIVE_INFINITY,
	);
	return 0;
}
