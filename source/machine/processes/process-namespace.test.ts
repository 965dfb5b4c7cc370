import test from 'ava';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {sentenceOf} from '../../stages/sentence.js';
import {Trial} from '../../testing/trial.js';
import {reaps} from './process-namespace.js';

for (const [words, isReaper] of [
	[['sh', '-c', 'sleep 1'], true],
	[['/bin/sleep', '1000'], false],
	[['tail', '-f', '/dev/null'], false],
	[['nginx', '-g', 'daemon off;'], true],
] as const) {
	test(`${words[0]} ${isReaper ? 'asks' : 'does not ask'} how its children have ended`, (t) => {
		t.is(reaps(words), isReaper);
	});
}

/** Pod `web` with nginx and a shell, and what commands then print. */
const printed = (
	{shares, script = 'sleep 1000'}: {readonly shares: boolean; readonly script?: string},
	commands: readonly string[],
) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.begin('apply -f web.yaml', {
		'web.yaml': `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  shareProcessNamespace: ${shares}
  containers:
  - {name: nginx, image: nginx:1.27}
  - {name: tools, image: busybox:1.37, command: [sh, -c, ${JSON.stringify(script)}]}
`,
	});
	trial.pass(10_000);
	const outputs = commands.map((command) => {
		const run = trial.begin(command);
		trial.pass(10_000);
		const entry = run();
		return `${entry?.stdout}${entry?.stderr}`;
	});
	const containerStatuses = trial.read<Pod>('/registry/pods/default/web')?.status.containerStatuses ?? [];
	const [nginx] = containerStatuses;
	const stops = trial
		.at('container.pause')
		.map(({facts}) => facts)
		.filter((facts) => facts?.['case'] === 'reap');
	const signals = trial
		.at('container.signal')
		.filter(({facts}) => facts?.['case'] === 'script')
		.map((stop) => sentenceOf(stop));
	return {outputs, stops, signals, restarts: nginx?.restartCount, exit: nginx?.lastState?.terminated?.exitCode};
};

const heading = 'PID   USER     TIME  COMMAND\n';

test('where a Pod shares its processes, each container sees those of all, and pause as the first', (t) => {
	const {outputs} = printed({shares: true}, ['exec web -c tools -- ps', 'exec web -c nginx -- ps -ef']);
	t.deepEqual(outputs, [
		`${heading}    1 65535     0:00 /pause
    2 root      0:00 nginx -g daemon off;
    3 root      0:00 sleep 1000
    4 root      0:00 ps
`,
		`UID          PID    PPID  C STIME TTY          TIME CMD
65535          1       0  0 00:00 ?        00:00:00 /pause
root           2       0  0 00:00 ?        00:00:00 nginx -g daemon off;
root           3       0  0 00:00 ?        00:00:00 sleep 1000
root           5       0  0 00:00 ?        00:00:00 ps -ef
`,
	]);
});

test('where it does not, a container sees its own processes', (t) => {
	const {outputs} = printed({shares: false}, ['exec web -c tools -- ps']);
	t.deepEqual(outputs, [`${heading}    1 root      0:00 sleep 1000\n    2 root      0:00 ps\n`]);
});

test('an ephemeral container sees the processes of its target, and ends them by signals', (t) => {
	const seen = printed({shares: false}, [
		'debug web --image=busybox:1.37 --target=nginx -c look -- ps',
		'logs web -c look',
	]);
	t.is(seen.outputs[1], `${heading}    1 root      0:00 nginx -g daemon off;\n    2 root      0:00 ps\n`);
	const asked = printed({shares: false}, ['debug web --image=busybox:1.37 --target=nginx -c end -- kill 1']);
	t.like(asked, {restarts: 1, exit: 0});
	const killed = printed({shares: false}, ['debug web --image=busybox:1.37 --target=nginx -c end -- kill -9 1']);
	t.like(killed, {restarts: 0});
});

test('SIGKILL from another container ends a program that is not process 1', (t) => {
	t.like(printed({shares: true}, ['exec web -c tools -- pkill -9 nginx']), {restarts: 1, exit: 137});
});

