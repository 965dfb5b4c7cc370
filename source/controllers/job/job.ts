import {parseTimestamp} from '../../kernel/clock.js';
import {note, type Routine} from '../../kernel/routine.js';
import {isNotFound} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {Job, JobCondition, JobStatus, ObjectMeta, Pod} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {controllerOf} from '../../objects/owner.js';
import {registryKey} from '../../objects/resources.js';
import {claim} from '../claim.js';
import type {Controller, Tools} from '../controller.js';
import {same} from '../deployment/revision.js';
import {Expectations} from '../expectations.js';
import {createPod, deletePod, podFromTemplate} from '../pod-control.js';
import {slowStartBatches} from '../replica-set/plan-replicas.js';
import {
	backoffMs,
	finalizer,
	formatIndexes,
	indexKey,
	indexOf,
	isComplete,
	isFinished,
	jobFailure,
	parseIndexes,
	tally,
	wantedActive,
	type Failure,
	type Tally,
} from './plan.js';

/**
Runs Pods until enough of them have succeeded, or too many have failed.

A Pod is counted once: its finalizer keeps it until the status says how it ended.

@see https://kubernetes.io/docs/concepts/workloads/controllers/job/
@mirrors k8s.io/kubernetes/pkg/controller/job
*/
export const job: Controller = {
	name: 'job',
	reportsAs: 'job-controller',
	build(tools) {
		const reconciler = new Reconciler(tools, new Expectations(tools.kernel));
		return {
			handlers: {
				'jobs.batch': ({object}) => [keyOf(object)],
				pods: ({type, object, old}) => reconciler.onPod(type, object, old),
			},
			sync: (key) => reconciler.sync(key),
		};
	},
};

interface Failures {
	readonly count: number;
	readonly lastMs: number;
}

class Reconciler {
	readonly #failures = new Map<string, Failures>();

	constructor(
		readonly tools: Tools,
		readonly expectations: Expectations,
	) {}

	*onPod(type: string, pod: Pod, old: Pod | undefined): Iterable<string> {
		const owner = controllerOf(pod);
		if (owner?.kind === 'Job') {
			const key = `${pod.metadata.namespace}/${owner.name}`;
			if (type === 'ADDED') {
				this.expectations.creationsObserved(key);
			} else if (type === 'DELETED' || pod.metadata.deletionTimestamp !== undefined) {
				this.expectations.deletionObserved(key, pod.metadata.uid);
			}

			yield key;
		} else if (!owner && type !== 'DELETED' && old?.metadata.labels !== pod.metadata.labels) {
			for (const candidate of this.tools.informer('jobs.batch').list(pod.metadata.namespace)) {
				if (matchesLabelSelector(candidate.spec?.selector, pod.metadata.labels)) {
					yield keyOf(candidate);
				}
			}
		}
	}

	*sync(key: string): Routine {
		const {tools, expectations} = this;
		const {informer, kernel} = tools;
		const found = informer('jobs.batch').getByKey(key);
		const object = found && registryKey('jobs.batch', found.metadata.namespace, found.metadata.name);
		if (!found || found.metadata.deletionTimestamp !== undefined) {
			expectations.forget(key);
			this.#failures.delete(key);
			yield* note('controller.job.sync', `Job ${key} is gone or going.`, {key}, {object});
			return;
		}

		const cache = informer('pods');
		const mine = cache.byIndex('controller', found.metadata.uid);
		yield* note(
			'controller.job.sync',
			`Job ${key} wants ${found.spec?.completions ?? 'some'} successes, ${found.spec?.parallelism ?? 1} Pods at a time; ${found.status?.succeeded ?? 0} have succeeded, ${found.status?.failed ?? 0} failed.`,
			{want: found.spec?.completions, parallelism: found.spec?.parallelism, pods: mine.length, status: found.status},
			{object},
		);
		if (isFinished(found.status)) {
			// What has ended still lets its Pods go.
			const {newlySucceeded, newlyFailed} = tally(mine, true);
			yield* this.#untrack([...newlySucceeded, ...newlyFailed]);
			return;
		}

		const selector = found.spec?.selector ?? {};
		const candidates = [...mine, ...cache.byIndex('controller', `${found.metadata.namespace}/`)];
		const pods = yield* claim(tools, 'job', 'jobs.batch', found, selector, 'pods', candidates, finalizer);
		const started =
			found.status?.startTime || found.spec?.suspend
				? found
				: {...found, status: {...found.status, startTime: kernel.timestamp()}};
		yield* this.#reconcile(started, found, tally(pods, false));
	}

