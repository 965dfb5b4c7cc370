import type {Routine} from '../../kernel/routine.js';
import {ApiError} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {Job, JobCondition, JobStatus, Pod} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {controllerOf} from '../../objects/owner.js';
import {isPodReady} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {claim} from '../claim.js';
import type {Controller, Tools} from '../controller.js';
import {Expectations} from '../expectations.js';
import {createPod, deletePod} from '../pod-control.js';
import {onlyReplacesFailed} from './failed-pod.js';
import {countable, statuses, withCondition, type Round} from './job-status.js';
import {nextPods, surplusPods} from './next-pods.js';
import {jobOf, orphanKey, syncOrphanPod, untrack} from './orphan-pods.js';
import {
	failuresAfter,
	finalizer,
	isComplete,
	isFinished,
	isManagedElsewhere,
	isTracked,
	outcomeOf,
	restOfDeadlineMs,
	tally,
	wantedActive,
	type Failures,
	type JobEnd,
	type Tally,
} from './plan.js';
import {equal} from '../../kernel/equality.js';
import {allow} from '../controller-roles.js';

/**
Runs Pods until enough of them have succeeded, or too many have failed.

A Pod is counted once: its finalizer keeps it until the status says how it ended.

@see https://kubernetes.io/docs/concepts/workloads/controllers/job/
@mirrors k8s.io/kubernetes/pkg/controller/job
*/
export const job: Controller = {
	name: 'job',
	reportsAs: 'job-controller',
	// DefaultJobApiBackOff and MaxJobApiBackOff upstream; the first retry belongs to the work in progress.
	firstBackoffMs: 1000,
	lastBackoffMs: 60_000,
	patienceMs: 1500,
	rules: [
		allow('get list patch update watch', 'jobs', 'batch'),
		allow('update', 'jobs/status', 'batch'),
		allow('update', 'jobs/finalizers', 'batch'),
		allow('create delete list patch watch', 'pods'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build(tools) {
		const reconciler = new Reconciler(tools, new Expectations(tools.kernel));
		return {
			handlers: {
				'jobs.batch': ({type, object, old}) => reconciler.onJob(type, object, old),
				pods: ({type, object, old}) => reconciler.onPod(type, object, old),
			},
			sync: (key) => reconciler.sync(key),
		};
	},
};

/** The work in progress after a round of creations and deletions. */
interface Managed {
	readonly active: number;
	readonly ready: number;
	readonly terminating: number;
	/** The refusal that ended the round early: the status is written first, then the Job is retried. */
	readonly problem?: ApiError;
}

class Reconciler {
	readonly #failures = new Map<string, Failures>();
	/** Keys of Jobs whose last round was refused and that wait for the next try. */
	readonly #refused = new Set<string>();

	constructor(
		readonly tools: Tools,
		readonly expectations: Expectations,
	) {}

	/**
	Processes a changed Job. The Pods of a deleted Job will not be counted. The status that a refused round wrote does not start the next try.

	Simplified: upstream waits a second after each change of a status.

	@mirrors job.deleteJob, updateJob
	*/
	*onJob(type: string, changed: Job, old: Job | undefined): Iterable<string> {
		const isOwnWrite = type === 'MODIFIED' && old?.metadata.generation === changed.metadata.generation;
		if (!isOwnWrite || !this.#refused.has(keyOf(changed))) {
			yield keyOf(changed);
		}

		for (const pod of type === 'DELETED'
			? this.tools.informer('pods').byIndex('controller', changed.metadata.uid)
			: []) {
			if (isTracked(pod)) {
				yield orphanKey(pod);
			}
		}
	}

	*onPod(type: string, pod: Pod, old: Pod | undefined): Iterable<string> {
		const owner = controllerOf(pod);
		const isLeaving = type === 'DELETED' || pod.metadata.deletionTimestamp !== undefined;
		if (owner?.kind === 'Job') {
			const key = `${pod.metadata.namespace}/${owner.name}`;
			if (type === 'ADDED') {
				this.expectations.creationsObserved(key);
			} else if (isLeaving) {
				this.expectations.deletionObserved(key, pod.metadata.uid);
			}

			yield key;
		}

		if (isTracked(pod) && (owner ? isLeaving && owner.kind === 'Job' && !jobOf(this.tools, pod) : true)) {
			// The Job is gone, or the garbage collector has removed the reference to it.
			yield orphanKey(pod);
		}

		if (!owner && type !== 'DELETED' && old?.metadata.labels !== pod.metadata.labels) {
			for (const candidate of this.tools.informer('jobs.batch').list(pod.metadata.namespace)) {
				if (matchesLabelSelector(candidate.spec?.selector, pod.metadata.labels)) {
					yield keyOf(candidate);
				}
			}
		}
	}

	*sync(key: string): Routine {
		const {tools, expectations} = this;
		if (yield* syncOrphanPod(tools, key)) {
			return;
		}

		const {informer, kernel} = tools;
		const found = informer('jobs.batch').getByKey(key);
		const object = found && registryKey('jobs.batch', found.metadata.namespace, found.metadata.name);
		if (found && isManagedElsewhere(found)) {
			yield* note('controller.job.sync', {case: 'managed-elsewhere', key, managedBy: found.spec?.managedBy}, {object});
			return;
		}

		if (!found) {
			expectations.forget(key);
			this.#failures.delete(key);
			this.#refused.delete(key);
			yield* note('controller.job.sync', {case: 'gone', key}, {object});
			return;
		}

		const cache = informer('pods');
		const mine = cache.byIndex('controller', found.metadata.uid);
		yield* note(
			'controller.job.sync',
			{
				case: 'compare',
				want: found.spec?.completions,
				parallelism: found.spec?.parallelism,
				pods: mine.length,
				status: found.status,
			},
			{object},
		);
		if (isFinished(found.status)) {
			// A Job that has ended still releases its Pods.
			this.#failures.delete(key);
			yield* this.#untrack(mine.filter((pod) => isTracked(pod)));
			return;
		}

		const selector = found.spec?.selector ?? {};
		const candidates = [...mine, ...cache.byIndex('controller', `${found.metadata.namespace}/`)];
		const pods = yield* claim(tools, 'job', 'jobs.batch', found, selector, 'pods', candidates, finalizer);
		const started =
			found.status?.startTime || found.spec?.suspend
				? found
				: {...found, status: {...found.status, startTime: kernel.timestamp()}};
		yield* this.#reconcile(started, found, tally(started, pods));
	}

	*#reconcile(current: Job, stored: Job, counts: Tally): Routine {
		const {kernel, queue} = this.tools;
		const key = keyOf(current);
		const settled = this.expectations.satisfied(key);
		this.#refused.delete(key);
		const failures = failuresAfter(this.#failures.get(key) ?? {count: 0, lastMs: 0}, counts);
		const ending = outcomeOf(current, counts, kernel.wallClockMs);
		let conditions: readonly JobCondition[] = current.status?.conditions ?? [];
		let {startTime} = current.status ?? {};
		let outcome: JobEnd | undefined;
		let managed: Managed;
		if (ending) {
			managed = yield* this.#stopAll(current, counts);
			// A Pod that the cache does not show yet may still run.
			outcome = settled && managed.active === 0 ? ending : undefined;
		} else {
			const isManaged = settled && current.metadata.deletionTimestamp === undefined;
			managed = isManaged
				? yield* this.#manage(current, counts, failures)
				: {active: counts.active.length, ready: counts.ready, terminating: counts.terminating.length};
			if (isComplete(current, counts.succeeded, managed.active)) {
				const message = 'Reached expected number of succeeded pods';
				outcome = {type: 'SuccessCriteriaMet', reason: 'CompletionsReached', message};
			} else if (isManaged) {
				conditions = yield* this.#suspension(current, conditions);
				const isResumed = conditions !== current.status?.conditions && current.status?.conditions?.length;
				if (current.spec?.suspend) {
					startTime = undefined;
				} else if (isResumed) {
					startTime = kernel.timestamp();
				}
			}
		}

		if (managed.problem) {
			this.#refused.add(key);
		}

		yield* this.#write(current, stored, {counts, outcome, conditions, startTime, ...managed}, failures);
		// The deadline comes whether or not a Pod is refused; the pause before the next try can be longer.
		const restMs = ending ? undefined : restOfDeadlineMs(current, kernel.wallClockMs);
		if (restMs !== undefined) {
			queue.addAfter(key, restMs, {periodic: true});
		}

		if (managed.problem) {
			throw managed.problem;
		}
	}

	/** Reports that a Job was suspended or resumed. @returns the conditions after that; the given ones if nothing changed. */
	*#suspension(current: Job, conditions: readonly JobCondition[]): Routine<readonly JobCondition[]> {
		const [value, reason, message, event] = current.spec?.suspend
			? (['True', 'JobSuspended', 'Job suspended', 'Suspended'] as const)
			: (['False', 'JobResumed', 'Job resumed', 'Resumed'] as const);
		const after = withCondition(conditions, 'Suspended', value, reason, message, this.tools.kernel.timestamp());
		if (after !== conditions) {
			yield* this.tools.recorder.event(current, 'Normal', event, message);
		}

		return after;
	}

	/** Deletes all Pods of a Job that has ended; they keep their finalizers until they are counted. */
	*#stopAll(current: Job, {active, terminating}: Tally): Routine<Managed> {
		for (const pod of active) {
			yield* deletePod(this.tools, 'job', current, pod);
		}

		return {active: 0, ready: 0, terminating: terminating.length + active.length};
	}

	/** Creates or deletes Pods. */
	*#manage(current: Job, counts: Tally, failures: Failures): Routine<Managed> {
		const {kernel, queue} = this.tools;
		const key = keyOf(current);
		const {active, ready} = counts;
		const terminating = counts.terminating.length;
		const want = wantedActive(current, counts.succeeded, active.length);
		const surplus = surplusPods(current, active, active.length - want, kernel.wallClockMs);
		if (surplus.length > 0) {
			yield* this.#deleteAll(current, surplus);
			return {
				active: active.length - surplus.length,
				ready: ready - surplus.filter((pod) => isPodReady(pod)).length,
				terminating: terminating + surplus.length,
			};
		}

		const missing = want - active.length - (onlyReplacesFailed(current) ? terminating : 0);
		const found = {active: active.length, ready, terminating};
		if (missing <= 0) {
			return found;
		}

		const plan = nextPods(current, counts, missing, failures, kernel.wallClockMs);
		if (plan.pauseMs > 0) {
			queue.addAfter(key, plan.pauseMs);
			yield* note('controller.job.backoff', {key, failures: failures.count, pauseMs: plan.pauseMs});
			// As upstream: no Pod counts as active while a Job waits.
			return {...found, active: 0};
		}

		this.expectations.expectCreations(key, plan.drafts.length);
		let created = 0;
		let problem: ApiError | undefined;
		try {
			for (const draft of plan.drafts) {
				yield* createPod(this.tools, 'job', current, draft);
				created++;
			}
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			problem = error;
		} finally {
			this.expectations.creationsObserved(key, plan.drafts.length - created);
		}

		return {...found, active: active.length + created, ...(problem ? {problem} : {})};
	}

	/** Pods that the Job did not need to end do not count: they lose their finalizer first. */
	*#deleteAll(current: Job, pods: readonly Pod[]): Routine {
		this.expectations.expectDeletions(
			keyOf(current),
			pods.map(({metadata}) => metadata.uid),
		);
		for (const pod of pods) {
			yield* this.#untrack(isTracked(pod) ? [pod] : []);
			const deleted = yield* deletePod(this.tools, 'job', current, pod);
			if (!deleted) {
				this.expectations.deletionObserved(keyOf(current), pod.metadata.uid);
			}
		}
	}

	/**
	Three steps, so that each Pod is counted exactly once: the status names the uncounted Pods, they lose their finalizers, the status counts
	them.
	*/
	*#write(current: Job, stored: Job, round: Round, failures: Failures): Routine {
		const {kernel, recorder} = this.tools;
		const pods = countable(current, round);
		const {before, after, isFinished: finished} = statuses(current, round, pods, kernel.timestamp());
		let base = stored;
		if (!equal(before, stored.status)) {
			base = yield* this.#updateStatus(stored, before, pods.length);
			this.#failures.set(keyOf(current), failures);
		}

		yield* this.#untrack(pods, current);
		if (equal(after, base.status)) {
			return;
		}

		yield* this.#updateStatus(base, after, 0);
		if (!finished || !round.outcome) {
			return;
		}

		const {type, reason, message} = round.outcome;
		if (type === 'FailureTarget') {
			yield* recorder.event(current, 'Warning', reason, message);
			return;
		}

		if (current.spec?.completions !== undefined && (after.succeeded ?? 0) > current.spec.completions) {
			const text = 'Too many succeeded pods running after completion count reached';
			yield* recorder.event(current, 'Warning', 'TooManySucceededPods', text);
		}

		yield* recorder.event(current, 'Normal', 'Completed', 'Job completed');
	}

	*#updateStatus(base: Job, status: JobStatus, uncounted: number): Routine<Job> {
		yield* note(
			'controller.job.status',
			{before: base.status, after: status, uncounted},
			{object: registryKey('jobs.batch', base.metadata.namespace, base.metadata.name)},
		);
		return yield* this.tools.client.updateStatus('jobs.batch', {...base, status});
	}

	*#untrack(pods: readonly Pod[], owner?: Job): Routine {
		const isLeaving = owner?.metadata.deletionTimestamp !== undefined;
		for (const pod of pods) {
			yield* untrack(this.tools, pod, isLeaving ? 'leaving' : undefined);
		}
	}
}
