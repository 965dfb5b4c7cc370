import type {Job, Pod} from '../../objects/kubernetes.generated.js';
import {isPodActive, isTerminal} from '../../objects/pod.js';
import {controllerOf, nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {podsIn, runs} from '../second-reading.js';

export const jobOf = (pod: Pod | undefined): string | undefined =>
	pod?.metadata.ownerReferences?.find(({controller, kind}) => controller && kind === 'Job')?.uid;

export const jobByUid = (known: Known, uid: string | undefined): readonly [string, Job] | undefined =>
	uid === undefined ? undefined : [...known.all('jobs')].find(([, job]) => job.metadata.uid === uid);

export const isTrue = (job: Job, ...types: readonly string[]): boolean =>
	(job.status?.conditions ?? []).some(({type, status}) => types.includes(type) && status === 'True');

const isFinished = (job: Job): boolean => isTrue(job, 'Complete', 'Failed');

/** Adds to the uids of an owner. */
const note = (table: Map<string, Set<string>>, owner: string, uid: string): void => {
	table.set(owner, (table.get(owner) ?? new Set()).add(uid));
};

const counts: Rule = {
	name: 'a Job counts each of its Pods at most once',
	source: 'k8s.io/kubernetes/pkg/controller/job Controller.trackJobStatusAndRemoveFinalizers',
	watch(known) {
		/** Uids of Pods by that of their Job: those that have succeeded, and those that have failed or were being deleted. */
		const succeeded = new Map<string, Set<string>>();
		const failed = new Map<string, Set<string>>();
		return {
			changes: {
				pods({before, after}) {
					const pod = after ?? before;
					const owner = jobOf(pod);
					if (!pod || owner === undefined) {
						return;
					}

					if (pod.status?.phase === 'Succeeded') {
						note(succeeded, owner, pod.metadata.uid);
					} else if (pod.status?.phase === 'Failed' || pod.metadata.deletionTimestamp || !after) {
						note(failed, owner, pod.metadata.uid);
					}
				},
				jobs({key, after}, _stop, broken) {
					if (!after || known.isTakenOver || after.spec?.managedBy !== undefined) {
						return;
					}

					const {succeeded: successes = 0, failed: failures = 0} = after.status ?? {};
					const {uid} = after.metadata;
					if (successes > (succeeded.get(uid)?.size ?? 0)) {
						broken(key, `it counts ${successes} successes of ${succeeded.get(uid)?.size ?? 0}`);
					}

					if (failures > (failed.get(uid)?.size ?? 0)) {
						broken(key, `it counts ${failures} failures of ${failed.get(uid)?.size ?? 0}`);
					}
				},
			},
		};
	},
};

const countsFall: Rule = {
	name: 'the numbers of succeeded and failed Pods of a Job only rise',
	source: 'k8s.io/kubernetes/pkg/apis/batch/validation ValidateJobStatusUpdate',
	watch: () => ({
		changes: {
			jobs({key, before, after}, _stop, broken) {
				if (!before || !after || before.metadata.uid !== after.metadata.uid) {
					return;
				}

				for (const name of ['succeeded', 'failed'] as const) {
					const [old, now] = [before.status?.[name] ?? 0, after.status?.[name] ?? 0];
					if (now < old) {
						broken(key, `${name} was ${old} and is ${now}`);
					}
				}
			},
		},
	}),
};

const completion: Rule = {
	name: 'a Job is Complete when it has all its completions',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/',
	watch: () => ({
		changes: {
			jobs({key, before, after}, _stop, broken) {
				if (!after || !isTrue(after, 'Complete') || (before && isTrue(before, 'Complete'))) {
					return;
				}

				const {completions, successPolicy} = after.spec ?? {};
				const {succeeded = 0, active = 0} = after.status ?? {};
				if (successPolicy === undefined && completions !== undefined && succeeded < completions) {
					broken(key, `${succeeded} of ${completions} Pods have succeeded`);
				} else if (active > 0) {
					broken(key, `${active} Pods are active`);
				}
			},
		},
	}),
};

const parallelism: Rule = {
	name: 'a Job makes Pods only up to its parallelism and the completions that it lacks',
	source: 'k8s.io/kubernetes/pkg/controller/job Controller.manageJob',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const uid = before ? undefined : jobOf(after);
				const [name, job] = jobByUid(known, uid) ?? [];
				if (name === undefined || !job || controllerOf(process) !== 'job') {
					return;
				}

				let [active, succeeded] = [0, 0];
				for (const pod of known.all('pods').values()) {
					if (jobOf(pod) === uid) {
						active += isPodActive(pod) ? 1 : 0;
						succeeded += pod.status?.phase === 'Succeeded' ? 1 : 0;
					}
				}

				const cached = known.cached<Job>(process.split('/')[0] ?? '', 'jobs.batch', nameOf(name));
				const versions = [job, cached].flatMap((version) => version ?? []);
				const most = Math.max(...versions.map(({spec}) => spec?.parallelism ?? 1)) + known.lostCreates;
				const {completions} = job.spec ?? {};
				if (active > most) {
					broken(key, `it has ${active} active Pods of ${most}`);
				} else if (known.isCalm && completions !== undefined && active + succeeded > completions + most) {
					broken(key, `it has ${active} active and ${succeeded} succeeded Pods for ${completions} completions`);
				}
			},
		},
	}),
};

