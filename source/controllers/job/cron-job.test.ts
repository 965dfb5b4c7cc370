import test from 'ava';
import type {CronJob} from '../../objects/kubernetes.generated.js';
import {ControllersWorld, webTemplate} from '../../testing/controllers-world.js';
import type {Sketched} from '../../testing/tiny-server.js';

const minuteMs = 60_000;

const nightly = (spec: Partial<NonNullable<CronJob['spec']>> = {}): Sketched<CronJob> => ({
	apiVersion: 'batch/v1',
	kind: 'CronJob',
	metadata: {name: 'nightly', namespace: 'default'},
	spec: {
		schedule: '* * * * *',
		jobTemplate: {
			spec: {
				template: {
					...webTemplate('busybox:1.36'),
					spec: {restartPolicy: 'Never', containers: [{name: 'main', image: 'busybox:1.36'}]},
				},
			},
		},
		...spec,
	},
});

const namesOf = (world: ControllersWorld): readonly string[] =>
	world.list('jobs.batch').map(({metadata}) => metadata.name);

const statusOf = (world: ControllersWorld) => world.get('cronjobs.batch', 'default', 'nightly')?.status;

/** The name of the Job for a time of the schedule. @mirrors k8s.io/kubernetes/pkg/controller/cronjob getJobName */
const nameAt = (wallClockMs: number): string => `nightly-${Math.floor(wallClockMs / minuteMs)}`;

/** Writes that a Job has succeeded. */
const succeed = (world: ControllersWorld, name: string): string => {
	const time = world.kernel.timestamp();
	const condition = {status: 'True', lastProbeTime: time, lastTransitionTime: time};
	const status = {
		startTime: time,
		completionTime: time,
		succeeded: 1,
		conditions: [
			{type: 'SuccessCriteriaMet', ...condition},
			{type: 'Complete', ...condition},
		],
	};
	world.command(() =>
		world.admin.patch('jobs.batch', 'default', name, {status}, {type: 'merge', subresource: 'status'}),
	);
	return time;
};

test('the name of a Job follows from its time in the schedule, so that no minute has two', (t) => {
	const world = new ControllersWorld('cronjob');
	world.create('cronjobs.batch', nightly());
	const firstMs = Math.ceil((world.kernel.wallClockMs + 1) / minuteMs) * minuteMs;
	world.advance(2 * minuteMs + 30_000);
	t.deepEqual(namesOf(world), [nameAt(firstMs), nameAt(firstMs + minuteMs)]);
	t.is(statusOf(world)?.active?.length, 2);
});

for (const [minor, adopts] of [
	[36, false],
	[37, true],
] as const) {
	test(`v1.${minor}: a Job that the controller has created and forgotten is ${adopts ? 'active again' : 'forgotten until the next run'}`, (t) => {
		const world = new ControllersWorld('cronjob', {minor});
		world.create('cronjobs.batch', nightly());
		const dueMs = Math.ceil((world.kernel.wallClockMs + 1) / minuteMs) * minuteMs;
		world.advance(dueMs - world.kernel.wallClockMs + 10_000);
		const status = {active: null, lastScheduleTime: null};
		world.command(() =>
			world.admin.patch('cronjobs.batch', 'default', 'nightly', {status}, {type: 'merge', subresource: 'status'}),
		);
		world.advance(10_000);
		const active = () => statusOf(world)?.active?.map(({name}) => name);
		t.deepEqual(active(), adopts ? [nameAt(dueMs)] : undefined);
		t.is(statusOf(world)?.lastScheduleTime !== undefined, adopts);
		world.advance(2 * minuteMs);
		t.is(active()?.includes(nameAt(dueMs)), adopts);
	});

	test(`v1.${minor}: a run whose name another Job has takes place with the next name`, (t) => {
		const world = new ControllersWorld('cronjob', {minor});
		const dueMs = Math.ceil((world.kernel.wallClockMs + 1) / minuteMs) * minuteMs;
		const {spec} = nightly().spec?.jobTemplate ?? {};
		world.create('jobs.batch', {
			apiVersion: 'batch/v1',
			kind: 'Job',
			metadata: {name: nameAt(dueMs), namespace: 'default'},
			spec,
		});
		world.create('cronjobs.batch', nightly());
		world.advance(dueMs - world.kernel.wallClockMs + 30_000);
		t.is(statusOf(world)?.lastScheduleTime, undefined);
		world.advance(minuteMs);
		t.is(Date.parse(statusOf(world)?.lastScheduleTime ?? ''), dueMs + minuteMs);
		t.deepEqual(namesOf(world), [nameAt(dueMs), nameAt(dueMs + minuteMs)]);
	});
}

test('lastSuccessfulTime is that of the last success', (t) => {
	const world = new ControllersWorld('cronjob');
	world.create('cronjobs.batch', nightly());
	let last = '';
	for (let run = 0; run < 2; run++) {
		world.advance(minuteMs + 1000);
		last = succeed(world, namesOf(world).at(-1) ?? '');
		world.rest();
		t.is(statusOf(world)?.lastSuccessfulTime, last);
	}
});

test('a schedule with a time zone fires at the time of that zone', (t) => {
	const world = new ControllersWorld('cronjob');
	const later = new Date(world.kernel.wallClockMs + 2 * minuteMs);
	const inTokyo = `${later.getUTCMinutes()} ${(later.getUTCHours() + 9) % 24} * * *`;
	world.create('cronjobs.batch', nightly({schedule: inTokyo, timeZone: 'Asia/Tokyo'}));
	world.advance(3 * minuteMs);
	t.deepEqual(namesOf(world), [nameAt(later.getTime())]);
});

test('a Job beyond the history goes with its Pods', (t) => {
	const world = new ControllersWorld('cronjob');
	world.create('cronjobs.batch', nightly({successfulJobsHistoryLimit: 0, suspend: false}));
	world.advance(minuteMs + 10_000);
	const [name = ''] = namesOf(world);
	succeed(world, name);
	const request = world.requests.findLast(({method, path}) => method === 'DELETE' && path.endsWith(name));
	t.like(request?.body, {propagationPolicy: 'Background'});
});
