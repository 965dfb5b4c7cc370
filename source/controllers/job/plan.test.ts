import test from 'ava';
import type {Job, Pod} from '../../objects/kubernetes.generated.js';
import {endedAtMs, failureAnnotations, verdictOn} from './failed-pod.js';
import {statuses} from './job-status.js';
import {failuresAfter, isComplete, outcomeOf, tally} from './plan.js';

const nowMs = Date.parse('2026-01-01T00:01:00Z');

const job = (spec: object, status: object = {}): Job =>
	({
		metadata: {name: 'sum', namespace: 'default'},
		spec: {completions: 3, parallelism: 3, backoffLimit: 6, template: {spec: {restartPolicy: 'Never'}}, ...spec},
		status,
	}) as unknown as Job;

interface Shape {
	readonly phase?: string;
	readonly index?: number;
	readonly failures?: number;
	readonly exitCode?: number;
	readonly going?: boolean;
	readonly restarts?: number;
	readonly initRestarts?: number;
	readonly endedAt?: string;
	readonly condition?: string;
}

let pods = 0;

const pod = ({
	phase = 'Running',
	index,
	failures,
	exitCode,
	going,
	restarts = 0,
	initRestarts,
	endedAt,
	condition,
}: Shape): Pod =>
	({
		metadata: {
			name: 'sum-a',
			namespace: 'default',
			uid: `u${++pods}`,
			creationTimestamp: '2026-01-01T00:00:00Z',
			finalizers: ['batch.kubernetes.io/job-tracking'],
			...(going ? {deletionTimestamp: '2026-01-01T00:00:40Z', deletionGracePeriodSeconds: 30} : {}),
			annotations: {
				...(index === undefined ? {} : {'batch.kubernetes.io/job-completion-index': String(index)}),
				...(failures === undefined ? {} : {'batch.kubernetes.io/job-index-failure-count': String(failures)}),
			},
		},
		status: {
			phase,
			...(condition ? {conditions: [{type: condition, status: 'True'}]} : {}),
			...(initRestarts === undefined
				? {}
				: {initContainerStatuses: [{name: 'first', restartCount: initRestarts, state: {}}]}),
			containerStatuses: [
				{
					name: 'main',
					restartCount: restarts,
					state: exitCode === undefined && !endedAt ? {} : {terminated: {exitCode, finishedAt: endedAt}},
				},
			],
		},
	}) as unknown as Pod;

const indexed = {completionMode: 'Indexed'};
const perIndex = {...indexed, backoffLimit: 2 ** 31 - 1, backoffLimitPerIndex: 1};
const failed = (traits: Shape = {}): Shape => ({phase: 'Failed', exitCode: 1, ...traits});
const done = (traits: Shape = {}): Shape => ({phase: 'Succeeded', ...traits});
const policy = (...rules: readonly object[]) => ({podFailurePolicy: {rules}});
const onExit = (action: string, operator: string, ...values: readonly number[]) => ({
	action,
	onExitCodes: {operator, values},
});
const onDisruption = (action: string) => ({action, onPodConditions: [{type: 'DisruptionTarget', status: 'True'}]});

