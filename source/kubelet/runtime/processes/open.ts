import type {Routine} from '../../../kernel/routine.js';
import {FileError, resolvePath} from '../files/file-system.js';
import {Endless, Full, Nothing, OpenFile, type Stream} from './streams.js';
import type {Task} from './task.js';

const noise = (task: Task, length: number): string => {
	let text = '';
	while (text.length < length) {
		text += String.fromCharCode(task.table.random(256));
	}

	return text;
};

/** What is behind the names of devices, and of descriptors of processes. */
const special = (task: Task, path: string): Stream | undefined => {
	const [, pid, descriptor] = /^\/(?:dev|proc\/(\d+|self))\/fd\/(\d+)$/.exec(path) ?? [];
	if (descriptor !== undefined) {
		const owner = pid === undefined || pid === 'self' ? task : task.table.namespace.task(Number(pid));
		return owner?.stream(Number(descriptor));
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

		case '/dev/stderr':
		case '/dev/tty':
		case '/dev/console': {
			return task.stream(2) ?? new Nothing();
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
		files.write(resolved, '', {append: mode !== '>'});
	}

	return new OpenFile(files, resolved);
}

/** The text of a file, or of what a device gives. @throws {FileError} */
export function* readFile(task: Task, path: string): Routine<string> {
	const stream = yield* open(task, path, '<');
	return yield* readAll(task, stream);
}

/** Reads a stream to its end. @throws {OutOfMemory} when it has none. */
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