const tracking: Rule = {
	name: 'a Pod that has ended keeps the finalizer job-tracking until its Job has noted its uid',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-tracking-with-finalizers',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, _stop, broken) {
				const finalizer = 'batch.kubernetes.io/job-tracking';
				if (!before?.metadata.finalizers?.includes(finalizer) || after?.metadata.finalizers?.includes(finalizer)) {
					return;
				}

				const job = jobByUid(known, jobOf(before))?.[1];
				if (!job || !isTerminal(before) || job.metadata.deletionTimestamp || isFinished(job)) {
					return;
				}

				if (job.spec?.podFailurePolicy?.rules.some(({action}) => action === 'Ignore')) {
					return;
				}

				// Of an Indexed Job the index is enough.
				if (job.spec?.completionMode === 'Indexed' && before.status?.phase === 'Succeeded') {
					return;
				}

				const {succeeded = [], failed = []} = job.status?.uncountedTerminatedPods ?? {};
				if (![...succeeded, ...failed].includes(before.metadata.uid)) {
					broken(key, `the Job ${job.metadata.name} has not noted ${before.metadata.uid}`);
				}
			},
		},
	}),
};

const statuses: Rule = {
	name: 'at rest, the status of a Job counts its Pods, and no Pod that has ended waits to be counted',
	source: 'k8s.io/kubernetes/pkg/controller/job Controller.syncJob',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, job] of runs(known, 'job') ? known.all('jobs') : []) {
				const {metadata, spec, status} = job;
				const pods = podsIn(known, metadata.namespace, (pod) => jobOf(pod) === metadata.uid);
				const active = pods.filter((pod) => isPodActive(pod)).length;
				const open = pods.find(
					(pod) => isTerminal(pod) && pod.metadata.finalizers?.includes('batch.kubernetes.io/job-tracking'),
				);
				if (metadata.deletionTimestamp || spec?.managedBy !== undefined) {
					continue;
				}

				if (!isFinished(job) && (status?.active ?? 0) !== active) {
					broken(key, `it counts ${status?.active ?? 0} active Pods of ${active}`);
				} else if (open) {
					broken(key, `${open.metadata.name} keeps its finalizer`);
				} else if (isFinished(job) && active > 0) {
					broken(key, `it has ended, and ${active} Pods run`);
				}
			}
		},
	}),
};

/** Rules about Jobs. */
export const jobRules: readonly Rule[] = [counts, countsFall, completion, parallelism, tracking, statuses];