const outcomes: ReadonlyArray<readonly [what: string, job: Job, pods: readonly Shape[], reason: string | undefined]> = [
	['nothing has happened', job({}), [{}], undefined],
	['failures within the limit', job({backoffLimit: 2}), [failed(), failed()], undefined],
	['failures beyond it', job({backoffLimit: 1}), [failed(), failed()], 'BackoffLimitExceeded'],
	['failures counted before', job({backoffLimit: 1}, {failed: 1}), [failed()], 'BackoffLimitExceeded'],
	['a Pod that is being deleted', job({backoffLimit: 0}), [{going: true}], 'BackoffLimitExceeded'],
	['one that is waited for', job({backoffLimit: 0, podReplacementPolicy: 'Failed'}), [{going: true}], undefined],
	[
		'restarts in place',
		job({backoffLimit: 3, template: {spec: {restartPolicy: 'OnFailure'}}}),
		[{restarts: 2}, {restarts: 1}],
		'BackoffLimitExceeded',
	],
	[
		'restarts of init containers',
		job({backoffLimit: 3, template: {spec: {restartPolicy: 'OnFailure'}}}),
		[{initRestarts: 3}],
		'BackoffLimitExceeded',
	],
	['a deadline', job({activeDeadlineSeconds: 60}, {startTime: '2026-01-01T00:00:00Z'}), [{}], 'DeadlineExceeded'],
	[
		'a deadline of a Job that is suspended',
		job({activeDeadlineSeconds: 60, suspend: true}, {startTime: '2026-01-01T00:00:00Z'}),
		[],
		undefined,
	],
	[
		'ignored failures',
		job({backoffLimit: 0, ...policy(onDisruption('Ignore'))}),
		[failed({condition: 'DisruptionTarget'})],
		undefined,
	],
	[
		'a condition that is not true',
		job({
			backoffLimit: 0,
			...policy({action: 'Ignore', onPodConditions: [{type: 'DisruptionTarget', status: 'False'}]}),
		}),
		[failed({condition: 'DisruptionTarget'})],
		'BackoffLimitExceeded',
	],
	['a code that ends the Job', job(policy(onExit('FailJob', 'In', 42))), [failed({exitCode: 42})], 'PodFailurePolicy'],
	['another code', job(policy(onExit('FailJob', 'In', 42))), [failed({exitCode: 1})], undefined],
	['an index at its limit', job(perIndex), [failed({index: 0, failures: 1}), {index: 1}, {index: 2}], undefined],
	[
		'the last index at its limit',
		job(perIndex, {completedIndexes: '1,2'}),
		[failed({index: 0, failures: 1})],
		'FailedIndexes',
	],
	[
		'more failed indexes than allowed',
		job({...perIndex, maxFailedIndexes: 0}),
		[failed({index: 0, failures: 1})],
		'MaxFailedIndexesExceeded',
	],
	[
		'as many failed indexes as allowed, and an index to come',
		job({...perIndex, maxFailedIndexes: 1}),
		[failed({index: 0, failures: 1})],
		undefined,
	],
	[
		'a rule that ends the index',
		job({...perIndex, maxFailedIndexes: 0, ...policy(onExit('FailIndex', 'In', 7))}),
		[failed({index: 0, failures: 0, exitCode: 7})],
		'MaxFailedIndexesExceeded',
	],
	[
		'enough successes for the policy',
		job({...indexed, successPolicy: {rules: [{succeededIndexes: '0', succeededCount: 1}]}}),
		[done({index: 0}), {index: 1}],
		'SuccessPolicy',
	],
	[
		'as many successes as the policy counts, of more indexes',
		job({...indexed, successPolicy: {rules: [{succeededIndexes: '0-2', succeededCount: 2}]}}),
		[done({index: 0}), done({index: 2})],
		'SuccessPolicy',
	],
	[
		'successes of others',
		job({...indexed, successPolicy: {rules: [{succeededIndexes: '0-1'}]}}),
		[done({index: 1}), done({index: 2})],
		undefined,
	],
	[
		'any two successes',
		job({...indexed, successPolicy: {rules: [{succeededIndexes: '0'}, {succeededCount: 2}]}}),
		[done({index: 1}), done({index: 2})],
		'SuccessPolicy',
	],
	[
		'what was decided before',
		job({}, {conditions: [{type: 'FailureTarget', status: 'True', reason: 'DeadlineExceeded'}]}),
		[done(), done(), done()],
		'DeadlineExceeded',
	],
];

test('a Job ends for the first reason that holds', (t) => {
	for (const [what, one, shapes, reason] of outcomes) {
		const counts = tally(
			one,
			shapes.map((shape) => pod(shape)),
		);
		t.is(outcomeOf(one, counts, nowMs)?.reason, reason, what);
	}

	const two = job({...indexed, successPolicy: {rules: [{succeededIndexes: '0'}, {succeededCount: 1}]}});
	t.is(outcomeOf(two, tally(two, [pod(done({index: 2}))]), nowMs)!.message, 'Matched rules at index 1');
});

test('the first rule of a failure policy that matches decides', (t) => {
	const rules = policy(onExit('Ignore', 'In', 1), onDisruption('Count'), onExit('FailJob', 'NotIn', 2));
	const verdict = (traits: Shape) => verdictOn(job(rules), pod(failed(traits)));
	t.deepEqual(verdict({exitCode: 1}), {action: 'Ignore', counts: false});
	t.deepEqual(verdict({exitCode: 3, condition: 'DisruptionTarget'}), {action: 'Count', counts: true});
	t.deepEqual(verdict({exitCode: 2}), {counts: true});
	t.is(
		verdict({exitCode: 3}).message,
		'Container main for pod default/sum-a failed with exit code 3 matching FailJob rule at index 2',
	);
	const byCondition = verdictOn(job(policy(onDisruption('FailJob'))), pod(failed({condition: 'DisruptionTarget'})));
	t.is(byCondition.message, 'Pod default/sum-a has condition DisruptionTarget matching FailJob rule at index 0');
});

