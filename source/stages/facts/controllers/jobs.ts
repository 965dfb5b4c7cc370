import type {CronJobStatus, JobStatus} from '../../../objects/kubernetes.generated.js';
import type {Gone, StatusChange} from './every-controller.js';
import type {PodCreation, PodDeletion} from './workloads.js';

/** Facts of the stops of the controllers of Jobs. */
export interface JobFacts {
	'controller.job.sync':
		| Gone
		/** A Pod that may have lost its Job, with the result of the check. */
		| {readonly case: 'orphan'; readonly key: string; readonly isOrphan: boolean}
		| {readonly case: 'managed-elsewhere'; readonly key: string; readonly managedBy: string | undefined}
		| {
				readonly case: 'compare';
				/** The wanted number of successes, and of parallel Pods. */
				readonly want: number | undefined;
				readonly parallelism: number | undefined;
				readonly pods: number;
				readonly status: JobStatus | undefined;
		  };
	'controller.job.create': PodCreation;
	'controller.job.delete': PodDeletion;
	/** Failures in a row delay the next Pod. */
	'controller.job.backoff': {readonly key: string; readonly failures: number; readonly pauseMs: number};
	'controller.job.status': StatusChange<JobStatus> & {
		/** The number of ended Pods that are not counted yet. */
		readonly uncounted: number;
	};
	/** A Pod that is counted, or whose Job was or is being deleted, loses the finalizer that kept it. */
	'controller.job.untrack': {readonly finalizer: string; readonly why?: 'leaving' | 'orphan'};

	'controller.cronjob.sync':
		| Gone
		| {
				readonly case: 'schedule';
				readonly schedule: string | undefined;
				/** The run that is due, and the next one, in milliseconds since 1970. */
				readonly due: number | undefined;
				readonly next: number | undefined;
				readonly jobs: number;
				readonly running: number;
		  };
	'controller.cronjob.create': {
		readonly cronJob: string;
		/** The scheduled time of the run, in milliseconds since 1970. */
		readonly due: number;
		readonly input: unknown;
	};
	'controller.cronjob.delete': {readonly cronJob: string};
	'controller.cronjob.status': StatusChange<CronJobStatus>;

	'controller.ttl-after-finished.sync': {
		readonly key: string;
		/** The time until its removal, in milliseconds; `undefined` if it was deleted, or stays. */
		readonly restMs: number | undefined;
	};
	'controller.ttl-after-finished.delete': {readonly ttlSeconds: number | undefined};
}
