import test from 'ava';
import {Random} from '../kernel/random.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {delayOf, isFor, nextStage, weightOf} from './lifecycle.js';
import {finalizerOperations, patchBody} from './patches.js';
import {stepsOf, type MatchExpression, type Stage, type StageDelay} from './stage.js';

const pod: KubernetesObject & {readonly status: unknown} = {
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		uid: '1',
		namespace: 'default',
		resourceVersion: '7',
		creationTimestamp: '2026-01-01T00:00:00Z',
		name: 'web',
		labels: {app: 'web'},
		annotations: {'example.com/weight': '7', 'example.com/delay': '90s', 'example.com/empty': ''},
		deletionTimestamp: '2026-01-01T00:00:30Z',
	},
	status: {phase: 'Running', ready: true, count: 3},
};

const stage = (spec: Partial<Stage['spec']>, name = 'a'): Stage => ({
	metadata: {name},
	spec: {resourceRef: {kind: 'Pod'}, selector: {}, ...spec},
});

const selected = (...matchExpressions: readonly MatchExpression[]) => isFor(stage({selector: {matchExpressions}}), pod);

test('a Stage is for the objects that its selector describes', (t) => {
	t.true(isFor(stage({}), pod), 'an empty selector is for all');
	t.false(isFor({...stage({}), spec: {resourceRef: {kind: 'Pod'}}}, pod), 'none is for nothing');
	t.true(isFor(stage({selector: {matchLabels: {app: 'web'}}}), pod));
	t.false(isFor(stage({selector: {matchLabels: {app: 'other'}}}), pod));
	t.true(isFor(stage({selector: {matchAnnotations: {'example.com/weight': '7'}}}), pod));
	t.true(selected({key: '.status.phase', operator: 'In', values: ['Pending', 'Running']}));
	t.false(selected({key: '.status.phase', operator: 'NotIn', values: ['Running']}));
	t.true(selected({key: '.status.ready', operator: 'In', values: ['true']}), 'a bool by its text');
	t.true(selected({key: '.status.count', operator: 'In', values: ['3']}), 'a whole number by its text');
	t.true(selected({key: '.status.none[]', operator: 'NotIn', values: ['x']}), 'an error counts as no value');
	t.true(selected({key: '.status.none', operator: 'DoesNotExist'}));
	t.true(selected({key: '.metadata.annotations["example.com/empty"]', operator: 'Exists'}));
	t.true(selected({jq: {key: '.status.phase', operator: 'Exists'}}));
	t.true(selected({cel: {expression: "self.metadata.labels.app == 'web'"}}));
	t.false(selected({cel: {expression: 'has(self.spec)'}}));
	t.throws(() => selected({key: '.a[', operator: 'Exists'}), {name: 'ExpressionError'});
	t.throws(() => selected({cel: {expression: '1 + 1'}}), {message: /is not a bool/});
	t.throws(() => selected({cel: {expression: 'self.'}}), {name: 'ExpressionError'});
	t.throws(() => selected({}), {message: 'invalid expression'});
});

test('of several Stages, chance picks one by weight', (t) => {
	const random = new Random(1, 'kwok');
	const counted = (...stages: readonly Stage[]): Readonly<Record<string, number>> => {
		const counts: Record<string, number> = {};
		for (let round = 0; round < 1000; round++) {
			const name = nextStage(stages, pod, random)?.stage.metadata.name ?? 'none';
			counts[name] = (counts[name] ?? 0) + 1;
		}

		return counts;
	};
	t.deepEqual(counted(stage({weight: 0}), stage({weight: 3}, 'b')), {b: 1000}, 'without a weight it has no chance');
	const {a = 0, b = 0} = counted(stage({weight: 1}), stage({weight: 3}, 'b'));
	t.true(a > 200 && a < 300 && a + b === 1000, `${a} of a`);
	const even = counted(stage({}), stage({}, 'b'));
	t.true((even['a'] ?? 0) > 400 && (even['b'] ?? 0) > 400, 'none has a weight: each has the same chance');
	t.deepEqual(
		counted(stage({}), stage({weightFrom: {expressionFrom: '.metadata.annotations["example.com/weight"]'}}, 'b')),
		{
			b: 1000,
		},
	);
	t.is(nextStage([], pod, random), undefined);
});

