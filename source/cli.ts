#!/usr/bin/env node
import {readSync} from 'node:fs';
import * as module from 'node:module';
import process from 'node:process';
import {setFlagsFromString} from 'node:v8';
import {version} from './commands/version.js';
import {errorCode} from './scenario/error-code.js';

// The reader may have seen enough: `trace … | head` ends without a word. A full disk or a terminal that is closed ends with one line.
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

/** All of standard input. Where it does not wait by itself, because another program made it so, it is asked again. */
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

const [only, ...more] = process.argv.slice(2);
if ((only === '--version' || only === '-V') && more.length === 0) {
	// Before anything else is loaded.
	process.stdout.write(`${version()}\n`);
} else {
	// Since Node 22.1: what was compiled once is not compiled again at the next start.
	if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
		module.enableCompileCache();
	}

	// V8 of Node 20 optimises in one leap, and what starts cold spends more on compiling what is compiled again than it gains: let a function run four
	// times as long before. A trace of three Pods takes 0.66 s of CPU in place of 0.80, and what runs for long is as fast as ever. Later ones have a step between.
	if (process.versions.v8.startsWith('11.')) {
		setFlagsFromString('--interrupt-budget=300000');
	}

	const {run} = await import('./commands/program.js');
	process.exitCode = await run(process.argv.slice(2), {
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
}
