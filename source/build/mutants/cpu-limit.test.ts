import {spawnSync} from 'node:child_process';
import process from 'node:process';
import test from 'ava';
import {endingSignal} from './cpu-limit.js';

const limits = new URL('cpu-limit.js', import.meta.url).href;

/** Ends of a process that does some work with a limit of 100 ms of CPU. */
const endOf = (work: string): string | number | null => {
	const script = `const {CpuLimit} = await import('${limits}'); const limit = new CpuLimit(); limit.begin(100); ${work}`;
	const {signal, status} = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {timeout: 120_000});
	return signal ?? status;
};

test('a process that hangs ends by its CPU, one that waits does not, nor one whose work has ended', (t) => {
	t.is(endOf('for (;;) {}'), endingSignal);
	t.is(endOf('await new Promise((done) => setTimeout(done, 1500));'), 0);
	t.is(endOf('limit.end(); const untilMs = Date.now() + 1500; while (Date.now() < untilMs) {}'), 0);
});
