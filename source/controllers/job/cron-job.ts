import {parseTimestamp, timestamp} from '../../kernel/clock.js';
import type {Routine} from '../../kernel/routine.js';
import {isAlreadyExists, isNotFound} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {CronJob, CronJobStatus, Job, ObjectReference} from '../../objects/kubernetes.generated.js';
import {controllerOf, ownerReference} from '../../objects/owner.js';
import {parseCronSchedule} from '../../objects/cron-schedule.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {SyncFailure, type Controller, type Tools} from '../controller.js';
import {isFinished} from './plan.js';
import {lastRunIn, nextRunIn} from '../../objects/cron-run-in-zone.js';
import {equal} from '../../kernel/equality.js';
import {allow} from '../controller-roles.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';

/** Creates a Job at each time of its schedule. @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ */
export const cronJob: Controller = {
	name: 'cronjob',
	reportsAs: 'cronjob-controller',
	rules: [
		allow('get list update watch', 'cronjobs', 'batch'),
		allow('create delete get list patch update watch', 'jobs', 'batch'),
		allow('update', 'cronjobs/status', 'batch'),
		allow('update', 'cronjobs/finalizers', 'batch'),
		allow('delete list watch', 'pods'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: (tools) => ({
		handlers: {
			'cronjobs.batch': ({object}) => [keyOf(object)],
			'jobs.batch': ({object}) => {
				const owner = controllerOf(object);
				return owner?.kind === 'CronJob' ? [`${object.metadata.namespace}/${owner.name}`] : [];
			},
		},
		sync: (key) => sync(tools, key),
	}),
};

const referenceTo = ({metadata}: Job): ObjectReference => ({
	kind: 'Job',
	apiVersion: 'batch/v1',
	namespace: metadata.namespace,
	name: metadata.name,
	uid: metadata.uid,
	resourceVersion: metadata.resourceVersion,
});

/** The number of missed runs from which a CronJob reports an error. */
const missedLimit = 100;

function* sync(tools: Tools, key: string): Routine {
	const {informer, kernel, queue} = tools;
	const cron = informer('cronjobs.batch').getByKey(key);
	if (!cron || cron.metadata.deletionTimestamp !== undefined) {
		yield* note('controller.cronjob.sync', {case: 'gone', key});
		return;
	}

	const jobs = informer('jobs.batch').byIndex('controller', cron.metadata.uid);
	const parsed = parseCronSchedule(cron.spec?.schedule ?? '');
	const schedule = typeof parsed === 'string' ? undefined : parsed;
	const {startingDeadlineSeconds, suspend, timeZone = schedule?.zone} = cron.spec ?? {};
	const since = Math.max(
		parseTimestamp(cron.status?.lastScheduleTime ?? cron.metadata.creationTimestamp),
		startingDeadlineSeconds === undefined
			? Number.NEGATIVE_INFINITY
			: kernel.wallClockMs - startingDeadlineSeconds * 1000,
	);
	const due = schedule && !suspend ? lastRunIn(schedule, timeZone, since, kernel.wallClockMs) : undefined;
	const next = schedule && !suspend ? nextRunIn(schedule, timeZone, kernel.wallClockMs) : undefined;
	yield* note(
		'controller.cronjob.sync',
		{
			case: 'schedule',
			schedule: cron.spec?.schedule,
			due,
			next,
			jobs: jobs.length,
			running: jobs.filter(({status}) => !isFinished(status)).length,
		},
		{object: registryKey('cronjobs.batch', cron.metadata.namespace, cron.metadata.name)},
	);
	let status = yield* followJobs(tools, cron, jobs);
	yield* trimHistory(tools, cron, jobs);
	if (due !== undefined) {
		const first = schedule && nextRunIn(schedule, timeZone, since);
		const second = schedule && first !== undefined ? nextRunIn(schedule, timeZone, first) : undefined;
		if (
			first !== undefined &&
			second !== undefined &&
			Math.floor((kernel.wallClockMs - first) / (second - first)) >= missedLimit
		) {
			yield* tools.recorder.event(
				cron,
				'Warning',
				'TooManyMissedTimes',
				'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
			);
		}

		status = yield* start(tools, cron, status, jobs, due);
	}

	if (!equal(status, cron.status ?? {})) {
		yield* note(
			'controller.cronjob.status',
			{before: cron.status, after: status},
			{object: registryKey('cronjobs.batch', cron.metadata.namespace, cron.metadata.name)},
		);
		yield* tools.client.updateStatus('cronjobs.batch', {...cron, status});
	}

	if (next !== undefined) {
		queue.addAfter(key, next - kernel.wallClockMs + 100, {periodic: true});
	}
}

/** Reports Jobs that run under a CronJob's name but have another creator. */
function* tellOfStrangers({client, recorder}: Tools, cron: CronJob, jobs: readonly Job[]): Routine {
	const isActive = ({status}: CronJob, {metadata}: Job) =>
		status?.active?.some(({uid}) => uid === metadata.uid) ?? false;
	for (const job of jobs.filter((one) => !isFinished(one.status) && !isActive(cron, one))) {
		const fresh = yield* client.get('cronjobs.batch', cron.metadata.namespace, cron.metadata.name);
		if (!isActive(fresh, job)) {
			const message = `Saw a job that the controller did not create or forgot: ${job.metadata.name}`;
			yield* recorder.event(cron, 'Warning', 'UnexpectedJob', message);
		}
	}
}

/** Removes finished and missing Jobs from the list of active ones. */
function* followJobs(tools: Tools, cron: CronJob, jobs: readonly Job[]): Routine<CronJobStatus> {
	const {recorder} = tools;
	const {active = [], ...status} = cron.status ?? {};
	yield* tellOfStrangers(tools, cron, jobs);
	let lastSuccessfulTime = status.lastSuccessfulTime;
	const left: ObjectReference[] = [];
	for (const reference of active) {
		const found = jobs.find(({metadata}) => metadata.uid === reference.uid);
		if (found && isFinished(found.status)) {
			const how = found.status?.conditions?.find(({type}) => type === 'Complete' || type === 'Failed')?.type;
			yield* recorder.event(
				cron,
				'Normal',
				'SawCompletedJob',
				`Saw completed job: ${found.metadata.name}, condition: ${how}`,
			);
		} else if (found) {
			left.push(reference);
		} else {
			yield* recorder.event(cron, 'Normal', 'MissingJob', `Active job went missing: ${reference.name}`);
		}
	}

	for (const {status: jobStatus} of jobs) {
		const time = jobStatus?.completionTime;
		lastSuccessfulTime = time && (!lastSuccessfulTime || time > lastSuccessfulTime) ? time : lastSuccessfulTime;
	}

	return {...status, ...(left.length > 0 ? {active: left} : {}), ...(lastSuccessfulTime ? {lastSuccessfulTime} : {})};
}

function* start(
	tools: Tools,
	cron: CronJob,
	status: CronJobStatus,
	jobs: readonly Job[],
	dueMs: number,
): Routine<CronJobStatus> {
	const {client, recorder} = tools;
	const {namespace} = cron.metadata;
	const policy = cron.spec?.concurrencyPolicy ?? 'Allow';
	let active = status.active ?? [];
	if (policy === 'Forbid' && active.length > 0) {
		const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
		yield* recorder.event(cron, 'Normal', 'JobAlreadyActive', message);
		return status;
	}

	if (policy === 'Replace') {
		for (const running of jobs.filter(({metadata}) => active.some(({uid}) => uid === metadata.uid))) {
			yield* remove(tools, cron, running);
		}

		active = [];
	}

	const name = `${cron.metadata.name}-${Math.floor(dueMs / 60_000)}`;
	const template = cron.spec?.jobTemplate;
	const draft = {
		apiVersion: 'batch/v1',
		kind: 'Job',
		metadata: {
			name,
			namespace,
			...(template?.metadata?.labels ? {labels: template.metadata.labels} : {}),
			annotations: {
				...template?.metadata?.annotations,
				'batch.kubernetes.io/cronjob-scheduled-timestamp': timestamp(dueMs),
			},
			ownerReferences: [ownerReference(cron)],
		},
		spec: template?.spec,
	};
	yield* note(
		'controller.cronjob.create',
		{cronJob: cron.metadata.name, due: dueMs, input: draft},
		{object: registryKey('jobs.batch', namespace, name)},
	);
	let created: Job;
	try {
		created = yield* client.create('jobs.batch', namespace, draft);
	} catch (error) {
		if (isAlreadyExists(error)) {
			return yield* adopt(tools, cron, {...status, active}, name, dueMs);
		}

		yield* recorder.event(
			cron,
			'Warning',
			'FailedCreate',
			`Error creating job: ${error instanceof Error ? error.message : ''}`,
		);
		throw error;
	}

	yield* recorder.event(cron, 'Normal', 'SuccessfulCreate', `Created job ${name}`);
	return {...status, active: [...active, referenceTo(created)], lastScheduleTime: timestamp(dueMs)};
}

/**
Takes up a Job that exists already: the controller created it and ended before it could write that down. v1.36 asks for it without a namespace,
which client-go refuses, so its CronJob continues at the next time of the schedule.

@mirrors k8s.io/kubernetes/pkg/controller/cronjob syncCronJob
*/
function* adopt(
	{client, minor}: Tools,
	cron: CronJob,
	status: CronJobStatus,
	name: string,
	dueMs: number,
): Routine<CronJobStatus> {
	if (!behaves(minor, 'adoptedJobs')) {
		throw new SyncFailure('an empty namespace may not be set when a resource name is provided');
	}

	const job = yield* client.get('jobs.batch', cron.metadata.namespace, name);
	const active = status.active ?? [];
	return controllerOf(job)?.uid !== cron.metadata.uid || active.some(({uid}) => uid === job.metadata.uid)
		? status
		: {...status, active: [...active, referenceTo(job)], lastScheduleTime: timestamp(dueMs)};
}

/** Deletes the oldest Jobs beyond the history limit. */
function* trimHistory(tools: Tools, cron: CronJob, jobs: readonly Job[]): Routine {
	const {successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1} = cron.spec ?? {};
	for (const [type, limit] of [
		['Complete', successfulJobsHistoryLimit],
		['Failed', failedJobsHistoryLimit],
	] as const) {
		const ended = jobs
			.filter(
				({status, metadata}) =>
					metadata.deletionTimestamp === undefined &&
					status?.conditions?.some((condition) => condition.type === type && condition.status === 'True'),
			)
			.sort((a, b) =>
				(a.status?.startTime ?? '') + a.metadata.name < (b.status?.startTime ?? '') + b.metadata.name ? -1 : 1,
			);
		for (const old of ended.slice(0, Math.max(0, ended.length - limit))) {
			yield* remove(tools, cron, old);
		}
	}
}

function* remove({client, recorder}: Tools, cron: CronJob, {metadata}: Job): Routine {
	yield* note(
		'controller.cronjob.delete',
		{cronJob: cron.metadata.name},
		{object: registryKey('jobs.batch', metadata.namespace, metadata.name)},
	);
	try {
		yield* client.delete('jobs.batch', metadata.namespace, metadata.name, {propagationPolicy: 'Background'});
		yield* recorder.event(cron, 'Normal', 'SuccessfulDelete', `Deleted job ${metadata.name}`);
	} catch (error) {
		if (!isNotFound(error)) {
			throw error;
		}
	}
}
