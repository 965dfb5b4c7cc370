import {timestamp} from '../../../kernel/clock.js';
import type {JobFacts} from '../../facts/controllers/jobs.js';
import type {Sentences} from '../../language.js';
import {keyOf, nameOf} from '../words.js';
import {goneOrGoing} from './every-controller.js';
import {podCreation, podDeletion} from './workloads.js';

/** Stops of the controllers of Jobs, in English. */
export const jobSentences: Sentences<JobFacts> = {
	'controller.job.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return goneOrGoing('Job')(facts);
			}

			case 'managed-elsewhere': {
				return `Job ${facts.key} is managed by ${facts.managedBy}: nothing is done here.`;
			}

			case 'compare': {
				const {want, parallelism, status} = facts;
				return `Job ${keyOf(stop)} wants ${want ?? 'some'} successes, ${parallelism ?? 1} Pods at a time; ${status?.succeeded ?? 0} have succeeded, ${status?.failed ?? 0} failed.`;
			}
		}
	},
	'controller.job.create': podCreation,
	'controller.job.delete': podDeletion,
	'controller.job.backoff': ({key, pauseMs}) =>
		`Job ${key} has had failures in a row: the next Pod comes in ${pauseMs / 1000} s.`,
	'controller.job.status'({after, uncounted}, stop) {
		const {active = 0, succeeded = 0, failed = 0} = after;
		return `Job ${nameOf(stop)} now says: ${active} active, ${succeeded} succeeded, ${failed} failed${uncounted > 0 ? `; ${uncounted} ended Pods are still to be counted` : ''}.`;
	},
	'controller.job.untrack': ({finalizer}, stop) => `Pod ${nameOf(stop)} is counted: its finalizer ${finalizer} goes.`,

	'controller.cronjob.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return goneOrGoing('CronJob')(facts);
		}

		const {schedule, due, next, running} = facts;
		return `CronJob ${keyOf(stop)} (${schedule ?? ''}): ${due === undefined ? 'nothing is due' : `the run of ${timestamp(due)} is due`}, ${running} run; next at ${next === undefined ? 'never' : timestamp(next)}.`;
	},
	'controller.cronjob.create': ({cronJob, due}, stop) =>
		`CronJob ${cronJob} creates Job ${nameOf(stop)} for ${timestamp(due)}.`,
	'controller.cronjob.delete': ({cronJob}, stop) => `CronJob ${cronJob} deletes Job ${nameOf(stop)}.`,
	'controller.cronjob.status': ({after}, stop) =>
		`CronJob ${nameOf(stop)} now says: ${after.active?.length ?? 0} active.`,

	'controller.ttl-after-finished.sync': ({key, restMs}) =>
		restMs === undefined
			? `Job ${key} is gone, or stays.`
			: `Job ${key} has finished and is kept for ${Math.max(0, restMs)} ms more.`,
	'controller.ttl-after-finished.delete': ({ttlSeconds}, stop) =>
		`Job ${nameOf(stop)} has been finished for ${ttlSeconds ?? 0} s: it is deleted, and its Pods with it.`,
};
