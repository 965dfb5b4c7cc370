import {byteLengthOf, byteSlice} from '../../../kernel/byte-text.js';
import type {Routine} from '../../../kernel/routine.js';
import {FileError} from '../../../host/file-system.js';
import {open} from '../open.js';
import type {Task} from '../task.js';
import {attempt, cannotOpen, complain, opened, pathIn, program, type Programs} from './program.js';

/** The throughput of a disk in a millisecond, in bytes. */
const bytesPerMs = 500_000;

const units: Readonly<Record<string, number>> = {
	'': 1,
	c: 1,
	w: 2,
	b: 512,
	kB: 1000,
	k: 1024,
	K: 1024,
	KiB: 1024,
	KB: 1000,
	MB: 1_000_000,
	M: 1_048_576,
	m: 1_048_576,
	MiB: 1_048_576,
	GB: 1_000_000_000,
	G: 1_073_741_824,
	g: 1_073_741_824,
	GiB: 1_073_741_824,
	T: 1_099_511_627_776,
	TiB: 1_099_511_627_776,
};

/** Bytes of a size such as `64k` or `1M`; `undefined` for any other text. */
export const sizeOf = (text: string): number | undefined => {
	const [, digits, unit = ''] = /^(\d+)(\w*)$/.exec(text) ?? [];
	const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
	return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
};

