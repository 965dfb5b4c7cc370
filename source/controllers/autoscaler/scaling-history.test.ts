import test from 'ava';
import {ScalingHistory} from './scaling-history.js';

const limits = {minReplicas: 1, maxReplicas: 10};

const reasons = (decision: ReturnType<ScalingHistory['decide']>) => [
	decision.replicas,
	...decision.limits.map(({reason}) => reason),
];

test('without behavior the number at most doubles, or becomes four', (t) => {
	t.deepEqual(reasons(new ScalingHistory().decide(limits, 1, 9, 0)), [4, 'ReadyForNewScale', 'ScaleUpLimit']);
	t.deepEqual(reasons(new ScalingHistory().decide(limits, 4, 9, 0)), [8, 'ReadyForNewScale', 'ScaleUpLimit']);
	t.deepEqual(reasons(new ScalingHistory().decide(limits, 8, 12, 0)), [10, 'ReadyForNewScale', 'TooManyReplicas']);
});

test('it goes down to the highest recommendation of the last five minutes', (t) => {
	const history = new ScalingHistory();
	t.is(history.decide(limits, 5, 5, 0).replicas, 5);
	t.deepEqual(reasons(history.decide(limits, 5, 2, 15_000)), [5, 'ScaleDownStabilized', 'DesiredWithinRange']);
	t.deepEqual(reasons(history.decide(limits, 5, 2, 299_000)), [5, 'ScaleDownStabilized', 'DesiredWithinRange']);
	t.deepEqual(reasons(history.decide(limits, 5, 2, 300_000)), [2, 'ReadyForNewScale', 'DesiredWithinRange']);
	t.deepEqual(reasons(new ScalingHistory().decide({...limits, minReplicas: 3}, 5, 1, 0)), [
		3,
		'ReadyForNewScale',
		'TooFewReplicas',
	]);
});

test('policies limit how many come and go within their periods', (t) => {
	const behavior = {
		scaleUp: {policies: [{type: 'Pods', value: 2, periodSeconds: 60}]},
		scaleDown: {stabilizationWindowSeconds: 0, policies: [{type: 'Percent', value: 50, periodSeconds: 60}]},
	};
	const history = new ScalingHistory();
	const spec = {...limits, behavior};
	t.deepEqual(reasons(history.decide(spec, 1, 9, 0)), [3, 'ReadyForNewScale', 'ScaleUpLimit']);
	history.scaled(1, 3, 0);
	t.is(history.decide(spec, 3, 9, 30_000).replicas, 3);
	t.is(history.decide(spec, 3, 9, 60_000).replicas, 5);
	t.deepEqual(reasons(new ScalingHistory().decide(spec, 8, 1, 0)), [4, 'ReadyForNewScale', 'ScaleDownLimit']);
	const disabled = {...limits, behavior: {scaleDown: {selectPolicy: 'Disabled', stabilizationWindowSeconds: 0}}};
	t.is(new ScalingHistory().decide(disabled, 8, 1, 0).replicas, 8);
});

test('of several policies the fastest counts, or with selectPolicy Min the slowest', (t) => {
	const policies = [
		{type: 'Pods', value: 1, periodSeconds: 60},
		{type: 'Percent', value: 100, periodSeconds: 60},
	];
	const decide = (selectPolicy: string | undefined, recommended: number) => {
		const rules = {stabilizationWindowSeconds: 0, policies, ...(selectPolicy ? {selectPolicy} : {})};
		return new ScalingHistory().decide({...limits, behavior: {scaleUp: rules, scaleDown: rules}}, 4, recommended, 0)
			.replicas;
	};
	t.is(decide(undefined, 9), 8);
	t.is(decide('Min', 9), 5);
	t.is(decide(undefined, 1), 1);
	t.is(decide('Min', 1), 3);
});

test('a window for growth waits for the lowest recommendation in it', (t) => {
	const behavior = {scaleUp: {stabilizationWindowSeconds: 60}};
	const history = new ScalingHistory();
	const at = (recommended: number, nowMs: number) =>
		history.decide({...limits, behavior}, 2, recommended, nowMs).replicas;
	t.is(at(2, 0), 2);
	t.is(at(4, 30_000), 2);
	t.is(at(3, 59_000), 2);
	t.is(at(4, 61_000), 3);
});
