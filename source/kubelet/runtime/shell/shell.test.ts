import test from 'ava';
import {Kernel} from '../../../kernel/kernel.js';
import {sleep, note} from '../../../kernel/routine.js';
import {containerFiles} from '../files/container-files.js';
import {Exit, type ShellHost} from './shell-host.js';
import {Shell} from './shell.js';

const run = (script: string, terms: readonly number[] = []): {code: number | undefined; output: string; ms: number} => {
	const kernel = new Kernel();
	const files = containerFiles({nowMs: () => kernel.wallClockMs});
	let output = '';
	let taken = 0;
	let code: number | undefined;
	let ms = 0;
	const due = () => terms.filter((atMs) => atMs <= kernel.now).length;
	const host: ShellHost = {
		files,
		environment: {NAME: 'ann'},
		*pause(forMs, {interruptible}) {
			const next = interruptible ? terms[taken] : undefined;
			yield* sleep(next === undefined ? Math.min(forMs, 100_000) : Math.max(0, next - kernel.now));
		},
		takeTerm: () => due() > taken && Boolean(++taken),
		*print(text) {
			output += text;
		},
		*program() {
			return undefined;
		},
		now: () => kernel.timestamp(),
	};
	kernel.spawn('shell', 'test', function* () {
		try {
			code = yield* new Shell(host).execute(['sh', '-c', script]);
		} catch (error) {
			if (!(error instanceof Exit)) {
				throw error;
			}

			({code} = error);
		}

		ms = kernel.now;
		yield* note('test.done', {});
	});
	kernel.step();
	return {code, output, ms};
};

test('sequences, conditions and loops', (t) => {
	for (const [script, output, code] of [
		['echo a; echo b', 'a\nb\n', 0],
		['false && echo no || echo yes', 'yes\n', 0],
		['exit 42', '', 42],
		[
			'touch /x; test -f /x && echo there; rm /x; cat /x',
			"there\ncat: can't open '/x': No such file or directory\n",
			1,
		],
		['echo "hello $NAME" > /m; cat /m', 'hello ann\n', 0],
		['for i in 1 2; do echo $i; done', '1\n2\n', 0],
		['if [ "$NAME" = "ann" ]; then echo yes; else echo no; fi', 'yes\n', 0],
		['i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i', '3\n', 0],
		['nothing', 'sh: nothing: not found\n', 127],
		['until true; do sleep 1; done; echo up', 'up\n', 0],
	] as const) {
		t.like(run(script), {output, code}, script);
	}
});

test('a trap runs when the sleep in the foreground is over, and at once during wait', (t) => {
	t.like(run("trap 'exit 3' TERM; sleep 10; echo not reached", [2000]), {code: 3, ms: 10_000, output: ''});
	t.like(run("trap 'exit 4' TERM; sleep infinity & wait", [2000]), {code: 4, ms: 2000});
});

test('a loop that never pauses does not hang the simulation', (t) => {
	t.like(run("trap 'exit 0' TERM; while true; do :; done", [500]), {code: 0, ms: 1000});
});

test('tail /dev/zero runs out of memory', (t) => {
	t.like(run('tail /dev/zero'), {code: 137, ms: 200});
});