const decimal = (bytes: number, base: number, names: readonly string[]): string => {
	let value = bytes;
	let unit = 0;
	while (value >= base && unit < names.length - 1) {
		value /= base;
		unit++;
	}

	return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${names[unit]}`;
};

/** The last lines of `dd`. */
export const transferred = (bytes: number, blocks: string, ms: number, isBusybox: boolean): string => {
	const seconds = Math.max(ms, 1) / 1000;
	const records = `${blocks} records in\n${blocks} records out\n`;
	const decimals = ['B', 'kB', 'MB', 'GB', 'TB'];
	if (isBusybox) {
		const short = (value: number): string => {
			const unit = Math.min(4, Math.floor(Math.log(Math.max(value, 1)) / Math.log(1024)));
			return `${(value / 1024 ** unit).toFixed(1)}${['B', 'KB', 'MB', 'GB', 'TB'][unit]}`;
		};
		return `${records}${bytes} bytes (${short(bytes)}) copied, ${seconds.toFixed(6)} seconds, ${short(bytes / seconds)}/s\n`;
	}

	const sizes =
		bytes < 1000
			? ''
			: ` (${decimal(bytes, 1000, decimals)}, ${decimal(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB'])})`;
	return `${records}${bytes} bytes${sizes} copied, ${Number(seconds.toPrecision(6))} s, ${decimal(bytes / seconds, 1000, decimals)}/s\n`;
};

/** A second's worth of an endless input. */
const chunk = bytesPerMs * 1000;

/** The most bytes: more than the disk of any node. */
const largestDisk = 100_000_000_000_000;

/** Writes zero bytes, at the disk's speed. @param bytes infinite for writing until the disk is full, or without end to `/dev/null`. @returns its output. */
function* fill(task: Task, path: string | undefined, bytes: number): Routine<number> {
	if (path === undefined) {
		yield* task.wait(bytes / bytesPerMs);
		return bytes;
	}

	let written = 0;
	while (written < Math.min(bytes, largestDisk)) {
		const part = Math.min(chunk, bytes - written);
		task.allocate(path, part);
		written += part;
		yield* task.wait(Math.ceil(part / bytesPerMs));
	}

	return written;
}

function* dd(task: Task, args: readonly string[]): Routine<number> {
	const given = new Map(args.map((word) => [word.replace(/=.*$/s, ''), word.replace(/^[^=]*=?/s, '')]));
	const sizes = ['bs', 'ibs', 'obs', 'count', 'seek', 'skip'];
	for (const [name, value] of given) {
		const isKnown = sizes.includes(name) || ['if', 'of', 'conv', 'status', 'iflag', 'oflag'].includes(name);
		if (!isKnown || (sizes.includes(name) && sizeOf(value) === undefined)) {
			yield* complain(task, isKnown ? `invalid number: '${value}'` : `unrecognized operand '${name}'`);
			return 1;
		}
	}

	const blockBytes = sizeOf(given.get('bs') ?? given.get('ibs') ?? '512') ?? 512;
	const count = given.has('count') ? (sizeOf(given.get('count') ?? '') ?? 0) : Number.POSITIVE_INFINITY;
	const startMs = task.kernel.now;
	try {
		const bytes = yield* transfer(task, given, blockBytes, blockBytes * count);
		if (bytes !== undefined && given.get('status') !== 'none') {
			const blocks = `${Math.floor(bytes / blockBytes)}+${bytes % blockBytes === 0 ? 0 : 1}`;
			yield* task.error(transferred(bytes, blocks, task.kernel.now - startMs, task.isBusybox));
		}

		return bytes === undefined ? 1 : 0;
	} catch (error) {
		if (!(error instanceof FileError)) {
			throw error;
		}

		const notOpened = task.isBusybox
			? cannotOpen(task, error.path, error)
			: `failed to open '${error.path}': ${error.description}`;
		yield* complain(
			task,
			error.code === 'ENOSPC'
				? `error writing '${given.get('of') ?? 'standard output'}': ${error.description}`
				: notOpened,
		);
		return 1;
	}
}

/** @returns the copied bytes; `undefined` for a missing input, which it reports. @throws {FileError} */
function* transfer(
	task: Task,
	given: ReadonlyMap<string, string>,
	blockBytes: number,
	mostBytes: number,
): Routine<number | undefined> {
	const [from, to] = [given.get('if'), given.get('of')];
	const keeps = /notrunc/.test(given.get('conv') ?? '');
	if (to !== undefined && from !== undefined && /^\/dev\/(?:zero|u?random)$/.test(from)) {
		const target = to.startsWith('/dev/') ? undefined : pathIn(task, to);
		if (target !== undefined) {
			task.files.write(target, '', {append: keeps});
			task.files.allocate(target, blockBytes * (sizeOf(given.get('seek') ?? '0') ?? 0));
		}

		return yield* fill(task, target, mostBytes);
	}

	const input = yield* opened(task, from);
	const output = to === undefined ? undefined : yield* open(task, to, keeps ? '>>' : '>');
	if (!input) {
		return undefined;
	}

	let done = 0;
	while (done < mostBytes) {
		const read = yield* input.read(task, Math.min(65_536, mostBytes - done));
		if (read === undefined) {
			break;
		}

		const text = byteSlice(read, 0, mostBytes - done);
		done += byteLengthOf(text);
		yield* output ? output.write(task, text) : task.out(text);
	}

	return done;
}

/** Programs that use space on a disk. */
export const blockPrograms: Programs = {
	dd,
	// Simplified: added bytes use space at once, though a real file would have a hole there.
	truncate: program({flags: 'c', values: 's', long: {size: 's'}}, function* (task, {values, operands}) {
		const size = sizeOf(values.get('s') ?? '');
		if (size === undefined) {
			yield* complain(task, `Invalid number: '${values.get('s') ?? ''}'`);
			return 1;
		}

		let status = 0;
		for (const path of operands) {
			const resolved = pathIn(task, path);
			const worked = yield* attempt(
				task,
				() => {
					const before = task.files.stat(resolved)?.size ?? 0;
					if (before > size) {
						task.files.write(resolved, byteSlice(task.files.read(resolved), 0, size));
					}

					task.files.allocate(resolved, Math.max(0, size - before));
				},
				({description}) => `cannot open '${path}' for writing: ${description}`,
			);
			status = worked ? status : 1;
		}

		return status;
	}),
	fallocate: program(
		{flags: 'nxvd', values: 'lo', long: {length: 'l', offset: 'o'}},
		function* (task, {values, operands}) {
			const bytes = sizeOf(values.get('l') ?? '');
			const [path] = operands;
			if (bytes === undefined || path === undefined) {
				yield* complain(task, bytes === undefined ? 'invalid length value specified' : 'no filename specified');
				return 1;
			}

			return (yield* attempt(
				task,
				() => {
					const before = task.files.stat(pathIn(task, path))?.size ?? 0;
					task.allocate(pathIn(task, path), Math.max(0, bytes - before));
				},
				({description}) =>
					task.isBusybox ? `fallocate '${path}': ${description}` : `fallocate failed: ${description}`,
			))
				? 0
				: 1;
		},
	),
};