test('a weight comes from the object, if its expression gives one', (t) => {
	const weight = (expressionFrom: string) => weightOf(stage({weight: 2, weightFrom: {expressionFrom}}), pod);
	t.is(weight('.metadata.annotations["example.com/weight"]'), 7);
	t.is(weight('.status.count'), 3);
	t.is(weight('.status.none'), 2);
	t.is(weight('.status.phase'), undefined, 'a text that is no number');
	t.is(weight('"0x10"'), 16);
	t.is(weightOf(stage({weightFrom: {cel: {expression: 'self.status.count * 2'}}}), pod), 6);
});

test('a Stage waits for its delay', (t) => {
	const nowMs = Date.UTC(2026, 0, 1);
	const delay = (given: StageDelay) => delayOf(stage({delay: given}), pod, nowMs, new Random(1, 'kwok'));
	t.is(delayOf(stage({}), pod, nowMs, new Random(1, 'kwok')), 0);
	t.is(delay({durationMilliseconds: 1500}), 1500);
	t.is(
		delay({durationMilliseconds: 1500, jitterDurationMilliseconds: 1000}),
		1000,
		'a jitter that is not above is the delay',
	);
	const jittered = delay({durationMilliseconds: 1000, jitterDurationMilliseconds: 5000});
	t.true(jittered >= 1000 && jittered < 5000);
	t.is(delay({durationFrom: {expressionFrom: '.metadata.deletionTimestamp'}}), 30_000, 'until a time');
	t.is(delay({durationFrom: {jq: {expression: '.metadata.annotations["example.com/delay"]'}}}), 90_000);
	t.is(delay({durationMilliseconds: 5, durationFrom: {expressionFrom: '.metadata.none'}}), 5);
	t.is(delay({durationFrom: {expressionFrom: '.metadata.annotations["example.com/empty"]'}}), 0);
	t.is(
		delay({durationMilliseconds: 5, durationFrom: {expressionFrom: '.status.phase'}}),
		5,
		'a text that is no duration',
	);
});

test('the older form of a Stage has its steps in an order', (t) => {
	const next = {
		delete: true,
		statusTemplate: 'phase: Running',
		event: {reason: 'R'},
		finalizers: {empty: true},
	};
	t.deepEqual(stepsOf(stage({next})), [
		{event: {reason: 'R'}},
		{finalizers: {empty: true}},
		{patch: {subresource: 'status', root: 'status', template: 'phase: Running'}},
		{delete: true},
	]);
	const patches = [{template: 'a: b'}];
	t.deepEqual(stepsOf(stage({next: {patches, statusTemplate: 'phase: Running'}})), [{patch: {template: 'a: b'}}]);
	t.deepEqual(stepsOf(stage({next, steps: [{delete: true}]})), [{delete: true}], 'steps count alone');
});

test('finalizers are changed by a JSON patch', (t) => {
	const path = '/metadata/finalizers';
	const values = (...all: readonly string[]) => all.map((value) => ({value}));
	t.deepEqual(finalizerOperations([], {add: values('a')}), [{op: 'add', path, value: ['a']}]);
	t.deepEqual(finalizerOperations(['a'], {add: values('a', 'b')}), [{op: 'add', path: `${path}/-`, value: 'b'}]);
	t.deepEqual(finalizerOperations(['a', 'b', 'c'], {remove: values('a', 'c')}), [
		{op: 'remove', path: `${path}/2`},
		{op: 'remove', path: `${path}/0`},
	]);
	t.deepEqual(finalizerOperations(['a'], {remove: values('a'), add: values('b')}), [
		{op: 'remove', path},
		{op: 'add', path, value: ['b']},
	]);
	t.deepEqual(finalizerOperations(['a', 'b'], {empty: true}), [{op: 'remove', path}]);
	t.deepEqual(finalizerOperations([], {empty: true, remove: values('a')}), []);
});

test('a template describes a part of the object', (t) => {
	t.deepEqual(patchBody({phase: 'Running'}, {root: 'status'}), {status: {phase: 'Running'}});
	t.deepEqual(patchBody({a: 1}, {}), {a: 1});
	t.deepEqual(patchBody([{op: 'add', path: '/phase', value: 'x'}], {root: 'status', type: 'json'}), [
		{op: 'add', path: '/status/phase', value: 'x'},
	]);
});
