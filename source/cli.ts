#!/usr/bin/env node
import * as module from 'node:module';
import process from 'node:process';
import {setFlagsFromString} from 'node:v8';
import {answerEarly} from './commands/early-interrupt.js';

answerEarly(process.argv.slice(2));
const [only, ...more] = process.argv.slice(2);
if ((only === '--version' || only === '-V') && more.length === 0) {
	// Before anything else is loaded.
	const {version} = await import('./commands/version.js');
	process.stdout.write(`${version()}\n`);
} else {
	// From Node 22.15 on, it may continue from a snapshot: then it does not return.
	const {launch, runsInOneThread} = await import('./commands/startup/launch.js');
	const atEnd = launch(import.meta.url, process.argv.slice(2));
	// Since Node 22.1: compiled code is not compiled again at the next start.
	if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
		module.enableCompileCache();
	}

	// V8 of Node 20 optimises in one step. A cold start spends more on recompiling than it gains, so let a function run four times as long
	// first. A trace of three Pods takes 0.66 s of CPU in place of 0.80, and long runs are as fast as before. Later ones have a step between.
	if (process.versions.v8.startsWith('11.')) {
		setFlagsFromString('--interrupt-budget=300000');
	}

	const {growYoungFast, keepYoungSmall} = await import('./commands/grow-slowly.js');
	const staysSmall = runsInOneThread(process.argv.slice(2));
	if (staysSmall) {
		growYoungFast();
	}

	const {runInTerminal} = await import('./commands/run-in-terminal.js');
	if (staysSmall) {
		keepYoungSmall();
	}

	await runInTerminal(process.argv.slice(2));
	atEnd?.();
}
