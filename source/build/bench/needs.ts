import {spawnSync} from 'node:child_process';
import {isRecord} from '../../kernel/record.js';
import {cli} from './terminal.js';

/** A process that ends reports its needs: CPU of all threads in microseconds, and its largest size in kB. */
const tells = `data:text/javascript,${encodeURIComponent("process.on('exit', () => process._rawDebug(JSON.stringify(process.resourceUsage())))")}`;

/** The needs of a command. */
export interface Needs {
	readonly cpuSeconds: number;
	readonly wallSeconds: number;
	/** The memory at the largest size, in megabytes. */
	readonly MB: number;
}

/** The needs of a command of the packed program, by the ordinary start; its output is not kept. @throws {Error} when it does not succeed */
export const needsOf = (...words: readonly string[]): Needs => {
	const before = performance.now();
	const {status, stderr} = spawnSync(process.execPath, ['--import', tells, cli, ...words], {
		encoding: 'utf8',
		stdio: ['ignore', 'ignore', 'pipe'],
		env: {...process.env, CI: 'true'},
	});
	const wallSeconds = (performance.now() - before) / 1000;
	const usage: unknown = JSON.parse(/^\{"userCPUTime.*$/m.exec(stderr)?.[0] ?? '{}');
	if (status !== 0 || !isRecord(usage)) {
		throw new Error(`${words.join(' ')} ends with ${status}: ${stderr}`);
	}

	return {
		wallSeconds,
		cpuSeconds: (Number(usage['userCPUTime']) + Number(usage['systemCPUTime'])) / 1e6,
		MB: Number(usage['maxRSS']) / 1024,
	};
};