test('a failed Pod waits for its successor, which takes over its count', (t) => {
	const one = job(perIndex);
	const [first, second] = [pod(failed({index: 0, failures: 0})), pod(failed({index: 1, failures: 1}))];
	const counts = tally(one, [first, second, pod({index: 2})]);
	t.deepEqual([...counts.awaited], [[0, first]]);
	t.deepEqual([...counts.failedIndexes!], [1]);
	t.deepEqual(failureAnnotations(one, first), {'batch.kubernetes.io/job-index-failure-count': '1'});
	t.deepEqual(failureAnnotations(one, undefined), {'batch.kubernetes.io/job-index-failure-count': '0'});
	const ignoring = job({...perIndex, ...policy(onExit('Ignore', 'In', 1))});
	t.deepEqual(failureAnnotations(ignoring, first), {
		'batch.kubernetes.io/job-index-failure-count': '0',
		'batch.kubernetes.io/job-index-ignored-failure-count': '1',
	});
});

test('failures in a row are those after the last success', (t) => {
	const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
	const counts = (...shapes: readonly Shape[]) =>
		tally(
			job({}),
			shapes.map((shape) => pod(shape)),
		);
	const ms = (second: number) => Date.parse(at(second));
	const before = {count: 2, lastMs: ms(1)};
	t.deepEqual(failuresAfter(before, counts({})), before);
	t.deepEqual(failuresAfter(before, counts(failed({endedAt: at(5)}), failed({endedAt: at(3)}))), {
		count: 4,
		lastMs: ms(5),
	});
	t.deepEqual(failuresAfter(before, counts(done({endedAt: at(6)}))), {count: 0, lastMs: 0});
	t.deepEqual(
		failuresAfter(before, counts(done({endedAt: at(4)}), failed({endedAt: at(3)}), failed({endedAt: at(9)}))),
		{count: 1, lastMs: ms(9)},
	);
	t.is(endedAtMs(pod({going: true})), ms(10));
	t.is(endedAtMs(pod({})), ms(0));
});

test('a Job that fails has its end when no Pod terminates any more', (t) => {
	const one = job({backoffLimit: 0});
	const counts = tally(one, [pod(failed()), pod({})]);
	const outcome = outcomeOf(one, counts, nowMs)!;
	const round = {counts, outcome, active: 0, ready: 0, conditions: [], startTime: undefined};
	const types = (terminating: number) => {
		const {before, after, isFinished} = statuses(one, {...round, terminating}, counts.pods, 'now');
		return {
			named: before.uncountedTerminatedPods?.failed?.length,
			first: before.conditions?.map(({type}) => type),
			failed: after.failed,
			last: after.conditions?.map(({type}) => type),
			isFinished,
		};
	};

	t.deepEqual(types(1), {
		named: 2,
		first: ['FailureTarget'],
		failed: 2,
		last: ['FailureTarget'],
		isFinished: false,
	});
	t.deepEqual(types(0).last, ['FailureTarget', 'Failed']);
});

test('a Job that has succeeded early does not count those it stops', (t) => {
	const one = job({...indexed, successPolicy: {rules: [{succeededCount: 1}]}});
	const counts = tally(one, [pod(done({index: 2})), pod({index: 0}), pod({index: 1})]);
	const outcome = outcomeOf(one, counts, nowMs)!;
	const round = {counts, outcome, active: 0, ready: 0, terminating: 0, conditions: [], startTime: undefined};
	const {after} = statuses(one, round, counts.pods, 'now');
	t.like(after, {succeeded: 1, completedIndexes: '2', completionTime: 'now'});
	t.is(after.failed, undefined);
	t.deepEqual(
		after.conditions?.map(({type, reason}) => `${type} ${reason}`),
		['SuccessCriteriaMet SuccessPolicy', 'Complete SuccessPolicy'],
	);
});

for (const [completions, succeeded, active, expected] of [
	[3, 2, 0, false],
	[3, 3, 0, true],
	[3, 3, 1, false],
	[undefined, 0, 0, false],
	[undefined, 1, 0, true],
	[undefined, 1, 1, false],
] as const) {
	test(`a Job that wants ${completions ?? 'any'} completions, has ${succeeded} and ${active} Pods that run, is ${expected ? '' : 'not '}complete`, (t) => {
		t.is(isComplete(job({completions}), succeeded, active), expected);
	});
}
