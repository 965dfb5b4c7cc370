import type {FileError} from '../../../host/file-system.js';
import {attempt, readOptions, type Program} from './program.js';

const fileOf = (key: string): string => `/proc/sys/${key.replaceAll('.', '/')}`;

/** `sysctl`: reads settings of the kernel, and writes them if the container may. */
export const sysctl: Program = function* (task, args) {
	const options = readOptions(args, {flags: 'wneqN', values: ''});
	if ('unknown' in options) {
		yield* task.table.machine.assume(task, ['sysctl', ...args].join(' '));
		return 0;
	}

	let code = 0;
	for (const operand of options.operands) {
		const [, key = operand, value] = /^([^=]+)=(.*)$/.exec(operand) ?? [];
		const path = fileOf(key.trim());
		if (value === undefined) {
			if (task.files.stat(path)?.kind === 'file') {
				const text = task.files.read(path).trim();
				yield* task.out(options.flags.has('n') ? `${text}\n` : `${key} = ${text}\n`);
			} else {
				yield* task.table.machine.assume(task, `sysctl ${key}`);
			}

			continue;
		}

		const written = yield* attempt(
			task,
			() => task.files.write(path, `${value.trim()}\n`),
			({description}: FileError) =>
				task.isBusybox
					? `error setting key '${key.trim()}': ${description}`
					: `setting key "${key.trim()}": ${description}`,
		);
		if (written) {
			yield* task.out(`${key.trim()} = ${value.trim()}\n`);
		} else {
			code = 1;
		}
	}

	return code;
};
