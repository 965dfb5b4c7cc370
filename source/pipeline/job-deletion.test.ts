import test from 'ava';
import {Trial} from '../testing/trial.js';
import type {Job, Pod} from '../objects/kubernetes.generated.js';

const template = `template:
      spec:
        restartPolicy: Never
        terminationGracePeriodSeconds: 1
        containers: [{name: main, image: "nginx:1.27"}]`;

const running = `apiVersion: batch/v1
kind: Job
metadata: {name: sum}
spec:
    parallelism: 2
    completions: 4
    ${template}
`;

const pods = (trial: Trial) => trial.list<Pod>('/registry/pods/default/');

/** A Job with two running Pods. */
const begun = (): Trial => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(running);
	return trial;
};

for (const cascade of ['background', 'foreground'] as const) {
	test(`a running Job that is deleted (${cascade}) lets its Pods go`, (t) => {
		const trial = begun();
		t.is(pods(trial).length, 2);
		t.is(trial.kubectl(`delete job sum --cascade=${cascade}`).code, 0);
		trial.pass(30_000);
		trial.rest();
		t.deepEqual(trial.list('/registry/jobs/default/'), []);
		t.deepEqual(pods(trial), []);
	});
}

test('Pods that a deleted Job leaves behind (orphan) have no finalizer any more', (t) => {
	const trial = begun();
	trial.kubectl('delete job sum --cascade=orphan');
	trial.pass(30_000);
	trial.rest();
	t.deepEqual(trial.list('/registry/jobs/default/'), []);
	t.deepEqual(
		pods(trial).map(({metadata: {finalizers, ownerReferences}}) => [finalizers, ownerReferences]),
		[
			[undefined, undefined],
			[undefined, undefined],
		],
	);
	trial.kubectl('delete pods --all');
	t.deepEqual(pods(trial), []);
});

test('a Job controller that was down while its Job was deleted lets the Pods go when it is back', (t) => {
	const trial = begun();
	trial.crash('controller-manager/job');
	trial.kubectl('delete job sum --wait=false');
	trial.pass(30_000);
	t.is(pods(trial).length, 2);
	trial.restart('controller-manager/job');
	trial.pass(30_000);
	trial.rest();
	t.deepEqual(pods(trial), []);
});

test('a CronJob that replaces its running Job lets the old Pod go', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(`apiVersion: batch/v1
kind: CronJob
metadata: {name: tick}
spec:
  schedule: '* * * * *'
  concurrencyPolicy: Replace
  jobTemplate:
   spec:
    ${template}
`);
	trial.pass(200_000);
	trial.rest();
	const [job, ...others] = trial.list<Job>('/registry/jobs/default/');
	t.deepEqual(others, []);
	t.deepEqual(
		pods(trial).map(({metadata}) => metadata.ownerReferences?.[0]?.uid),
		[job?.metadata.uid],
	);
});
