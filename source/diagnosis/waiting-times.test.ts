import test from 'ava';
import {mayGrow} from './growth-waits.js';
import {pauseMs} from './next-turns.js';
import {probationMs} from './steadiness.js';

test('a failing container is known after the delay of its probe, its failures and the last answer', (t) => {
	t.is(probationMs({}), 31_000);
	t.is(probationMs({initialDelaySeconds: 60}), 91_000);
	t.is(probationMs({initialDelaySeconds: 5, periodSeconds: 2, failureThreshold: 4, timeoutSeconds: 3}), 16_000);
	t.is(probationMs({periodSeconds: 10, failureThreshold: 1000}), 31_000, 'a few failures show enough');
});

for (const [words, script, expected] of [
	['each second', 'while true; do wget -q -O- web; sleep 1; done', 1000],
	['each minute', 'while true; do curl web; sleep 1m; done', 60_000],
	['after two pauses', 'until nc -z db 5432; do sleep 2; sleep 3s; done', 5000],
	['without a pause', 'while true; do wget web; done', 0],
	['by watch', 'watch -n 5 curl web', 5000],
	['once an hour', 'while true; do wget web; sleep 3600; done', undefined],
	['once', 'wget web; sleep 5', undefined],
	['of nothing', 'while true; do date; sleep 5; done', undefined],
] as const) {
	test(`the pause of a script that makes requests ${words}`, (t) => {
		t.is(pauseMs({command: ['sh', '-c', script]}), expected);
	});
}

test('memory may grow where a variable grows in a loop, up to a limit', (t) => {
	const container = (script: string, memory?: string) => ({
		name: 'main',
		command: ['sh', '-c', script],
		resources: memory === undefined ? {} : {limits: {memory}},
	});
	t.true(mayGrow(container('x=a; while true; do x=$x$x; sleep 1; done', '64Mi')));
	t.true(mayGrow(container('for i in 1 2 3; do x+=a; done', '64Mi')));
	t.false(mayGrow(container('x=a; while true; do x=$x$x; sleep 1; done')));
	t.false(mayGrow(container('x=a; x=$x$x', '64Mi')));
	t.false(mayGrow(container('while true; do x=$y$y; done', '64Mi')));
});
