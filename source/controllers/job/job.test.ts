import test from 'ava';
import type {Job, Pod} from '../../objects/kubernetes.generated.js';
import type {Draft} from '../../client/client.js';
import type {Sketched} from '../../testing/tiny-server.js';
import {webPod, ControllersWorld} from '../../testing/controllers-world.js';
import {endedAtMs} from './failed-pod.js';
import {formatIndexes, parseIndexes} from './indexes.js';
import {podFor} from './next-pods.js';
import {backoffMs, wantedActive} from './plan.js';

const sum = (spec: Draft<Job>['spec'] = {}): Sketched<Job> => ({
	apiVersion: 'batch/v1',
	kind: 'Job',
	metadata: {name: 'sum', namespace: 'default'},
	spec: {
		completions: 1,
		parallelism: 1,
		backoffLimit: 6,
		manualSelector: true,
		selector: {matchLabels: {app: 'web'}},
		template: {
			metadata: {labels: {app: 'web'}},
			spec: {restartPolicy: 'Never', containers: [{name: 'main', image: 'busybox:1.36'}]},
		},
		...spec,
	},
});

const end = (tiny: ControllersWorld, phase: string): void => {
	tiny.command(function* () {
		for (const {metadata, status} of tiny.list('pods')) {
			if (status.phase === 'Pending') {
				yield* tiny.admin.patch('pods', 'default', metadata.name, {status: {phase}}, {subresource: 'status'});
			}
		}
	});
};

test('indexes are written as ranges and read back', (t) => {
	t.is(formatIndexes([5, 0, 1, 2, 8, 7]), '0-2,5,7,8');
	t.deepEqual([...parseIndexes('0-2,5,7,8')], [0, 1, 2, 5, 7, 8]);
});

test('as many Pods run as are still needed, and at most parallelism', (t) => {
	const job = (spec: Draft<Job>['spec']) => sum(spec) as Job;
	t.is(wantedActive(job({completions: 5, parallelism: 2}), 0, 0), 2);
	t.is(wantedActive(job({completions: 5, parallelism: 2}), 4, 2), 1);
	t.is(wantedActive(job({completions: undefined, parallelism: 3}), 0, 0), 3);
	t.is(wantedActive(job({completions: undefined, parallelism: 3}), 1, 2), 2);
	t.is(wantedActive(job({suspend: true}), 0, 1), 0);
});

test('failures in a row make a Job wait: 10 s, 20 s, 40 s …', (t) => {
	t.deepEqual(
		[0, 1, 2, 3, 20].map((failures) => backoffMs({count: failures, lastMs: 1000}, 1000)),
		[0, 10_000, 20_000, 40_000, 600_000],
	);
	t.is(backoffMs({count: 1, lastMs: 1000}, 4000), 7000);
});

test('a Job is complete when enough Pods have succeeded, and counts each once', (t) => {
	const tiny = new ControllersWorld('job');
	tiny.create('jobs.batch', sum({completions: 3, parallelism: 2}));
	end(tiny, 'Succeeded');
	end(tiny, 'Succeeded');
	const [job] = tiny.list('jobs.batch');
	t.like(job!.status, {succeeded: 3, ready: 0, terminating: 0});
	t.deepEqual(
		job!.status!.conditions!.map(({type}) => type),
		['SuccessCriteriaMet', 'Complete'],
	);
	t.deepEqual(
		tiny.list('pods').map(({metadata}) => metadata.finalizers),
		[undefined, undefined, undefined],
	);
	t.true(tiny.events().includes('Completed: Job completed'));
});

test('a refused Pod is tried again after 1 s, 2 s, 4 s …, and the Job has its start meanwhile', (t) => {
	const tiny = new ControllersWorld('job');
	tiny.interceptions.push({
		matches: ({method, path}) => method === 'POST' && path.endsWith('/pods'),
		refusal: {code: 403, reason: 'Forbidden', message: 'pods "sum" is forbidden: failed quota: q'},
	});
	tiny.create('jobs.batch', sum());
	tiny.advance(8000);
	const refused = tiny.at('controller.job.create').filter(({outcome}) => outcome === 'refused');
	t.deepEqual(
		refused.map(({timeMs}) => Math.round((timeMs - (refused[0]?.timeMs ?? 0)) / 1000)),
		[0, 1, 3, 7],
	);
	t.deepEqual(
		tiny.list('jobs.batch').map(({status}) => [status?.ready, status?.startTime !== undefined]),
		[[0, true]],
	);
});

test('a Job whose Pods are refused fails at its deadline, although its next try would come later', (t) => {
	const tiny = new ControllersWorld('job');
	tiny.interceptions.push({
		matches: ({method, path}) => method === 'POST' && path.endsWith('/pods'),
		refusal: {code: 403, reason: 'Forbidden', message: 'pods "sum" is forbidden: failed quota: q'},
	});
	tiny.create('jobs.batch', sum({activeDeadlineSeconds: 20}));
	tiny.advance(40_000);
	const {startTime, conditions} = tiny.list('jobs.batch')[0]?.status ?? {};
	t.is(startTime, '2026-01-01T00:00:00Z');
	t.like(conditions?.at(-1), {type: 'Failed', reason: 'DeadlineExceeded', lastTransitionTime: '2026-01-01T00:00:20Z'});
});