test('a container that has ended leaves no process in the shared namespace', (t) => {
	const {outputs} = printed({shares: true}, [
		'exec web -c tools -- pkill nginx',
		'exec web -c tools -- pgrep -l nginx',
	]);
	t.is(outputs[1], '5 nginx -g daemon off;\n');
});

test('a process that was sent to the background is one process', (t) => {
	const {outputs} = printed({shares: false, script: 'sleep 500 & sleep 1000'}, ['exec web -c tools -- pgrep sleep']);
	t.is(outputs[0], '1\n2\n');
});

test('a process stays a zombie while its parent, which exec has made another program, does not ask for it', (t) => {
	const commands = ['exec web -c tools -- ps', 'exec web -c nginx -- ps -ef'];
	const {outputs} = printed({shares: true, script: 'sleep 3 & exec sleep 1000'}, commands);
	t.regex(outputs[0] ?? '', /^ {4}3 root {6}0:00 sleep 1000\n {4}4 root {6}0:00 \[sleep]\n/m);
	t.regex(outputs[1] ?? '', /^root {11}4 {7}3 .* \[sleep] <defunct>$/m);
});

test('pause asks for the orphans of the namespace that it is the first of; a program like sleep does not', (t) => {
	const script = '(sleep 3 & sleep 1); exec sleep 1000';
	const commands = ['exec web -c tools -- ps'];
	t.notRegex(printed({shares: true, script}, commands).outputs[0] ?? '', /\[sleep]/);
	t.regex(printed({shares: false, script}, commands).outputs[0] ?? '', /\[sleep]/);
});

test('pause reaps an orphan while its container goes on; the stop has the processes before and after', (t) => {
	const {stops} = printed({shares: true, script: '(sleep 3 & sleep 1); exec sleep 1000'}, []);
	const [reap, ...more] = stops;
	t.deepEqual(more, []);
	const others = [
		{pid: 1, ppid: 0, user: '65535', state: 'S', command: '/pause'},
		{pid: 2, ppid: 0, user: 'root', state: 'S', command: 'nginx -g daemon off;'},
		{pid: 3, ppid: 0, user: 'root', state: 'S', command: 'sleep 1000'},
	];
	const zombies = [{pid: 5, ppid: 1, user: 'root', state: 'Z', command: '[sleep]'}];
	t.like(reap, {container: 'tools', pids: [5], before: [...others, ...zombies], after: others});
});

test('what the runtime has started it asks for itself: pause reaps nothing of a container without children', (t) => {
	t.deepEqual(printed({shares: true, script: 'exit 0'}, []).stops, []);
});

test('SIGTERM ends a script that shares processes at once, as it is not process 1', (t) => {
	t.deepEqual(printed({shares: true}, ['delete pod web']).signals, [
		'tools gets SIGTERM: it is not process 1 of its shared process namespace, so the default action ends it.',
	]);
	t.regex(printed({shares: false}, ['delete pod web']).signals[0] ?? '', /Process 1 has no default action/);
});

for (const [script, program] of [
	['sleep 1000', 'sleep 1000'],
	['cd /tmp && sleep 1000', 'sleep 1000'],
	['if true; then sleep 1000 >/dev/null; fi', 'sleep 1000'],
	// Something follows, or the shell does not know yet that nothing does.
	['sleep 1000; true', 'sh -c sleep 1000; true'],
	['sleep 1000\n', 'sh -c sleep 1000\n'],
	['trap : TERM; sleep 1000', 'sh -c trap : TERM; sleep 1000'],
	['sleep 1000 | cat', 'sh -c sleep 1000 | cat'],
] as const) {
	test(`process 1 of sh -c ${JSON.stringify(script)} is ${JSON.stringify(program)}`, (t) => {
		const {outputs} = printed({shares: false, script}, ['exec web -c tools -- cat /proc/1/cmdline']);
		t.is(outputs[0]?.replaceAll('\0', ' ').replace(/ $/, ''), program);
	});
}
