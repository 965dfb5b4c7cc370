#!/usr/bin/env node
import {readFileSync} from 'node:fs';
import process from 'node:process';
import {run} from './commands/program.js';

// Whoever reads may have seen enough: `trace … | head` ends without a word.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code !== 'EPIPE') {
		throw error;
	}

	process.exit(process.exitCode ?? 0);
});

process.exitCode = await run(process.argv.slice(2), {
	stdout(text) {
		process.stdout.write(text);
	},
	stderr(text) {
		process.stderr.write(text);
	},
	stdin: () => readFileSync(0),
	screen: Boolean(process.stdin.isTTY && process.stdout.isTTY && !process.env.CI && process.env.TERM !== 'dumb'),
	columns: process.stdout.columns,
});
