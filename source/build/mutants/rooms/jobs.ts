import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in Jobs and CronJobs. */
export const jobMutants: readonly Mutant[] = [
	...mutantsOf(
		'controllers/job/cron-job.js',
		{stories: ['a CronJob that fires'], tests: ['controllers/job/job.test.js']},
		[
			[
				'a CronJob that forbids concurrency does not look at active Jobs',
				"if (policy === 'Forbid' && active.length > 0) {",
				'if (false) {',
			],
			['a CronJob never fires', 'if (due !== undefined) {', 'if (false) {'],
			['a CronJob keeps Jobs that have ended as active', 'if (found && isFinished(found.status)) {', 'if (false) {'],
		],
	),
	...mutantsOf('controllers/job/cron-job.js', {stories: ['CronJobs of many kinds']}, [
		['CronJob Replace does not delete the running Job', 'yield* remove(tools, cron, running);', ''],
		['CronJob keeps all successful Jobs', 'ended.slice(0, Math.max(0, ended.length - limit))', 'ended.slice(0, 0)'],
		[
			'a CronJob fires although it is suspended',
			'const { startingDeadlineSeconds, suspend, timeZone = schedule?.zone } = cron.spec ?? {};',
			'const { startingDeadlineSeconds, timeZone = schedule?.zone } = cron.spec ?? {}; const suspend = false;',
		],
	]),
	...mutantsOf('controllers/job/cron-job.js', {seeds: [1_550_001]}, [
		[
			'a CronJob ignores its startingDeadlineSeconds',
			'kernel.wallClockMs - startingDeadlineSeconds * 1000);',
			'Number.NEGATIVE_INFINITY);',
		],
		[
			'a CronJob deletes its newest Jobs',
			'ended.slice(0, Math.max(0, ended.length - limit))',
			'ended.slice(Math.min(limit, ended.length))',
		],
		[
			'a CronJob keeps its failed Jobs as its successful ones',
			"['Failed', failedJobsHistoryLimit]",
			"['Failed', successfulJobsHistoryLimit]",
		],
	]),
	...mutantsOf('controllers/job/cron-job.js', {tests: ['controllers/job/cron-job.test.js']}, [
		[
			'the name of a Job follows from the time of its creation, not of its schedule',
			'Math.floor(dueMs / 60_000)',
			'Math.floor(tools.kernel.wallClockMs / 1000)',
		],
		[
			'a CronJob takes up a Job of an earlier start in v1.36 too',
			"if (!behaves(minor, 'adoptedJobs')) {",
			'if (false) {',
		],
		['a CronJob shows the time of its first success', 'time > lastSuccessfulTime', 'time < lastSuccessfulTime'],
	]),
	...mutantsOf('controllers/job/failed-pod.js', {}, [
		['a failure policy takes NotIn as In', "values.includes(code) === (operator === 'In')", 'values.includes(code)'],
		[
			'the pause of a Job counts from the container that ended first',
			'? Math.max(...ends.map(',
			'? Math.min(...ends.map(',
		],
	]),
	...mutantsOf('controllers/job/failed-pod.js', {seeds: [1_210_001], tests: ['controllers/job/plan.test.js']}, [
		[
			'an index of a Job may fail once more',
			'countIn(pod, failureCountKey) >= (job.spec?.backoffLimitPerIndex ?? 0)',
			'countIn(pod, failureCountKey) > (job.spec?.backoffLimitPerIndex ?? 0)',
		],
	]),
	...mutantsOf('controllers/job/failed-pod.js', {seeds: [1_550_001], tests: ['controllers/job/plan.test.js']}, [
		['FailIndex is taken as Count', "action === 'FailIndex' || (counts", '(counts'],
	]),
	...mutantsOf('controllers/job/failed-pod.js', {tests: ['controllers/job/plan.test.js']}, [
		[
			'a Job with podReplacementPolicy Failed replaces Pods that still terminate',
			"spec?.podReplacementPolicy === 'Failed' || spec?.podFailurePolicy !== undefined",
			'false',
		],
	]),
	...mutantsOf('controllers/job/indexes.js', {stories: ['Jobs side by side'], tests: ['controllers/job/job.test.js']}, [
		['an index is given twice', 'if (!taken.has(index)) {', 'if (true) {'],
		['completed indexes are printed without ranges', 'if (to === from + 1) {', 'if (true) {'],
	]),
	...mutantsOf('controllers/job/job-status.js', {stories: ['Jobs side by side']}, [
		[
			'a Job counts each Pod twice',
			'numbers[key] += uncounted[key].length - left.length;',
			'numbers[key] += 2 * (uncounted[key].length - left.length);',
		],
	]),
	...mutantsOf(
		'controllers/job/job-status.js',
		{stories: ['Jobs side by side'], tests: ['controllers/job/job.test.js']},
		[['the Pods of a Job keep their finalizer', "pod.status?.phase === 'Succeeded' ||", 'false ||']],
	),
	...mutantsOf('controllers/job/job.js', {stories: ['Jobs side by side']}, [
		[
			'a Job takes the finalizer from Pods before its status names them',
			'if (!equal(before, stored.status)) {',
			'if (false) {',
		],
	]),
	...mutantsOf('controllers/job/job.js', {tests: ['controllers/job/job.test.js']}, [
		['a Job forgets how often its Pods have failed', 'this.#failures.set(keyOf(current), failures);', ''],
		[
			'the Pods of a Job that is deleted keep their finalizer',
			'yield orphanKey(pod);\n            }\n        }\n    }\n    *onPod',
			'}\n        }\n    }\n    *onPod',
		],
	]),
	...mutantsOf('controllers/job/next-pods.js', {stories: ['Jobs side by side', 'Jobs that fail in part']}, [
		['an Indexed Job begins with the index 1', '.map((index) => {', '.map((before) => { const index = before + 1;'],
	]),
	...mutantsOf('controllers/job/plan.js', {stories: ['Jobs side by side']}, [
		[
			'a Job has one Pod more than its parallelism',
			'Math.max(0, Math.min(parallelism, completions - succeeded))',
			'Math.max(0, Math.min(parallelism + 1, completions - succeeded))',
		],
	]),
	...mutantsOf(
		'controllers/job/plan.js',
		{stories: ['Jobs side by side'], tests: ['controllers/job/plan.test.js', 'controllers/job/job.test.js']},
		[
			['a Job is complete one success too early', 'succeeded >= spec.completions', 'succeeded >= spec.completions - 1'],
			['a Job is complete while Pods run', 'active === 0 && (spec', 'true && (spec'],
			[
				'a Job allows one failure more',
				'counts.failed > (job.spec?.backoffLimit ?? 6)',
				'counts.failed > (job.spec?.backoffLimit ?? 6) + 1',
			],
			['a Job does not wait after failures', 'count === 0 ? 0 : Math.max(0, lastMs', 'true ? 0 : Math.max(0, lastMs'],
			['the deadline of a Job is ignored', '(restOfDeadlineMs(job, nowMs) ?? 1) <= 0', 'false'],
			['a suspended Job makes Pods', 'if (suspend) {', 'if (false) {'],
		],
	),
	...mutantsOf('controllers/job/plan.js', {stories: ['Jobs that fail in part']}, [
		['a Job fails Pods that it should ignore by policy', '(pod) => verdictOn(job, pod).counts', '() => true'],
		['a Job that is suspended makes its Pods', 'if (suspend) {\n        return 0;', 'if (false) {\n        return 0;'],
	]),
	...mutantsOf('controllers/job/plan.js', {seeds: [1_550_001], tests: ['controllers/job/plan.test.js']}, [
		[
			'a Job fails when it has as many failed indexes as it may',
			'failed > spec.maxFailedIndexes',
			'failed >= spec.maxFailedIndexes',
		],
	]),
	...mutantsOf('controllers/job/ttl-after-finished.js', {stories: ['Jobs that fail in part']}, [
		[
			'a Job that has ended stays a tenth of its time',
			'spec.ttlSecondsAfterFinished * 1000',
			'spec.ttlSecondsAfterFinished * 100',
		],
	]),
	...mutantsOf('objects/cron-run.js', {tests: ['objects/cron-run.test.js']}, [
		[
			'a day of the month and one of the week must both come',
			'schedule.anyDay || schedule.anyWeekday ? byDay && byWeekday : byDay || byWeekday',
			'byDay && byWeekday',
		],
	]),
];
