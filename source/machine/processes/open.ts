import {textOfLooseBytes} from '../../kernel/byte-text.js';
import type {Routine} from '../../kernel/routine.js';
import {FileError, resolvePath} from '../../host/file-system.js';
import {Endless, Full, Nothing, OpenFile, TextSource, type Stream} from './streams.js';
import type {Task} from './task.js';

const noise = (task: Task, length: number): string =>
	textOfLooseBytes(Array.from({length}, () => task.table.random(256)));

/** The kernel's text about processes, the machine and the limits of the container. */
const fromKernel = (task: Task, path: string): string | undefined => {
	const {namespace, machine} = task.table;
	const [, pid, file] = /^\/proc\/(\d+|self)\/(cmdline|comm|status|cgroup)$/.exec(path) ?? [];
	if (file !== undefined) {
		const row = namespace.rows.find((one) => one.pid === (pid === 'self' ? task.pid : Number(pid)));
		const name = row?.command.replace(/ .*$/s, '').replace(/^.*\//, '') ?? '';
		return (
			row &&
			{
				cmdline: `${row.command.replaceAll(' ', '\0')}\0`,
				comm: `${name}\n`,
				status: `Name:\t${name}\nState:\t${row.state}\nPid:\t${row.pid}\nPPid:\t${row.ppid}\nUid:\t${`${machine.user.uid}\t`.repeat(4).trim()}\nGid:\t${`${machine.user.gid}\t`.repeat(4).trim()}\n${machine.privileges ?? ''}`,
				cgroup: '0::/\n',
			}[file]
		);
	}

	const seconds = (task.kernel.now / 1000).toFixed(2);
	const texts: ReadonlyMap<string, string> = new Map([
		['/proc/uptime', `${seconds} ${seconds}\n`],
		['/proc/loadavg', '0.00 0.00 0.00 1/1 1\n'],
		['/proc/version', 'Linux version 6.12.0\n'],
		['/proc/meminfo', 'MemTotal:        8000000 kB\nMemFree:         6000000 kB\nMemAvailable:    7000000 kB\n'],
		['/proc/cpuinfo', [0, 1].map((cpu) => `processor\t: ${cpu}\n\n`).join('')],
		['/proc/self/mounts', ''],
		['/sys/fs/cgroup/memory.max', `${machine.memoryLimit ?? 'max'}\n`],
	]);
	return texts.get(path);
};

/** The terminal of a process. */
const terminalOf = (task: Task): Stream['terminal'] =>
	[0, 1, 2].map((descriptor) => task.stream(descriptor)?.terminal).find(Boolean);

/** The stream behind the names of devices, and of descriptors of processes. */
const special = (task: Task, path: string): Stream | undefined => {
	const [, pid, descriptor] = /^\/(?:dev|proc\/(\d+|self))\/fd\/(\d+)$/.exec(path) ?? [];
	if (descriptor !== undefined) {
		const owner = pid === undefined || pid === 'self' ? task : task.table.namespace.task(Number(pid));
		return owner?.stream(Number(descriptor));
	}

	// The root of another process: its files are those of its container.
	const [, root = '', file] = /^\/proc\/(\d+)\/root(\/.+)$/.exec(path) ?? [];
	const other = file === undefined ? undefined : task.table.namespace.task(Number(root));
	if (other && file !== undefined) {
		return new TextSource(other.files.read(file));
	}

	if (terminalOf(task)?.path === path) {
		return terminalOf(task);
	}

	const text = fromKernel(task, path);
	if (text !== undefined) {
		return new TextSource(text);
	}

	switch (path) {
		case '/dev/null': {
			return new Nothing();
		}

		case '/dev/stdin': {
			return task.stream(0) ?? new Nothing();
		}

		case '/dev/stdout': {
			return task.stream(1) ?? new Nothing();
		}

		case '/dev/stderr': {
			return task.stream(2) ?? new Nothing();
		}

		case '/dev/tty':
		case '/dev/console': {
			return terminalOf(task) ?? task.stream(2) ?? new Nothing();
		}

		case '/dev/zero': {
			return new Endless((length) => '\0'.repeat(length));
		}

		case '/dev/random':
		case '/dev/urandom': {
			return new Endless((length) => noise(task, Math.min(length, 4096)));
		}

		case '/dev/full': {
			return new Full();
		}

		default: {
			return undefined;
		}
	}
};

/** Opens a file. @throws {FileError} */
export function* open(task: Task, path: string, mode: '<' | '>' | '>>' | '<>'): Routine<Stream> {
	const resolved = resolvePath(task.directory, path);
	const device = special(task, resolved);
	if (device) {
		return device;
	}

	const [, host, port] = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)$/.exec(resolved) ?? [];
	if (host !== undefined) {
		const stream = yield* task.table.machine.connect(task, host, Number(port));
		if (stream) {
			return stream;
		}

		throw new FileError('ECONNREFUSED', path);
	}

	const {files} = task;
	if (mode === '<') {
		files.read(resolved);
	} else {
		files.write(resolved, '', {append: mode !== '>', mode: 0o666 & ~task.umask});
	}

	return new OpenFile(files, resolved);
}

/** The text of a file or of a device. @throws {FileError} */
export function* readFile(task: Task, path: string): Routine<string> {
	const stream = yield* open(task, path, '<');
	return yield* readAll(task, stream);
}

/** Reads a stream to its end. @throws {OutOfMemory} when the stream is endless. */
export function* readAll(task: Task, stream: Stream | undefined): Routine<string> {
	const parts: string[] = [];
	let length = 0;
	for (;;) {
		const text = yield* stream ? stream.read(task) : task.read();
		if (text === undefined) {
			return parts.join('');
		}

		parts.push(text);
		length += text.length;
		if (length > longest) {
			task.reserve(Number.POSITIVE_INFINITY);
		}
	}
}

const longest = 8 * 1024 * 1024;
