import {readSync} from 'node:fs';
import process from 'node:process';
import {errorCode} from '../scenario/error-code.js';
import {run} from './program.js';

/** The complete standard input. If another program made it non-blocking, the read is repeated. */
const readInput = (): Buffer => {
	const chunks: Buffer[] = [];
	const chunk = Buffer.alloc(64 * 1024);
	const clock = new Int32Array(new SharedArrayBuffer(4));
	for (;;) {
		try {
			const length = readSync(0, chunk);
			if (length === 0) {
				return Buffer.concat(chunks);
			}

			chunks.push(Buffer.from(chunk.subarray(0, length)));
		} catch (error) {
			const code = errorCode(error);
			if (code === 'EOF') {
				return Buffer.concat(chunks);
			}

			if (code !== 'EAGAIN') {
				throw error;
			}

			Atomics.wait(clock, 0, 0, 10);
		}
	}
};

/** Ends the program when its output cannot be written: silently if the reader stopped, as in `trace … | head`, and with one line for a full disk or a closed terminal. */
const endWithOutput = (): void => {
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') {
			process.stderr.write(`the output cannot be written: ${error.message}\n`);
			process.exit(1);
		}

		process.exit(process.exitCode ?? 0);
	});
	process.stderr.on('error', () => {
		process.exit(1);
	});
};

/** Whether the current folder has been removed: then no name of a file means anything. */
const isFolderGone = (): boolean => {
	try {
		process.cwd();
		return false;
	} catch {
		return true;
	}
};

/** Runs the words of this process's command line on its own streams, and sets its exit code. */
export const runInTerminal = async (words: readonly string[]): Promise<void> => {
	if (isFolderGone()) {
		process.stderr.write('the current folder does not exist any more\n  change to another one\n');
		process.exitCode = 2;
		return;
	}

	endWithOutput();
	process.exitCode = await run(words, {
		stdout(text) {
			process.stdout.write(text);
		},
		stderr(text) {
			process.stderr.write(text);
		},
		stdin: readInput,
		screen: Boolean(process.stdin.isTTY && process.stdout.isTTY && !process.env.CI && process.env.TERM !== 'dumb'),
		watched: Boolean(process.stderr.isTTY),
		colours: Boolean(process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb'),
		interruptible: true,
		locale: process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '',
		columns: process.stdout.columns,
	});
};