	*#reconcile(current: Job, stored: Job, counts: Tally): Routine {
		const {kernel, recorder, queue} = this.tools;
		const key = keyOf(current);
		const {uncountedTerminatedPods: uncounted} = current.status ?? {};
		const succeeded = (current.status?.succeeded ?? 0) + uidsOf(uncounted?.succeeded, counts.newlySucceeded).length;
		const failed = (current.status?.failed ?? 0) + uidsOf(uncounted?.failed, counts.newlyFailed).length;
		const failure = jobFailure(current, failed, counts.newlyFailed, kernel.wallClockMs);
		const settled = this.expectations.satisfied(key);
		const success = !failure && isComplete(current, succeeded, counts.active.length);
		let active = counts.active;
		let extraFailed: readonly Pod[] = [];
		if (failure || success) {
			extraFailed = failure ? active : [];
			yield* this.#deleteAll(current, active);
			active = [];
		} else if (settled) {
			active = yield* this.#manage(current, counts, succeeded);
		}

		this.#remember(key, counts);
		const conditions = failure
			? ended(current, 'FailureTarget', 'Failed', failure, kernel.timestamp())
			: success
				? ended(
						current,
						'SuccessCriteriaMet',
						'Complete',
						{reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods'},
						kernel.timestamp(),
					)
				: suspension(current, kernel.timestamp());
		const newlyFailed = [...counts.newlyFailed, ...extraFailed];
		const status = statusOf(
			current,
			{...counts, active, newlyFailed, ready: failure || success ? 0 : counts.ready},
			conditions,
			success ? kernel.timestamp() : undefined,
		);
		yield* this.#write(current, stored, status, counts.newlySucceeded, newlyFailed);
		if (failure) {
			yield* recorder.event(current, 'Warning', failure.reason, failure.message);
		} else if (success) {
			yield* recorder.event(current, 'Normal', 'Completed', 'Job completed');
		} else if (current.spec?.activeDeadlineSeconds !== undefined && current.status?.startTime) {
			const restMs =
				parseTimestamp(current.status.startTime) + current.spec.activeDeadlineSeconds * 1000 - kernel.wallClockMs;
			queue.addAfter(key, Math.max(0, restMs), {periodic: true});
		}
	}