test('a Job that is deleted while it waits for its next try is forgotten at once', (t) => {
	const tiny = new ControllersWorld('job');
	tiny.interceptions.push({
		matches: ({method, path}) => method === 'POST' && path.endsWith('/pods'),
		refusal: {code: 403, reason: 'Forbidden', message: 'pods "sum" is forbidden: failed quota: q'},
	});
	tiny.create('jobs.batch', sum());
	// After the tries at 0, 1, 3 and 7 s, the next is at 15 s.
	tiny.advance(8000);
	const before = tiny.kernel.now;
	tiny.command(() => tiny.admin.delete('jobs.batch', 'default', 'sum', {propagationPolicy: 'Background'}));
	tiny.advance(1000);
	const gone = tiny.at('controller.job.sync').filter(({facts}) => facts?.case === 'gone');
	t.is(gone.length, 1);
	t.true((gone[0]?.timeMs ?? Infinity) - before < 500);
});

test('a Job fails when too many Pods have', (t) => {
	const tiny = new ControllersWorld('job');
	tiny.create('jobs.batch', sum({backoffLimit: 0}));
	end(tiny, 'Failed');
	const [job] = tiny.list('jobs.batch');
	t.is(job!.status!.failed, 1);
	t.like(job!.status!.conditions!.at(-1), {type: 'Failed', reason: 'BackoffLimitExceeded'});
});

test('a Pod that a Job adopts is counted too', (t) => {
	const tiny = new ControllersWorld('job');
	tiny.create('pods', webPod('mine'));
	tiny.create('jobs.batch', sum());
	t.deepEqual(
		tiny.list('pods').map(({metadata}) => metadata.finalizers),
		[['batch.kubernetes.io/job-tracking']],
	);
});

test('a Pod that has succeeded loses its finalizer before its Job is complete', (t) => {
	const tiny = new ControllersWorld('job');
	tiny.create('jobs.batch', sum({completions: 2, parallelism: 1}));
	end(tiny, 'Succeeded');
	const done = tiny.list('pods').filter(({status}) => status.phase === 'Succeeded');
	t.deepEqual(
		done.map(({metadata}) => metadata.finalizers ?? []),
		[[]],
	);
	t.like(tiny.get('jobs.batch', 'default', 'sum')?.status, {succeeded: 1, active: 1});
});

test('a Pod has ended when its last container has', (t) => {
	const ended = (...times: ReadonlyArray<string | undefined>): Pod => ({
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {
			name: 'sum',
			namespace: 'default',
			uid: 'u',
			resourceVersion: '1',
			creationTimestamp: '2026-01-01T00:00:00Z',
		},
		spec: {containers: []},
		status: {
			containerStatuses: times.map((finishedAt, index) => ({
				name: `c${index}`,
				image: '',
				imageID: '',
				ready: false,
				restartCount: 0,
				state: finishedAt === undefined ? {} : {terminated: {exitCode: 0, finishedAt}},
			})),
		},
	});
	const seconds = (pod: Pod) => (endedAtMs(pod) - Date.parse('2026-01-01T00:00:00Z')) / 1000;
	t.is(seconds(ended('2026-01-01T00:00:05Z', '2026-01-01T00:00:09Z', '2026-01-01T00:00:07Z')), 9);
	// If the end of a container is not known, the Pod's creation counts.
	t.is(seconds(ended('2026-01-01T00:00:05Z', undefined)), 0);
	const leaving = ended(undefined);
	const metadata = {
		...leaving.metadata,
		deletionTimestamp: '2026-01-01T00:01:00Z',
		deletionGracePeriodSeconds: 30,
	};
	t.is(seconds({...leaving, metadata}), 30);
});

test('the Pods of a Job that is deleted without them lose their finalizer', (t) => {
	const tiny = new ControllersWorld('job');
	tiny.create('jobs.batch', sum());
	const finalizers = () => tiny.list('pods').map(({metadata}) => metadata.finalizers);
	t.deepEqual(finalizers(), [['batch.kubernetes.io/job-tracking']]);
	tiny.command(() => tiny.admin.delete('jobs.batch', 'default', 'sum', {propagationPolicy: 'Background'}));
	t.deepEqual(finalizers(), [undefined]);
});

test('each container of a Pod of an Indexed Job knows its index, init containers too, and the Pod has a hostname', (t) => {
	const template = sum().spec?.template;
	const containers = [{name: 'main', image: 'busybox:1.36'}];
	const spec = {...template?.spec, initContainers: [{name: 'first', image: 'busybox:1.36'}], containers};
	const pod = podFor(sum({completionMode: 'Indexed', template: {...template, spec}}) as Job, 2);
	const all = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
	t.deepEqual(
		all.map(({name, env = []}) => [name, ...env.map((one) => one.name)]),
		[
			['first', 'JOB_COMPLETION_INDEX'],
			['main', 'JOB_COMPLETION_INDEX'],
		],
	);
	t.is(pod.spec?.hostname, 'sum-2');
	t.is(pod.metadata?.labels?.['batch.kubernetes.io/job-completion-index'], '2');
});
