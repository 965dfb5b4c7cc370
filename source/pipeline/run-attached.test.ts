import test from 'ava';
import {pod} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

const recorded =
	"All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.\nIf you don't see a command prompt, try pressing enter.\n";

const deleted = (name: string): string => `pod "${name}" deleted from default namespace\n`;

const ran = (line: string, trial = new Trial({nodes: [{name: 'node-a'}]})) => {
	const {stdout, stderr, code} = trial.kubectl(line);
	return {stdout, stderr, code, pods: trial.list('/registry/pods/default/').length};
};

const runs: ReadonlyArray<readonly [title: string, line: string, expected: ReturnType<typeof ran>]> = [
	[
		'kubectl run -i --rm prints what the container has printed, and deletes the Pod',
		'run c -it --rm --restart=Never --image=busybox:1.37 -- sh -c "sleep 3; echo there"',
		{stdout: `there\n${deleted('c')}`, stderr: recorded, code: 0, pods: 0},
	],
	[
		'of a container that has ended before it was seen to run, kubectl run prints the log',
		'run c --attach --restart=Never --image=busybox:1.37 -- echo hi',
		{stdout: 'hi\n', stderr: '', code: 0, pods: 1},
	],
	[
		'kubectl run ends as its container does',
		'run c -i --rm --quiet --restart=Never --image=busybox:1.37 -- sh -c "sleep 3; exit 3"',
		{stdout: '', stderr: 'pod default/c terminated (Error)\n', code: 3, pods: 0},
	],
	[
		'a Pod that does not come to run is not waited for longer than asked, and deleted',
		'run c --attach --rm --pod-running-timeout=20s --image=nginx:nope',
		{stdout: deleted('c'), stderr: 'error: timed out waiting for the condition\n', code: 1, pods: 0},
	],
];

for (const [title, line, expected] of runs) {
	test(title, (t) => {
		t.deepEqual(ran(line), expected);
	});
}

test('kubectl debug -i shows what the debugging container prints', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(pod);
	t.deepEqual(ran('debug -i web --image=busybox:1.37 -c shell -- sh -c "sleep 3; hostname"', trial), {
		stdout: 'web\n',
		stderr: recorded,
		code: 0,
		pods: 1,
	});
});

test('kubectl debug says what a debugging container waits for', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(pod);
	const from = trial.step;
	trial.begin('debug -i web --image=nginx:nope -c shell');
	trial.pass(30_000);
	const printed = trial
		.at('kubectl.print', from)
		.map(({facts}) => facts?.['stderr'])
		.join('');
	t.regex(printed, /^Warning: container shell: .*nginx:nope: not found\n/);
});