	#remember(key: string, {newlyFailed, newlySucceeded}: Tally): void {
		const {kernel} = this.tools;
		if (newlySucceeded.length > 0) {
			this.#failures.delete(key);
		} else if (newlyFailed.length > 0) {
			const before = this.#failures.get(key)?.count ?? 0;
			this.#failures.set(key, {count: before + newlyFailed.length, lastMs: kernel.wallClockMs});
		}
	}

	/** Makes or deletes Pods. @returns what is active then. */
	*#manage(current: Job, counts: Tally, succeeded: number): Routine<readonly Pod[]> {
		const {kernel, queue} = this.tools;
		const key = keyOf(current);
		const {active} = counts;
		const want = wantedActive(current, succeeded, active.length);
		if (active.length > want) {
			const surplus = active.slice(want);
			yield* this.#deleteAll(current, surplus);
			return active.slice(0, want);
		}

		const {podReplacementPolicy, completions} = current.spec ?? {};
		const blocked = podReplacementPolicy === 'Failed' ? counts.terminating : 0;
		const missing = want - active.length - blocked;
		if (missing <= 0) {
			return active;
		}

		const failures = this.#failures.get(key);
		const count = (failures?.count ?? 0) + counts.newlyFailed.length;
		const lastMs = counts.newlyFailed.length > 0 ? kernel.wallClockMs : (failures?.lastMs ?? 0);
		const pauseMs = counts.newlySucceeded.length > 0 ? 0 : backoffMs(count, lastMs, kernel.wallClockMs);
		if (pauseMs > 0) {
			queue.addAfter(key, pauseMs);
			yield* note(
				'controller.job.backoff',
				`Job ${key} has had ${count} failures in a row: the next Pod comes in ${pauseMs / 1000} s.`,
				{count, pauseMs},
			);
			return active;
		}

		const indexes =
			current.spec?.completionMode === 'Indexed' ? freeIndexes(current, counts, completions ?? 0) : undefined;
		const number = Math.min(missing, indexes?.length ?? missing);
		this.expectations.expectCreations(key, number);
		const created: Pod[] = [];
		try {
			for (const size of slowStartBatches(number)) {
				for (let count = 0; count < size; count++) {
					created.push(yield* createPod(this.tools, 'job', current, podFor(current, indexes?.[created.length])));
				}
			}
		} finally {
			this.expectations.creationsObserved(key, number - created.length);
		}

		return [...active, ...created];
	}

	*#deleteAll(current: Job, pods: readonly Pod[]): Routine {
		if (pods.length > 0) {
			this.expectations.expectDeletions(
				keyOf(current),
				pods.map(({metadata}) => metadata.uid),
			);
		}

		for (const pod of pods) {
			const deleted = yield* deletePod(this.tools, 'job', current, pod);
			if (!deleted) {
				this.expectations.deletionObserved(keyOf(current), pod.metadata.uid);
			}
		}
	}

	/**
	Three steps, so that each Pod is counted once whatever happens in between: the status names the Pods that are still to be
	counted, they lose their finalizers, the status counts them.
	*/
	*#write(current: Job, stored: Job, status: JobStatus, succeeded: readonly Pod[], failed: readonly Pod[]): Routine {
		let base = stored;
		if (succeeded.length + failed.length > 0) {
			const before = current.status?.uncountedTerminatedPods;
			const lists = [
				['succeeded', uidsOf(before?.succeeded, succeeded)],
				['failed', uidsOf(before?.failed, failed)],
			] as const;
			const uncountedTerminatedPods = Object.fromEntries(lists.filter(([, uids]) => uids.length > 0));
			base = yield* this.#updateStatus(
				stored,
				{...current.status, uncountedTerminatedPods},
				`${succeeded.length + failed.length} ended Pods are still to be counted`,
			);
			yield* this.#untrack([...succeeded, ...failed]);
		}

		if (!same(status, base.status)) {
			const {active = 0, succeeded: done = 0, failed: lost = 0} = status;
			yield* this.#updateStatus(base, status, `${active} active, ${done} succeeded, ${lost} failed`);
		}
	}

	*#updateStatus(base: Job, status: JobStatus, summary: string): Routine<Job> {
		const after = yield* this.tools.client.updateStatus('jobs.batch', {...base, status});
		yield* note(
			'controller.job.status',
			`Job ${base.metadata.name} now says: ${summary}.`,
			{before: base.status, after: after.status},
			{object: registryKey('jobs.batch', base.metadata.namespace, base.metadata.name)},
		);
		return after;
	}

	*#untrack(pods: readonly Pod[]): Routine {
		for (const {metadata} of pods) {
			const {namespace, name, uid} = metadata;
			// The newest version may have lost or gained other finalizers: only this one is taken off.
			const patch = {metadata: {uid, '$deleteFromPrimitiveList/finalizers': [finalizer]}};
			try {
				yield* this.tools.client.patch('pods', namespace, name, patch);
			} catch (error) {
				if (!isNotFound(error)) {
					throw error;
				}
			}

			yield* note('controller.job.untrack', `Pod ${name} is counted: its finalizer ${finalizer} goes.`, undefined, {
				object: registryKey('pods', namespace, name),
			});
		}
	}
}

/** Those named already and these, each once. */
const uidsOf = (named: readonly string[] | undefined, pods: readonly Pod[]): readonly string[] => [
	...new Set([...(named ?? []), ...pods.map(({metadata}) => metadata.uid)]),
];

