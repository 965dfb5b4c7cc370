import {goDuration} from '../../../go/duration.js';
import {timestamp} from '../../../kernel/clock.js';
import type {JobFacts} from '../../facts/controllers/jobs.js';
import {counted, keyOf, nameOf} from '../words.js';
import {goneOrGoing} from './every-controller.js';
import {podCreation, podDeletion} from './workloads.js';
import type {Sentences} from '../../language-table.js';

const untrackedWords = {
	orphan: 'has no Job',
	leaving: 'need not be counted, because its Job is being deleted',
};

/** Stops of the controllers of Jobs, in English. */
export const jobSentences: Sentences<JobFacts> = {
	'controller.job.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return goneOrGoing('Job')(facts);
			}

			case 'orphan': {
				const [, namespace, name] = facts.key.split('/');
				return facts.isOrphan
					? `No Job counts Pod ${namespace}/${name} any more.`
					: `Pod ${namespace}/${name} needs no release: it lacks its Job's finalizer, or a Job still counts it.`;
			}

			case 'managed-elsewhere': {
				return `Job ${facts.key} is managed by ${facts.managedBy}: this controller ignores it.`;
			}

			case 'compare': {
				const {want, parallelism, status} = facts;
				return `Job ${keyOf(stop)} wants ${want === undefined ? 'at least one success' : counted(want, 'success', 'successes')}, with ${counted(parallelism ?? 1, 'Pod')} at a time; so far ${status?.succeeded ?? 0} succeeded, ${status?.failed ?? 0} failed.`;
			}
		}
	},
	'controller.job.create': podCreation,
	'controller.job.delete': podDeletion,
	'controller.job.backoff': ({key, failures, pauseMs}) =>
		`Job ${key} has had ${counted(failures, 'failure')} in a row: the next Pod is created in ${pauseMs / 1000} s.`,
	'controller.job.status'({after, uncounted}, stop) {
		const {active = 0, succeeded = 0, failed = 0} = after;
		return `Job ${nameOf(stop)} now reports ${active} active, ${succeeded} succeeded, ${failed} failed${uncounted > 0 ? `; ${counted(uncounted, 'ended Pod')} ${uncounted === 1 ? 'is' : 'are'} not counted yet` : ''}.`;
	},
	'controller.job.untrack': ({finalizer, why}, stop) =>
		`Pod ${nameOf(stop)} ${why === undefined ? 'is counted' : untrackedWords[why]}: its finalizer ${finalizer} is removed.`,

	'controller.cronjob.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return goneOrGoing('CronJob')(facts);
		}

		const {schedule, due, next, running} = facts;
		return `CronJob ${keyOf(stop)} (${schedule ?? ''}): ${due === undefined ? 'no run is due' : `the run of ${timestamp(due)} is due`} and ${counted(running, 'Job')} ${running === 1 ? 'is' : 'are'} running; ${next === undefined ? 'there is no next run' : `the next run is at ${timestamp(next)}`}.`;
	},
	'controller.cronjob.create': ({cronJob, due}, stop) =>
		`CronJob ${cronJob} creates Job ${nameOf(stop)} for ${timestamp(due)}.`,
	'controller.cronjob.delete': ({cronJob}, stop) => `CronJob ${cronJob} deletes Job ${nameOf(stop)}.`,
	'controller.cronjob.status': ({after}, stop) =>
		`CronJob ${nameOf(stop)} now reports ${counted(after.active?.length ?? 0, 'active Job')}.`,

	'controller.ttl-after-finished.sync': ({key, restMs}) =>
		restMs === undefined
			? `Job ${key} is gone or does not expire.`
			: `Job ${key} has finished and is kept for another ${goDuration(Math.max(0, restMs))}.`,
	'controller.ttl-after-finished.delete': ({ttlSeconds}, stop) =>
		`Job ${nameOf(stop)} has outlived its TTL of ${ttlSeconds ?? 0} s: it is deleted with its Pods.`,
};