const statusOf = (
	current: Job,
	counts: Tally,
	conditions: readonly JobCondition[],
	completionTime: string | undefined,
): JobStatus => {
	const {active, ready, terminating, newlySucceeded, newlyFailed} = counts;
	const before = current.status ?? {};
	const uncounted = before.uncountedTerminatedPods;
	const succeeded = (before.succeeded ?? 0) + uidsOf(uncounted?.succeeded, newlySucceeded).length;
	const failed = (before.failed ?? 0) + uidsOf(uncounted?.failed, newlyFailed).length;
	const done = parseIndexes(before.completedIndexes);
	for (const pod of newlySucceeded) {
		const index = indexOf(pod);
		if (index !== undefined) {
			done.add(index);
		}
	}

	return {
		...(before.startTime ? {startTime: before.startTime} : {}),
		...(active.length > 0 ? {active: active.length} : {}),
		...(succeeded ? {succeeded} : {}),
		...(failed ? {failed} : {}),
		...(done.size > 0 ? {completedIndexes: formatIndexes(done)} : {}),
		ready,
		terminating,
		uncountedTerminatedPods: {},
		...(conditions.length > 0 ? {conditions} : {}),
		...(completionTime ? {completionTime} : {}),
	};
};

/** Two conditions: that the end is decided, and, as no Pod is left, that it is reached. */
const ended = (
	{status}: Job,
	first: string,
	second: string,
	{reason, message}: Failure,
	now: string,
): readonly JobCondition[] => [
	...(status?.conditions ?? []).filter(({type}) => type !== first && type !== second),
	...[first, second].map((type) => ({
		type,
		status: 'True',
		lastProbeTime: now,
		lastTransitionTime: now,
		reason,
		message,
	})),
];

const suspension = ({spec, status}: Job, now: string): readonly JobCondition[] => {
	const conditions = status?.conditions ?? [];
	const known = conditions.find(({type}) => type === 'Suspended');
	const value = spec?.suspend ? 'True' : 'False';
	if (known?.status === value || (!known && !spec?.suspend)) {
		return conditions;
	}

	const [reason, message] = spec?.suspend ? ['JobSuspended', 'Job suspended'] : ['JobResumed', 'Job resumed'];
	return [
		...conditions.filter((one) => one !== known),
		{type: 'Suspended', status: value, lastProbeTime: now, lastTransitionTime: now, reason, message},
	];
};

/** The lowest indexes without a success and without an active Pod. */
const freeIndexes = ({status}: Job, {active, newlySucceeded}: Tally, completions: number): number[] => {
	const taken = parseIndexes(status?.completedIndexes);
	for (const pod of [...active, ...newlySucceeded]) {
		const index = indexOf(pod);
		if (index !== undefined) {
			taken.add(index);
		}
	}

	return Array.from({length: completions}, (_, index) => index).filter((index) => !taken.has(index));
};

/** A Pod of the Job; with an index it knows its number. */
export const podFor = (owner: Job, index: number | undefined): Pod => {
	const pod = podFromTemplate(owner, owner.spec!.template) as Pod;
	const metadata: ObjectMeta = {...pod.metadata, finalizers: [...(pod.metadata.finalizers ?? []), finalizer]};
	if (index === undefined) {
		return {...pod, metadata};
	}

	const fieldPath = `metadata.labels['${indexKey}']`;
	const env = {name: 'JOB_COMPLETION_INDEX', valueFrom: {fieldRef: {apiVersion: 'v1', fieldPath}}};
	const containers = pod.spec!.containers.map((container) => ({...container, env: [...(container.env ?? []), env]}));
	return {
		...pod,
		metadata: {
			...metadata,
			generateName: `${owner.metadata.name}-${index}-`,
			labels: {...metadata.labels, [indexKey]: String(index)},
			annotations: {...metadata.annotations, [indexKey]: String(index)},
		},
		spec: {...pod.spec!, hostname: `${owner.metadata.name}-${index}`, containers},
	};
};
